package org.sealflow.jobs.cli.topic;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchAction;
import org.sealflow.schemas.PatchCommand;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.WeightsFormat;

class RecordLinesTest {
  private static final RecordLines PLAIN = new RecordLines(new Colours(false));
  private static final EpisodeAttempt SECOND = new EpisodeAttempt("run-7", "e\u001b[2J", 1);

  @Test
  void aBatchIsItsGroupsAndEpisodes() {
    BatchManifest batch =
        new BatchManifest(
            "run-7",
            3L,
            Mode.TRAIN,
            12L,
            TestingRecords.TIME,
            1,
            List.of(
                new PlannedGroup(
                    "g0", "t", TestingRecords.DIGEST, 8, Arm.PATCHED, null, null, List.of()),
                new PlannedGroup(
                    "g1", "t", TestingRecords.DIGEST, 8, Arm.HOLDOUT, null, null, List.of())),
            null,
            null,
            false);
    assertThat(PLAIN.of(batch, TestingRecords.TIME))
        .containsExactly(
            "2026-11-21T10:15:30Z  run-7  batch 3  TRAIN  policy 12  2 groups, 1 needed "
                + " 16 episodes");
  }

  @Test
  void aBatchThatLowersTheRateSaysHowFarAndWhy() {
    BatchManifest batch =
        BatchManifest.newBuilder()
            .setRunId("run-7")
            .setBatchNumber(3)
            .setMode(Mode.TRAIN)
            .setPolicyVersion(2)
            .setPlannedAt(TestingRecords.TIME)
            .setGroupsNeeded(1)
            .setGroups(
                List.of(
                    new PlannedGroup(
                        "g0", "t", TestingRecords.DIGEST, 8, Arm.PATCHED, null, null, List.of())))
            .setRateLowering(new RateLowering(1, 0.5, "empty turns doubled"))
            .build();
    assertThat(PLAIN.of(batch, TestingRecords.TIME))
        .hasSize(2)
        .last()
        .asString()
        .isEqualTo("    learning rate × 0.5  empty turns doubled");
  }

  @Test
  void aProfileShowsWindowTotalAndItsNewestPatchSet() {
    assertThat(PLAIN.of(TestingRecords.profile("multi_turn_base"), TestingRecords.TIME))
        .containsExactly(
            "2026-11-21T10:15:30Z  run-7/TOOL/multi_turn_base/place_order  version 12  window 3/10"
                + " (11–60 %), reward 0.35  total 3/10 (11–60 %), reward 0.35",
            "    patch set 9f86d081884c: with 3/6, without 0/2, uplift +50 [-20, +80] points");
  }

  @Test
  void aPatchShowsItsReasonContentAndEffect() {
    assertThat(
            PLAIN.of(
                TestingRecords.patch("multi_turn_base", PatchState.ACTIVE, 17),
                TestingRecords.TIME))
        .containsExactly(
            "2026-11-21T10:15:30Z  ACTIVE  run-7/multi_turn_base/place_order/SCHEMA_CUE/TOOL_FAILURE/"
                + "place_order::ARGUMENT_MISMATCH  v0.17  9 of 36 failing turns",
            "    order_type: required type string one of Buy, Sell",
            "    with 60/64, without 1/9, uplift +83 [+50, +90] points");
  }

  @Test
  void anOrderSaysWhatAndWhy() {
    PatchRecord order =
        PatchRecords.command(
            "a/*/CAPABILITY_HINT/TAG/x",
            new PatchCommand(
                PatchAction.RETIRE, "too \u001b[2Jloud", TestingRecords.TIME, "run-7"));
    assertThat(PLAIN.of(order, TestingRecords.TIME))
        .containsExactly(
            "2026-11-21T10:15:30Z  order: RETIRE  run-7/a/*/CAPABILITY_HINT/TAG/x  too \\u001b[2Jloud");
  }

  @Test
  void aPolicyVersionShowsItsBatchAndWeights() {
    PolicyUpdate update =
        PolicyUpdate.newBuilder()
            .setPolicyName("nano")
            .setRunId("run-7")
            .setVersion(13L)
            .setParentVersion(12L)
            .setBatchNumber(12L)
            .setWeightsUri("file:///w")
            .setWeightsDigest(TestingRecords.DIGEST)
            .setFormat(WeightsFormat.PEFT_ADAPTER)
            .setMetrics(Map.of("loss", -0.125, "kl", 0.5))
            .setPublishedAt(TestingRecords.TIME)
            .build();
    assertThat(PLAIN.of(update, TestingRecords.TIME))
        .containsExactly(
            "2026-11-21T10:15:30Z  nano  version 13  from batch 12  PEFT_ADAPTER  file:///w",
            "    kl 0.5000, loss -0.1250");
  }

  @Test
  void aTrainingStepCountsItsGroupsAndSaysWhyItWasRefused() {
    TrainingStep step =
        TrainingStep.newBuilder()
            .setRunId("run-7")
            .setPolicyName("nano")
            .setBatchNumber(4L)
            .setVersion(5L)
            .setApplied(false)
            .setRefusal("the gradient is not finite")
            .setGroups(
                List.of(group("g0", GroupOutcome.EXPIRED), group("g1", GroupOutcome.ZERO_VARIANCE)))
            .setMetrics(Map.of())
            .setStartedAt(TestingRecords.TIME)
            .setEndedAt(TestingRecords.TIME.plusMillis(2500))
            .build();
    assertThat(PLAIN.of(step, TestingRecords.TIME).get(0))
        .isEqualTo(
            "2026-11-21T10:15:32Z  nano  batch 4  version 5  groups: 1 ZERO_VARIANCE, 1 EXPIRED "
                + " refused: the gradient is not finite  2.5 s");
  }

  private static GroupStep group(String id, GroupOutcome outcome) {
    return GroupStep.newBuilder().setGroupId(id).setTaskId("t").setOutcome(outcome).build();
  }

  @Test
  void longContextConstantsAreNamed() {
    TaskRecord record =
        TaskRecords.longContext(new LongContextConstants(TestingRecords.DIGEST, "{}"));
    assertThat(PLAIN.of(record, TestingRecords.TIME))
        .containsExactly("2026-11-21T10:15:30Z  long-context constants  9f86d081884c");
  }

  @Test
  void anUnreachedTurnIsNotTakenForATaggedOne() {
    Diagnosis diagnosis = TestingRecords.passedTurn("e", 4);
    TurnDiagnosis turn = requireNonNull(diagnosis.getTurnDiagnosis());
    turn.setReached(false);
    turn.setEndedAt(null);
    turn.setTag(Tag.EMPTY_TURN_MODEL_RESPONSE);
    assertThat(PLAIN.of(diagnosis, TestingRecords.TIME.plusSeconds(5)))
        .containsExactly(
            "2026-11-21T10:15:35Z  e  multi_turn_base_4  turn 4  not reached, counted as"
                + " empty_turn_model_response");
  }

  @Test
  void driftIsCounted() {
    Diagnosis diagnosis = TestingRecords.passedTurn("e", 0);
    requireNonNull(diagnosis.getTurnDiagnosis()).setDrift(List.of(new DriftCell(0, 0, "a", "b")));
    assertThat(PLAIN.of(diagnosis, TestingRecords.TIME).get(0)).endsWith("pass  1 drifted result");
  }

  @Test
  void anEpisodeSaysWhyItCountsAsWhatItCounts() {
    Diagnosis diagnosis = TestingRecords.failedEpisode("e");
    diagnosis.setAttempt(1);
    EpisodeDiagnosis episode = requireNonNull(diagnosis.getEpisodeDiagnosis());
    episode.setVerdict(Verdict.INFRASTRUCTURE_FAILED);
    episode.setVerdictReason("the engine\ngave up");
    episode.setOfficialValid(null);
    episode.setOfficialErrorType(null);
    episode.setRootCauseTurn(null);
    episode.setRootCauseReason(RootCauseReason.ENGINE_FAILURE);
    assertThat(PLAIN.of(diagnosis, TestingRecords.TIME))
        .containsExactly(
            "2026-11-21T10:15:30Z  e (attempt 1)  multi_turn_base_4  episode "
                + " INFRASTRUCTURE_FAILED  official: none  root cause: ENGINE_FAILURE",
            "    the engine\\ngave up");
  }

  @Test
  void aRepairHasALinePerEdit() {
    Diagnosis diagnosis = TestingRecords.failedEpisode("e");
    CallEdit edit =
        CallEdit.newBuilder()
            .setKind(EditKind.REPLACE)
            .setTurn(1)
            .setStep(0)
            .setCall(2)
            .setCallText("tail('a', 5)")
            .setWantedText("tail('a', 1)")
            .build();
    EpisodeDiagnosis episode = requireNonNull(diagnosis.getEpisodeDiagnosis());
    episode.setRepair(new Repair(RepairOutcome.FOUND, List.of(edit), 3));
    assertThat(PLAIN.of(diagnosis, TestingRecords.TIME))
        .endsWith(
            "    repair: REPLACE in turn 1 at step 0 call 2 tail('a', 5) wanted tail('a', 1)");

    episode.setRepair(new Repair(RepairOutcome.BUDGET_SPENT, List.of(), 500));
    assertThat(PLAIN.of(diagnosis, TestingRecords.TIME))
        .endsWith("    no repair within 500 executions");
  }

  @Test
  void everyEventIsALineWithoutAnythingATerminalObeys() {
    AssistantStep refused =
        AssistantStep.newBuilder()
            .setTurn(1)
            .setStep(2)
            .setToolCalls(List.of())
            .setRejectedCalls(List.of("rm()"))
            .setParseError("no tool 'rm'")
            .build();
    ToolResults results =
        new ToolResults(
            1, 2, List.of(new ToolResult("{\"a\": 1}\n", null), new ToolResult(null, null)), null);
    ToolResults refusal = new ToolResults(1, 2, List.of(), "not available");
    assertThat(line(TrajectoryEvents.step(SECOND, 1, TestingRecords.TIME, refused)))
        .isEqualTo(
            "2026-11-21T10:15:30Z  e\\u001b[2J (attempt 1)  #1  turn 1 step 2  refused: no tool"
                + " 'rm'");
    assertThat(line(TrajectoryEvents.results(SECOND, 2, TestingRecords.TIME, results)))
        .endsWith("turn 1 step 2  → {\"a\": 1}\\n; (not recorded)");
    assertThat(line(TrajectoryEvents.results(SECOND, 2, TestingRecords.TIME, refusal)))
        .endsWith("turn 1 step 2  → not available");
    assertThat(
            line(
                TrajectoryEvents.ended(
                    SECOND, 3, TestingRecords.TIME, EndReason.ENGINE_FAILURE, "timed out")))
        .endsWith("ended  ENGINE_FAILURE  timed out");
  }

  @Test
  void aRecordWithoutItsPayloadIsStillALine() {
    TrajectoryEvent event = TestingRecords.episodeEvents("e", "x").get(0);
    event.setEpisodeStarted(null);
    assertThat(line(event)).endsWith("#0  without start");
    Diagnosis diagnosis = TestingRecords.passedTurn("e", 0);
    diagnosis.setTurnDiagnosis(null);
    assertThat(PLAIN.of(diagnosis, TestingRecords.TIME))
        .containsExactly("2026-11-21T10:15:30Z  e  without payload");
  }

  @Test
  void coloursAreSwitchedOffAfterWhatTheyPaint() {
    String line =
        new RecordLines(new Colours(true))
            .of(TestingRecords.failedTurn("e", 1), TestingRecords.TIME)
            .get(0);
    assertThat(line).contains("\u001b[31mARGUMENT_MISMATCH\u001b[0m  OWN");
    assertThat(line.replaceAll("\u001b\\[[0-9]*m", ""))
        .isEqualTo(PLAIN.of(TestingRecords.failedTurn("e", 1), TestingRecords.TIME).get(0));
  }

  private static String line(TrajectoryEvent event) {
    return PLAIN.of(event, TestingRecords.TIME).get(0);
  }
}
