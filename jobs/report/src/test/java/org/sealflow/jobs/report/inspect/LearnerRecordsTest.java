package org.sealflow.jobs.report.inspect;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;

class LearnerRecordsTest {
  private final LearnerRecords records = new LearnerRecords();

  /** A step that used a group of two, the second of which passed. */
  static TrainingStep step(String group, List<List<Double>> turnAdvantages) {
    return TrainingStep.newBuilder()
        .setRunId("run")
        .setPolicyName("policy")
        .setBatchNumber(3)
        .setVersion(4)
        .setApplied(true)
        .setGroups(
            List.of(
                GroupStep.newBuilder()
                    .setGroupId(group)
                    .setTaskId("task")
                    .setOutcome(GroupOutcome.USED)
                    .setRewards(List.of(0.0, 1.0))
                    .setAdvantages(List.of(-0.5, 0.5))
                    .setWeights(List.of(2.0, 1.0))
                    .setTurnAdvantages(turnAdvantages)
                    .build()))
        .setMetrics(Map.of("loss", -0.25, "ratioMax", 1.5))
        .setStartedAt(Instant.EPOCH)
        .setEndedAt(Instant.EPOCH)
        .build();
  }

  private static TrainingSample sample() {
    return TrainingSample.newBuilder()
        .setRunId("run")
        .setPolicyName("policy")
        .setBatchNumber(3)
        .setGroupId("g")
        .setSampleIndex(0)
        .setEpisodeId("g/0")
        .setAttempt(0)
        .setTaskId("task")
        .setCategory("base")
        .setBranch(false)
        .setVerdict(Verdict.POLICY_FAILED)
        .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH, Tag.EMPTY_TURN_MODEL_RESPONSE))
        .setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG, TurnJudgement.UNJUDGED))
        .setRootCauseTurn(1)
        .setPolicyVersions(List.of(3L, 3L))
        .setTemperature(1)
        .setReward(0)
        .setAdvantage(-0.5)
        .setWeight(2)
        .setTokens(List.of(5, 6, 7, 8))
        .setSampled(List.of(false, true, false, true))
        .setTurns(List.of(-1, 0, -1, 1))
        .setAdvantages(List.of(0f, 0.25f, 0f, -0.75f))
        .setLossWeights(Map.of("rl", 1.0))
        .build();
  }

  private JsonNode of(int sample) {
    return requireNonNull(records.node("g", sample));
  }

  @Test
  void anEpisodeHasItsRewardAdvantageWeightAndTheCreditOfEachTurn() {
    records.add(step("g", List.of(List.of(0.1, -0.9), List.of(0.5))));
    assertThat(of(0).path("reward").asDouble()).isZero();
    assertThat(of(0).path("advantage").asDouble()).isEqualTo(-0.5);
    assertThat(of(0).path("weight").asDouble()).isEqualTo(2);
    assertThat(of(0).path("turns").toString()).isEqualTo("[0.1,-0.9]");
    assertThat(of(1).path("turns").toString()).isEqualTo("[0.5]");
    assertThat(of(0).path("step").path("version").asInt()).isEqualTo(4);
    assertThat(of(0).path("step").path("measures").toString()).isEqualTo("{\"loss\":-0.25}");
  }

  @Test
  void stepsOfOlderVersionsSayNothingOfTurnsUnlessTheBatchWasKept() {
    records.add(step("g", List.of()));
    assertThat(of(0).has("turns")).isFalse();
    records.add(sample());
    JsonNode turns = of(0).path("turns");
    assertThat(turns.path(0).asDouble()).isEqualTo(0.25, within(1e-6));
    assertThat(turns.path(1).asDouble()).isEqualTo(-0.75, within(1e-6));
    assertThat(turns.path(2).asDouble()).isZero();
  }

  @Test
  void nothingIsSaidOfAGroupThatNoStepHasHad() {
    assertThat(records.node("g", 0)).isNull();
    assertThat(records.outcome("g")).isNull();
  }
}
