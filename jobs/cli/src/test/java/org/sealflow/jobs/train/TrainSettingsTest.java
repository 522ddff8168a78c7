package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.jobs.settings.LabelRule;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.rollout.plan.Stage;
import org.sealflow.schemas.StepLimitScope;

class TrainSettingsTest {
  @TempDir private Path folder;

  @Test
  void theDefaultsAreSound() throws IOException {
    TrainSettings settings = read("").settings();
    assertThat(settings.rollouts().rules().promptStyle()).isEqualTo("bfcl_qwen_fc");
    assertThat(settings.rollouts().rules().stepLimitScope()).isEqualTo(StepLimitScope.TURN);
    assertThat(settings.environment().patches()).isEqualTo(TrainSettings.PatchRule.LIVE);
    assertThat(settings.environment().labels()).isEqualTo(LabelRule.DIAGNOSED);
    assertThat(settings.rollouts().pace().batchesOverlap()).isTrue();
    assertThat(settings.learner()).isEqualTo(LearnerSettings.defaults());
    assertThat(settings.evaluation().sampled()).isTrue();
    assertThat(read("evaluation: {sampled: false}").settings().evaluation().sampled()).isFalse();
  }

  @Test
  void guardsLowerTheRateWhereTheyAreToldTo() throws IOException {
    assertThat(read("").settings().guards().action()).isEqualTo(TrainSettings.GuardAction.STOP);
    TrainSettings.Guards guards =
        read("guards: {action: lower-rate, rateFactor: 0.25, lowerings: 2}").settings().guards();
    assertThat(guards.action()).isEqualTo(TrainSettings.GuardAction.LOWER_RATE);
    assertThat(guards.rateFactor()).isEqualTo(0.25);
    assertThatThrownBy(() -> read("guards: {action: pause, rateFactor: 1, lowerings: 0}"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("guards.action is 'pause', expected one of stop, lower-rate");
    assertThatThrownBy(() -> read("guards: {rateFactor: 1, lowerings: 0}"))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(
            "rateFactor is 1.0, expected more than 0, less than 1",
            "lowerings is 0, expected 1 to 20");
  }

  @Test
  void aCurriculumIsAListOfStages() throws IOException {
    assertThat(read("").settings().tasks().stages()).isEmpty();
    TrainSettings.Read read =
        read("tasks: {stages: [{categories: [multi_turn_base], until: 0.5}, {plain: true}]}");
    assertThat(read.settings().tasks().stages())
        .containsExactly(
            new Stage(List.of("multi_turn_base"), false, 0.5, 4),
            new Stage(List.of(), true, null, 4));
    assertThat(read(read.text()).settings()).isEqualTo(read.settings());
    assertThatThrownBy(() -> read("tasks: {stages: [{until: 2}]}"))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("tasks.stages", "until is 2.0, expected more than 0, at most 1");
    assertThatThrownBy(() -> read("tasks: {stages: [{untill: 0.5}]}"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("tasks.stages");
  }

  @Test
  void theTextInForceGivesTheSameSettings() throws IOException {
    TrainSettings.Read read =
        read("learner: {weighting: {rule: seal}, reward: strict}", "run.seed=7");
    assertThat(read(read.text()).settings()).isEqualTo(read.settings());
    assertThat(read.settings().learner().weighting().rule()).isEqualTo(WeightingRule.SEAL);
    assertThat(read.settings().learner().reward()).isEqualTo(RewardRule.STRICT);
  }

  @Test
  void sectionsAndTheMathematicsAreCheckedTogether() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    run: {batches: 0, name: "a b", stateLimit: much}
                    rollouts: {maxTokens: 0, promptStyle: latin}
                    tasks: {source: directory}
                    learner: {optimizer: {speed: 1}}
                    """))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(
            "name is a b",
            "run.batches is 0, expected a whole number from 1",
            "stateLimit is much, expected a size such as 64m or 2g",
            "rollouts.maxTokens is 0, expected a whole number from 1",
            "latin",
            "directory is nothing",
            "unknown setting learner.optimizer.speed, expected one of"
                + " learner.optimizer.learningRate");
  }

  @Test
  void categoriesOfTrainingTasksHaveWeights() throws IOException {
    assertThat(read("").settings().tasks().generated().categories())
        .isEqualTo(CategoryWeights.alike());
    assertThat(
            read("tasks: {categories: {missFunc: 3}}").settings().tasks().generated().categories())
        .isEqualTo(new CategoryWeights(1, 3, 1, 1));
    assertThat(read("", "tasks.categories.base=0").settings().tasks().generated().categories())
        .isEqualTo(new CategoryWeights(0, 1, 1, 1));
    assertThatThrownBy(() -> read("tasks: {categories: {missFunc: -1}}"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("base, missFunc, missParam and longContext are 1, -1, 1 and 1");
  }

  @Test
  void aRateDecaysOverTheWholeRunUnlessToldOtherwise() throws IOException {
    String learner =
        """
        run: {batches: 30}
        learner:
          batch: {groups: 12, plannedGroups: 12, miniBatchGroups: 5, epochs: 2}
          optimizer: {learningRate: {decay: cosine, warmupSteps: 4%s}}
        """;
    assertThat(totalSteps(read(learner.formatted("")))).isEqualTo(30 * 3 * 2);
    assertThat(totalSteps(read(learner.formatted(", totalSteps: 77")))).isEqualTo(77);
    assertThat(totalSteps(read(learner.formatted(""), "batches=1"))).isEqualTo(6);
    assertThat(totalSteps(read(learner.formatted(""), "batches=1", "learner.batch.epochs=1")))
        .isEqualTo(5);
  }

  private static long totalSteps(TrainSettings.Read read) {
    return read.settings().learner().optimizer().learningRate().totalSteps();
  }

  @Test
  void aJudgeNeedsAServerThatCanBe() throws IOException {
    assertThat(read("run: {seed: 1}").settings().environment().judge().settings()).isNull();
    assertThat(
            read("environment: {judge: {baseUrl: 'http://j/v1', model: m, timeout: 5s}}")
                .settings()
                .environment()
                .judge()
                .settings())
        .isEqualTo(
            new JudgeSettings("http://j/v1", "m", "SEALFLOW_API_KEY", Duration.ofSeconds(5)));
    assertThatThrownBy(() -> read("environment: {judge: {baseUrl: j}}"))
        .hasMessageContaining("the base URL is 'j'");
  }

  @Test
  void limitsOfConversationsAreSettings() throws IOException {
    assertThat(read("run: {seed: 1}").settings().rollouts().rules().dialogue())
        .isEqualTo(new DialogueLimits(200, 10));
    assertThat(
            read("rollouts: {dialogue: {messages: 20}}").settings().rollouts().rules().dialogue())
        .isEqualTo(new DialogueLimits(20, 10));
    assertThatThrownBy(() -> read("rollouts: {dialogue: {errors: 0}}"))
        .hasMessageContaining("limits of 200 messages and 0 errors; give at least 1");
  }

  @Test
  void relianceIsMeasuredWhereAHoldoutTellsWhatTransfers() throws IOException {
    assertThat(read("run: {seed: 1}").settings().environment().reliance().limit()).isNull();
    assertThat(
            read("environment: {reliance: {measured: true, threshold: 1.5}}")
                .settings()
                .environment()
                .reliance()
                .limit())
        .isEqualTo(new EvolveSettings.Reliance(1.5, 16));
    assertThatThrownBy(() -> read("environment: {holdout: 0, reliance: {measured: true}}"))
        .hasMessageContaining("holdout is 0.0, expected more than 0, since reliance is measured");
    assertThatThrownBy(() -> read("environment: {reliance: {threshold: -1, episodes: 0}}"))
        .hasMessageContaining("environment.reliance.threshold is -1.0, expected a number from 0")
        .hasMessageContaining("environment.reliance.episodes is 0, expected a whole number from 1");
  }

  @Test
  void labelsAreNotPermutedTwice() throws IOException {
    String random = "learner: {weighting: {rule: random}}";
    assertThat(read(random).settings().environment().labels()).isEqualTo(LabelRule.DIAGNOSED);
    assertThatThrownBy(() -> read(random, "environment.labels=permuted"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("take weighting.rule=signed");
  }

  private TrainSettings.Read read(String text, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.yaml"), text);
    return TrainSettings.read(file, List.of(overrides));
  }
}
