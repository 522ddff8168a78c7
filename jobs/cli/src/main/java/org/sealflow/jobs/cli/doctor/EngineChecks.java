package org.sealflow.jobs.cli.doctor;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.EngineOnClassPath;
import org.sealflow.model.script.EngineCheck;

/** The doctor's look at the learner's engine, which it does not start. */
final class EngineChecks {
  private static final String ENGINE = "engine";

  private EngineChecks() {}

  /**
   * Whether a learner could start.
   *
   * @param code loader of the code that would use the engine
   * @param setting the value of an environment variable, null if unset
   */
  static MachineCheck engine(ClassLoader code, Function<String, @Nullable String> setting) {
    try {
      EngineOnClassPath.require(code);
    } catch (IllegalStateException unusable) {
      return MachineCheck.warn(
          ENGINE, String.valueOf(unusable.getMessage()), "only --learn needs it");
    }
    List<String> problems = EngineCheck.problems(setting);
    return problems.isEmpty()
        ? MachineCheck.ok(
            ENGINE,
            "DJL " + EngineCheck.DJL_VERSION + " with libtorch " + EngineCheck.LIBTORCH_VERSION)
        : MachineCheck.fail(ENGINE, "cannot start", String.join("; ", problems));
  }
}
