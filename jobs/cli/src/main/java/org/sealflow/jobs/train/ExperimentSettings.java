package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.jobs.settings.yaml.SettingsFile;

/**
 * One question, asked in several arms with several seeds each.
 *
 * @param question what is asked
 * @param settings the settings all arms start from
 * @param directory where the runs go
 * @param seeds seeds of each arm, by its name; never empty
 * @param parallel runs at the same time
 * @param arms what each arm sets otherwise, {@code key=value} each, by its name
 */
public record ExperimentSettings(
    String question,
    Path settings,
    Path directory,
    Map<String, List<Integer>> seeds,
    int parallel,
    Map<String, List<String>> arms) {
  private static final String DEFAULTS = "experiment-defaults.yaml";

  /** The plan in the file's section. */
  record Plan(
      String question, String settings, String directory, List<Integer> seeds, int parallel) {
    /** Checks the ranges. */
    Plan {
      List<String> problems = new ArrayList<>();
      if (settings.isBlank()) {
        problems.add("settings is nothing, expected a settings file of `sealflow train`");
      }
      if (seeds.isEmpty()) {
        problems.add("seeds is empty, expected a list such as [1, 2, 3]");
      }
      if (parallel < 1) {
        problems.add("parallel is " + parallel + ", expected 1 or more");
      }
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(String.join(", ", problems));
      }
    }
  }

  /**
   * Reads an experiment; each arm's settings are checked too.
   *
   * @throws org.sealflow.jobs.settings.UserError naming what is wrong
   */
  public static ExperimentSettings read(Path file, List<String> overrides) {
    SettingsFile given = SettingsFile.read(ExperimentSettings.class, DEFAULTS, file, overrides);
    ExperimentSettings experiment = given.make(each -> of(each, file));
    experiment.arms().forEach((arm, settings) -> requireSound(arm, settings, experiment, file));
    return experiment;
  }

  private static void requireSound(
      String arm, List<String> settings, ExperimentSettings experiment, Path file) {
    try {
      TrainSettings.Read unused = TrainSettings.read(experiment.settings(), settings);
    } catch (UsageError ofArm) {
      throw new UserError(file + ": arms." + arm + ": " + ofArm.getMessage(), ofArm);
    }
  }

  private static ExperimentSettings of(SettingsFile given, Path file) {
    Plan plan = given.section("experiment", Plan.class);
    Map<String, List<String>> arms = new LinkedHashMap<>(given.lists("arms"));
    if (arms.isEmpty()) {
      given.note("arms is empty, expected names with lists of key=value");
    }
    Map<String, List<Integer>> seeds = seeds(plan.seeds(), given.lists("armSeeds"), arms, given);
    Path base = file.toAbsolutePath().resolveSibling(plan.settings()).normalize();
    return new ExperimentSettings(
        plan.question(), base, Path.of(plan.directory()), seeds, plan.parallel(), arms);
  }

  private static Map<String, List<Integer>> seeds(
      List<Integer> common,
      Map<String, List<String>> own,
      Map<String, List<String>> arms,
      SettingsFile given) {
    Map<String, List<Integer>> seeds = new LinkedHashMap<>();
    arms.keySet().forEach(arm -> seeds.put(arm, List.copyOf(common)));
    own.forEach(
        (arm, texts) -> {
          if (!arms.containsKey(arm)) {
            given.note("armSeeds." + arm + " names no arm, expected one of " + arms.keySet());
          } else if (texts.isEmpty()
              || !texts.stream().allMatch(text -> text.matches("\\d{1,9}"))) {
            given.note("armSeeds." + arm + " is " + texts + ", expected a list such as [1, 2, 3]");
          } else {
            seeds.put(arm, texts.stream().map(Integer::valueOf).toList());
          }
        });
    return seeds;
  }
}
