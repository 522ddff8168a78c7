package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.UserError;
import org.sealflow.schemas.StepLimitScope;

class TrainSettingsTest {
  @TempDir private Path folder;

  @Test
  void theDefaultsAreSound() throws IOException {
    TrainSettings settings = read("").settings();
    assertThat(settings.rollouts().promptStyle()).isEqualTo("bfcl_qwen_fc");
    assertThat(settings.rollouts().stepLimitScope()).isEqualTo(StepLimitScope.TURN);
    assertThat(settings.environment().patches()).isEqualTo(TrainSettings.PatchRule.LIVE);
    assertThat(settings.learner()).isEmpty();
  }

  @Test
  void theTextInForceGivesTheSameSettings() throws IOException {
    TrainSettings.Read read =
        read("learner: {weighting: {rule: seal}, reward: strict}", "run.seed=7");
    assertThat(read(read.text()).settings()).isEqualTo(read.settings());
    assertThat(read.settings().learner())
        .containsEntry("weighting.rule", "seal")
        .containsEntry("reward", "strict");
  }

  @Test
  void sectionsAndTheMathematicsAreCheckedTogether() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    run: {batches: 0, name: "a b"}
                    rollouts: {maxTokens: 0, promptStyle: latin}
                    tasks: {source: directory}
                    learner: {optimizer: {speed: 1}}
                    """))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(
            "name is a b",
            "batches is 0, expected 1 or more",
            "maxTokens is 0, expected 1 or more",
            "latin",
            "directory is nothing",
            "optimizer.speed");
  }

  private TrainSettings.Read read(String text, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.yaml"), text);
    return TrainSettings.read(file, List.of(overrides));
  }
}
