package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.conversation.DialogueLimits;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.TestingPlans;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.StepLimitScope;

class RolloutSettingsTest {
  @Test
  void everyProblemOfTheSettingsIsNamedAtOnce() {
    assertThatThrownBy(
            () ->
                new RolloutSettings(
                    "a model",
                    new RolloutSettings.Limits(0, -1, true),
                    new RolloutSettings.Deadlines(
                        Duration.ZERO, Duration.ofSeconds(-1), Duration.ZERO),
                    new RolloutSettings.EpisodeRules(
                        true, -2, StepLimitScope.TURN, "chat", null, DialogueLimits.DEFAULT),
                    false,
                    null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rollout settings is wrong: ")
        .hasMessageContainingAll(
            "'a model_00000000' cannot be part of a call",
            "maxInFlight is 0, expected 1 or more",
            "maxWaiting is -1, expected 0 or more",
            "answerDeadline is PT0S, expected a duration of more than 0",
            "episodeDeadline is PT-1S",
            "taskDeadline is PT0S",
            "stepLimit is -2, expected 0 or more",
            "no prompt style 'chat'");
  }

  @Test
  void everyProblemOfABatchsShapeIsNamedAtOnce() {
    assertThatThrownBy(() -> new BatchShape(2, 3, 0, -1))
        .hasMessage(
            "batch shape is wrong: groupsNeeded is 3, expected 1 to the number of groups, 2;"
                + " groupSize is 0, expected 1 or more; batches is -1, expected 0 or more");
  }

  @Test
  void sharesAndStalenessHaveTheirRanges() {
    assertThatThrownBy(() -> new ArmSplit(true, 1.5)).hasMessageContaining("expected 0 to 1");
    assertThatThrownBy(() -> new ArmSplit(true, Double.NaN)).hasMessageContaining("0 to 1");
    assertThatThrownBy(() -> new BatchAdmission(VersionRule.POLICY, -1))
        .hasMessageContaining("maxStaleness is -1, expected 0 to 10000");
    assertThatThrownBy(() -> new PlannedSampling(-1, 1, 0, 1)).hasMessageContaining("temperature");
    assertThatThrownBy(() -> new PlannedTask("", "", ""))
        .hasMessageContainingAll("taskId", "digest");
  }

  @Test
  void aPlanNeedsARunAndATask() {
    assertThatThrownBy(() -> RolloutPlan.training(" ", List.of(), 1))
        .hasMessageContainingAll("runId is ' '", "the number of tasks is 0, expected 1 or more");
    assertThatThrownBy(() -> RolloutPlan.evaluation("run", List.of(), 1))
        .hasMessageContaining("the number of tasks is 0");
  }

  @Test
  void noStepLimitIsNone() {
    RolloutSettings settings = RolloutSettings.DEFAULT.asOf(LocalDate.of(2026, 1, 15));

    assertThat(settings.rules().ofConversation().stepLimit()).isEqualTo(StepLimit.BFCL);
    assertThat(settings.withStepLimit(0, StepLimitScope.TURN).rules().ofConversation().stepLimit())
        .isNull();
    assertThat(
            settings.withStepLimit(20, StepLimitScope.EPISODE).rules().ofConversation().stepLimit())
        .isEqualTo(StepLimit.SEAL);
  }

  @Test
  void settingsAndPlansTravelToWhereTheyAreUsed() throws Exception {
    RolloutPlan plan = RolloutPlan.training("run", TestingPlans.tasks(2), 3);

    assertThat(travelled(plan)).isEqualTo(plan);
    assertThat(plan.mode()).isEqualTo(Mode.TRAIN);
    assertThat(travelled(RolloutSettings.DEFAULT)).isEqualTo(RolloutSettings.DEFAULT);
  }

  private static Object travelled(Object value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
