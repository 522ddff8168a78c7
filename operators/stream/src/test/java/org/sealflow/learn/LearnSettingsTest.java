package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.algorithm.LearnerSettings;

class LearnSettingsTest {
  @Test
  void everyProblemIsNamed() {
    LearnerSettings endless =
        LearnerSettings.parse(Map.of("optimizer.learningRate.decay", "cosine"));
    assertThatThrownBy(() -> new LearnSettings(" ", "", endless, 0, 0, "", 0, -1, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "runId",
            "policyName",
            "optimizer.learningRate.totalSteps is 0, expected the number of optimizer steps",
            "temperature is 0.0",
            "passTokens is 0",
            "weightsDirectory",
            "keptVersions is 0",
            "stateLimitBytes is -1",
            "batchDeadline");
  }

  @Test
  void settingsTravelToTheTask() throws IOException, ClassNotFoundException {
    LearnSettings settings = TestingSamples.settings("file:///weights");
    byte[] bytes = InstantiationUtil.serializeObject(settings);
    LearnSettings copy = InstantiationUtil.deserializeObject(bytes, getClass().getClassLoader());

    assertThat(copy).isEqualTo(settings);
    assertThat(copy.learner()).isEqualTo(settings.learner());
    assertThat(copy.learner().batch().epochs()).isEqualTo(2);
  }
}
