package org.sealflow.tau.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environment;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RecentValues;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Task;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.task.TaskReader;

/** The domains of tau2-bench. */
public final class TauEnvironment implements Environment {
  /** The name by which tasks refer to it. */
  public static final String NAME = "tau2";

  /** Data are large and shared by all tasks of a domain; mostly there is one version of each. */
  private static final int MAX_DOMAINS = 8;

  private final Map<String, Set<String>> parameters = Benchmark.parameters();
  private final RecentValues<LiveDomain> domains = new RecentValues<>(MAX_DOMAINS);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean playsUsers() {
    return true;
  }

  @Override
  public ReadyTask ready(TaskMaterial material) {
    Task record = material.task();
    LongContextConstants data = material.constants();
    if (data == null) {
      throw new IllegalArgumentException(
          "task "
              + record.getTaskId()
              + " refers to no domain data; publish the tasks of a tau2-bench folder again");
    }
    JsonNode config = config(record);
    LiveDomain domain = domains.get(data.getDigest(), () -> DomainRecord.read(data));
    PreparedTask task =
        new PreparedTask(domain.domain(), TaskReader.read(config.path(TauTaskRecords.TASK)));
    return new TauLiveTask(
        record,
        material.tools(),
        task,
        config.path(TauTaskRecords.SOLO).asBoolean(),
        domain.parts());
  }

  private static JsonNode config(Task record) {
    try {
      return JsonValues.mapper().readTree(record.getInitialConfig());
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "the initialConfig of task " + record.getTaskId() + " is not JSON", malformed);
    }
  }

  @Override
  public @Nullable Set<String> parameters(String tool) {
    return parameters.get(tool);
  }

  @Override
  public Optional<String> layout() {
    return Optional.of("data/tau2/domains/ of tau2-bench");
  }

  @Override
  public boolean recognises(Path directory) {
    return Benchmark.isOne(directory);
  }

  @Override
  public TaskFolder read(Path directory) throws IOException {
    return new TauTaskFolder(new Benchmark(directory));
  }
}
