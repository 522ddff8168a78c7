package org.sealflow.bfcl.files;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.task.LongContextJson;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.environment.Environment;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RecentValues;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.python.call.Method;
import org.sealflow.schemas.LongContextConstants;

/** The multi-turn tasks of the Berkeley Function Calling Leaderboard. */
public final class BfclEnvironment implements Environment {
  /** The name by which tasks refer to it. */
  public static final String NAME = "bfcl";

  /** Constants are large and shared by many tasks; mostly there is one version of them. */
  private static final int MAX_CONSTANTS = 4;

  private final Map<String, Set<String>> parameters = allParameters();
  private final RecentValues<LongContext> constants = new RecentValues<>(MAX_CONSTANTS);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ReadyTask ready(TaskMaterial material) {
    LongContextConstants given = material.constants();
    LongContext longContext = given == null ? LongContext.none() : longContext(given);
    return new BfclTask(
        new TaskProgram(TaskRecordReader.task(material.task()), longContext), material.tools());
  }

  private LongContext longContext(LongContextConstants given) {
    return constants.get(
        given.getDigest(),
        () ->
            LongContextJson.read(TaskRecordReader.object(given.getConstants(), given.getDigest())));
  }

  private static Map<String, Set<String>> allParameters() {
    Map<String, Set<String>> parameters = new HashMap<>();
    for (SimulatorClass<?> type : Simulators.all()) {
      for (Method<?> method : type.methods()) {
        parameters.put(
            method.name(),
            method.parameters().stream().map(Method.Parameter::name).collect(toSet()));
      }
    }
    return parameters;
  }

  @Override
  public @Nullable Set<String> parameters(String tool) {
    return parameters.get(tool);
  }

  @Override
  public Optional<String> layout() {
    return Optional.of("files BFCL_v*_multi_turn_<category>.json");
  }

  @Override
  public boolean recognises(Path directory) {
    return TaskDirectory.isOne(directory);
  }

  @Override
  public TaskFolder read(Path directory) throws IOException {
    return TaskDirectory.read(directory);
  }
}
