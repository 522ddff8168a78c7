package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.TrainingStep;

class RunGuardsTest {
  private static final TrainSettings.Guards ALL = new TrainSettings.Guards(0.05, 2, 3);
  private static final TrainSettings.Guards OFF = new TrainSettings.Guards(0, 0, 0);

  @Test
  void baseMayFallByAsMuchAsAllowed() {
    assertThat(problem(List.of(base(0, 80), base(20, 90), base(40, 86)), List.of(), List.of()))
        .isNull();
  }

  @Test
  void baseThatFallsFurtherStopsTheRun() {
    assertThat(problem(List.of(base(0, 80), base(20, 90), base(40, 84)), List.of(), List.of()))
        .contains("base success fell to 0.840 at version 40, from 0.900");
  }

  @Test
  void emptyTurnsThatDoubleStopTheRun() {
    List<BatchLine> batches = new ArrayList<>(Collections.nCopies(5, turns(10)));
    batches.addAll(Collections.nCopies(5, turns(20)));
    assertThat(problem(List.of(), batches, List.of())).isNull();
    batches.addAll(Collections.nCopies(5, turns(21)));
    assertThat(problem(List.of(), batches, List.of())).contains("from 0.100 to 0.210");
  }

  @Test
  void batchesWithoutDifferencesStopTheRunWhenTheyFollowEachOther() {
    TrainingStep flat = step(GroupOutcome.ZERO_VARIANCE);
    TrainingStep useful = step(GroupOutcome.USED);
    assertThat(problem(List.of(), List.of(), List.of(flat, flat, useful, flat, flat))).isNull();
    assertThat(problem(List.of(), List.of(), List.of(useful, flat, flat, flat)))
        .contains("in the last 3 batches no group had different rewards");
  }

  @Test
  void whatIsOffStopsNothing() {
    TrainingStep flat = step(GroupOutcome.ZERO_VARIANCE);
    assertThat(
            RunGuards.problem(
                OFF, List.of(base(0, 90), base(1, 0)), List.of(), Collections.nCopies(100, flat)))
        .isEmpty();
  }

  private static String problem(
      List<EvaluationLine> evaluations, List<BatchLine> batches, List<TrainingStep> steps) {
    return RunGuards.problem(ALL, evaluations, batches, steps).orElse(null);
  }

  private static EvaluationLine base(long version, int successes) {
    return new EvaluationLine(
        EvaluationLine.VALIDATION,
        version,
        0,
        1,
        Map.of("multi_turn_base", new Successes(100, successes, successes)),
        Map.of());
  }

  private static BatchLine turns(int empty) {
    return new BatchLine(
        0,
        0,
        0,
        1,
        8,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("EMPTY_TURN_MODEL_RESPONSE", empty, "PASS", 100 - empty),
        Map.of(),
        Map.of());
  }

  private static TrainingStep step(GroupOutcome outcome) {
    GroupStep group =
        GroupStep.newBuilder().setGroupId("g").setTaskId("t").setOutcome(outcome).build();
    return TrainingStep.newBuilder()
        .setRunId("run")
        .setPolicyName("policy")
        .setBatchNumber(0)
        .setVersion(1)
        .setApplied(true)
        .setGroups(List.of(group))
        .setMetrics(Map.of())
        .setStartedAt(Instant.EPOCH)
        .setEndedAt(Instant.EPOCH)
        .build();
  }
}
