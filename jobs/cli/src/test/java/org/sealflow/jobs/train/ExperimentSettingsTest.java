package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.jobs.settings.LabelRule;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.rollout.branch.BranchStart;

class ExperimentSettingsTest {
  private static final Path EXPERIMENTS = Path.of("..", "..", "exp");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nano-seal.yaml",
        "nano-short.yaml",
        "nano-long.yaml",
        "seal-faithful.yaml",
        "qwen2.5-7b-lora.yaml",
        "qwen2.5-7b-one-gpu.yaml",
        "qwen2.5-7b-export.yaml",
        "qwen2.5-0.5b-one-gpu.yaml"
      })
  void theSettingsOfTheProjectAreSound(String file) {
    TrainSettings settings = TrainSettings.read(EXPERIMENTS.resolve(file), List.of()).settings();
    assertThat(file).startsWith(settings.run().name());
  }

  @Test
  void theExperimentOfTheProjectIsSound() {
    ExperimentSettings experiment =
        ExperimentSettings.read(
            EXPERIMENTS.resolve("does-diagnosis-help/experiment.yaml"), List.of("parallel=2"));
    assertThat(experiment.arms()).containsKeys("vanilla", "seal", "sealflow");
    assertThat(experiment.seeds().keySet()).isEqualTo(experiment.arms().keySet());
    assertThat(experiment.seeds().values())
        .allSatisfy(seeds -> assertThat(seeds).hasSizeGreaterThanOrEqualTo(3));
    assertThat(experiment.parallel()).isEqualTo(2);
    assertThat(experiment.settings()).isRegularFile();
  }

  @Test
  void theArmsOfCreditDifferInNothingElse() {
    ExperimentSettings experiment =
        ExperimentSettings.read(
            EXPERIMENTS.resolve("what-is-a-diagnosis-worth/experiment.yaml"), List.of());
    TrainSettings vanilla = arm(experiment, "vanilla");
    for (String name : List.of("official", "origin", "permuted")) {
      assertThat(arm(experiment, name))
          .usingRecursiveComparison()
          .ignoringFields("learner")
          .isEqualTo(vanilla);
      assertThat(arm(experiment, name).learner())
          .usingRecursiveComparison()
          .ignoringFields("weighting.credit", "weighting.permuteTurns")
          .isEqualTo(vanilla.learner());
    }
  }

  @ParameterizedTest
  @CsvSource({"vanilla, ROOT_CAUSE, root", "vanilla, RANDOM, random", "origin, RANDOM, random"})
  void theArmsOfBranchesDifferInNothingElse(String name, BranchStart start, String suffix) {
    ExperimentSettings experiment =
        ExperimentSettings.read(
            EXPERIMENTS.resolve("what-is-a-diagnosis-worth/experiment.yaml"), List.of());
    TrainSettings branched = arm(experiment, name + "-" + suffix);

    assertThat(branched.rollouts().branches().start()).isEqualTo(start);
    assertThat(branched)
        .usingRecursiveComparison()
        .ignoringFields("rollouts.branches.start")
        .isEqualTo(arm(experiment, name));
    assertThat(branched.run().length().tokens()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tuning", "pilot"})
  void whatIsPlayedBeforeTheExperimentHasSeedsOfItsOwn(String name) {
    Path folder = EXPERIMENTS.resolve("what-is-a-diagnosis-worth");
    ExperimentSettings before = ExperimentSettings.read(folder.resolve(name + ".yaml"), List.of());
    ExperimentSettings whole =
        ExperimentSettings.read(folder.resolve("experiment.yaml"), List.of());

    List<Integer> own = before.seeds().values().stream().flatMap(List::stream).toList();
    assertThat(own).isNotEmpty();
    assertThat(whole.seeds().values())
        .allSatisfy(seeds -> assertThat(seeds).doesNotContainAnyElementsOf(own));
    before
        .arms()
        .keySet()
        .forEach(each -> assertThat(arm(before, each).run().length().tokens()).isPositive());
  }

  @Test
  void theArmOfRandomLabelsDiffersFromSealflowInNothingElse() {
    ExperimentSettings experiment =
        ExperimentSettings.read(
            EXPERIMENTS.resolve("does-diagnosis-help/experiment.yaml"), List.of());
    TrainSettings sealflow = arm(experiment, "sealflow");
    TrainSettings random = arm(experiment, "random-labels");

    assertThat(random.environment().labels()).isEqualTo(LabelRule.PERMUTED);
    assertThat(random.learner().weighting().rule()).isEqualTo(WeightingRule.SIGNED);
    assertThat(random)
        .usingRecursiveComparison()
        .ignoringFields("environment.labels")
        .isEqualTo(sealflow);
    assertThat(experiment.arms().keySet())
        .filteredOn(name -> arm(experiment, name).environment().labels() == LabelRule.PERMUTED)
        .containsExactly("random-labels");
  }

  @Test
  void theFirstTenVersionsAreThoseOfTheWholeExperiment() {
    ExperimentSettings whole =
        ExperimentSettings.read(
            EXPERIMENTS.resolve("does-diagnosis-help/experiment.yaml"), List.of());
    ExperimentSettings begun =
        ExperimentSettings.read(
            EXPERIMENTS.resolve("does-diagnosis-help/first-ten.yaml"), List.of());

    assertThat(begun.seeds().get("vanilla"))
        .doesNotContainAnyElementsOf(whole.seeds().get("vanilla"));
    assertThat(begun.arms()).containsOnlyKeys("vanilla", "sealflow");
    for (String name : begun.arms().keySet()) {
      TrainSettings first = arm(begun, name);
      TrainSettings all = arm(whole, name);
      assertThat(first.learner()).usingRecursiveComparison().isEqualTo(all.learner());
      assertThat(first)
          .usingRecursiveComparison()
          .ignoringFields("run.length.batches", "evaluation.test", "learner")
          .isEqualTo(all);
    }
  }

  private static TrainSettings arm(ExperimentSettings experiment, String name) {
    return TrainSettings.read(experiment.settings(), experiment.arms().get(name)).settings();
  }

  @Test
  void anArmWithAWrongSettingIsRefusedBeforeAnythingRuns() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), "run: {name: base}");
    Path file =
        Files.writeString(
            folder.resolve("experiment.yaml"),
            "experiment: {settings: base.yaml}\narms: {odd: [rollouts.speed=9]}");
    assertThatThrownBy(() -> ExperimentSettings.read(file, List.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("arms.odd: unknown setting rollouts.speed");
  }

  @Test
  void anExperimentWithoutArmsOrSeedsIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), "experiment: {seeds: []}");
    assertThatThrownBy(() -> ExperimentSettings.read(file, List.of()))
        .hasMessageContainingAll("seeds is empty", "arms is empty");
  }

  @Test
  void anArmCanHaveSeedsOfItsOwn() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), "run: {name: base}");
    Path file =
        Files.writeString(
            folder.resolve("experiment.yaml"),
            "experiment: {settings: base.yaml, seeds: [1, 2]}\narms: {few: [], many: []}\n"
                + "armSeeds: {many: [1, 2, 3]}");
    assertThat(ExperimentSettings.read(file, List.of()).seeds())
        .containsOnly(entry("few", List.of(1, 2)), entry("many", List.of(1, 2, 3)));
  }

  @Test
  void seedsOfNoArmAreRefusedWithTheArmsThereAre() throws IOException {
    Files.writeString(folder.resolve("base.yaml"), "run: {name: base}");
    Path file =
        Files.writeString(
            folder.resolve("experiment.yaml"),
            "experiment: {settings: base.yaml}\narms: {few: []}\n"
                + "armSeeds: {many: [1], few: [one]}");
    assertThatThrownBy(() -> ExperimentSettings.read(file, List.of()))
        .hasMessageContainingAll(
            "armSeeds.many names no arm, expected one of [few]",
            "armSeeds.few is [one], expected a list such as [1, 2, 3]");
  }
}
