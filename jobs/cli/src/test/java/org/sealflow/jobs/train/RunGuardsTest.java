package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.TrainingStep;

class RunGuardsTest {
  private static final TrainSettings.Guards ALL =
      new TrainSettings.Guards(0.05, 2, 3, TrainSettings.GuardAction.STOP, 0.5, 2);
  private static final TrainSettings.Guards OFF =
      new TrainSettings.Guards(0, 0, 0, TrainSettings.GuardAction.STOP, 0.5, 2);
  private static final TrainSettings.Guards LOWERING =
      new TrainSettings.Guards(0.05, 2, 3, TrainSettings.GuardAction.LOWER_RATE, 0.5, 2);

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
  void batchesThatAreLostAsAWholeStopTheRunWhenTheyFollowEachOther() {
    TrainingStep lost = step(GroupOutcome.INFRASTRUCTURE_FAILED, GroupOutcome.EXPIRED);
    TrainingStep useful = step(GroupOutcome.INFRASTRUCTURE_FAILED, GroupOutcome.USED);
    assertThat(problem(List.of(), List.of(), List.of(lost, lost, useful, lost, lost))).isNull();
    assertThat(problem(List.of(), List.of(), List.of(useful, lost, lost, lost)))
        .startsWith("in the last 3 batches every group was lost to the infrastructure");
  }

  @Test
  void lostBatchesAmongThoseWithoutDifferencesAreNamed() {
    TrainingStep lost = step(GroupOutcome.EXPIRED);
    TrainingStep flat = step(GroupOutcome.ZERO_VARIANCE, GroupOutcome.EXPIRED);
    assertThat(problem(List.of(), List.of(), List.of(flat, lost, flat)))
        .startsWith(
            "in the last 3 batches no group had different rewards, and in 1 of them every group was"
                + " lost");
  }

  @Test
  void batchesOfDefectiveTasksAreNoneThatTheInfrastructureLost() {
    TrainingStep defective = step(GroupOutcome.EXPIRED, GroupOutcome.TASK_DEFECTIVE);
    assertThat(problem(List.of(), List.of(), Collections.nCopies(5, defective))).isNull();
  }

  @Test
  void whatIsOffStopsNothing() {
    TrainingStep flat = step(GroupOutcome.ZERO_VARIANCE);
    assertThat(
            RunGuards.alarm(
                OFF,
                List.of(),
                List.of(base(0, 90), base(1, 0)),
                List.of(),
                Collections.nCopies(100, flat)))
        .isEmpty();
  }

  @Test
  void whereTheRateIsToBeLoweredNeitherBaseNorEmptyTurnsStopTheRun() {
    List<EvaluationLine> fallen = List.of(base(0, 90), base(20, 80));
    assertThat(lowering(List.of(), fallen, List.of()).orElseThrow().stops()).isFalse();
    List<BatchLine> batches = new ArrayList<>(batches(0, 5, 10));
    batches.addAll(batches(5, 5, 30));
    assertThat(lowering(List.of(), List.of(), batches).orElseThrow().stops()).isFalse();
  }

  @Test
  void batchesWithoutDifferencesStopTheRunWhateverTheOthersDo() {
    TrainingStep flat = step(GroupOutcome.ZERO_VARIANCE);
    assertThat(
            RunGuards.alarm(LOWERING, List.of(), List.of(), List.of(), Collections.nCopies(3, flat))
                .orElseThrow()
                .stops())
        .isTrue();
  }

  @Test
  void aLoweredRateIsJudgedByVersionsThatWereTrainedAtIt() {
    LoweredRate once = lowered(1, 22);
    List<EvaluationLine> before = List.of(base(0, 90), base(20, 80));
    assertThat(lowering(List.of(once), before, List.of())).isEmpty();
    List<EvaluationLine> mended = List.of(base(0, 90), base(20, 80), base(40, 88));
    assertThat(lowering(List.of(once), mended, List.of())).isEmpty();
    List<EvaluationLine> notMended = List.of(base(0, 90), base(20, 80), base(40, 80));
    assertThat(lowering(List.of(once), notMended, List.of()).orElseThrow().stops()).isFalse();
  }

  @Test
  void emptyTurnsAreJudgedByBatchesOfSuchVersions() {
    List<BatchLine> batches = new ArrayList<>(batches(0, 5, 10));
    batches.addAll(batches(5, 5, 30));
    assertThat(lowering(List.of(lowered(1, 5)), List.of(), batches)).isEmpty();
    batches.addAll(batches(10, 1, 30));
    assertThat(lowering(List.of(lowered(1, 5)), List.of(), batches)).isPresent();
  }

  @Test
  void theRunStopsWhereLoweringHasNotHelpedOftenEnough() {
    List<LoweredRate> twice = List.of(lowered(1, 22), lowered(2, 42));
    List<EvaluationLine> fallen = List.of(base(0, 90), base(60, 80));
    RunGuards.Alarm alarm = lowering(twice, fallen, List.of()).orElseThrow();
    assertThat(alarm.stops()).isTrue();
    assertThat(alarm.reason())
        .contains("base success fell to 0.800", "as often as guards.lowerings allows");
  }

  private static Optional<RunGuards.Alarm> lowering(
      List<LoweredRate> lowerings, List<EvaluationLine> evaluations, List<BatchLine> batches) {
    return RunGuards.alarm(LOWERING, lowerings, evaluations, batches, List.of());
  }

  private static LoweredRate lowered(int number, long fromBatch) {
    return new LoweredRate(new RateLowering(number, Math.pow(0.5, number), "fell"), fromBatch);
  }

  private static List<BatchLine> batches(long first, int count, int empty) {
    return LongStream.range(first, first + count).mapToObj(each -> turns(each, empty)).toList();
  }

  /** The reason by which guards stop the run. */
  private static @Nullable String problem(
      List<EvaluationLine> evaluations, List<BatchLine> batches, List<TrainingStep> steps) {
    Optional<RunGuards.Alarm> alarm = RunGuards.alarm(ALL, List.of(), evaluations, batches, steps);
    alarm.ifPresent(each -> assertThat(each.stops()).isTrue());
    return alarm.map(RunGuards.Alarm::reason).orElse(null);
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
    return turns(0, empty);
  }

  private static BatchLine turns(long number, int empty) {
    return new BatchLine(
        number,
        number,
        0,
        1,
        8,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("EMPTY_TURN_MODEL_RESPONSE", empty, "PASS", 100 - empty),
        Map.of(),
        Map.of(),
        0,
        0L);
  }

  private static TrainingStep step(GroupOutcome... outcomes) {
    List<GroupStep> groups = new ArrayList<>();
    for (GroupOutcome outcome : outcomes) {
      String id = "g" + groups.size();
      groups.add(GroupStep.newBuilder().setGroupId(id).setTaskId("t").setOutcome(outcome).build());
    }
    return TrainingStep.newBuilder()
        .setRunId("run")
        .setPolicyName("policy")
        .setBatchNumber(0)
        .setVersion(1)
        .setApplied(true)
        .setGroups(groups)
        .setMetrics(Map.of())
        .setStartedAt(Instant.EPOCH)
        .setEndedAt(Instant.EPOCH)
        .build();
  }
}
