package org.sealflow.schemas;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * One valid record of every shape, by name. Their bytes are stored (see {@link PublishSchemas}), so
 * a sample may change only together with its schema.
 */
final class Samples {
  static final EpisodeAttempt ATTEMPT = new EpisodeAttempt("run-7", "run-7/b3/g2/s1", 1);
  static final Instant TIME = Instant.parse("2026-11-21T10:15:30.123Z");
  static final String DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Samples() {}

  /** All samples, in a fixed order. */
  static Map<String, SpecificRecordBase> all() {
    Map<String, SpecificRecordBase> samples = new LinkedHashMap<>();
    samples.put("task", TaskRecords.task(task()));
    samples.put("tool-docs", TaskRecords.toolDocs(toolDocs()));
    samples.put("batch", manifest());
    samples.put("started-train", TrajectoryEvents.started(ATTEMPT, TIME, startedInTraining()));
    samples.put("started-replay", TrajectoryEvents.started(ATTEMPT, TIME, startedInReplay()));
    samples.put("step-with-tokens", TrajectoryEvents.step(ATTEMPT, 1, TIME, stepWithTokens()));
    samples.put("step-refused", TrajectoryEvents.step(ATTEMPT, 1, TIME, stepRefused()));
    samples.put("results", TrajectoryEvents.results(ATTEMPT, 2, TIME, results()));
    samples.put("refusal", TrajectoryEvents.results(ATTEMPT, 2, TIME, refusal()));
    samples.put("turn-ended", TrajectoryEvents.turnEnded(ATTEMPT, 3, TIME, 0));
    samples.put("completed", TrajectoryEvents.ended(ATTEMPT, 4, TIME, EndReason.COMPLETED, null));
    samples.put(
        "inference-error",
        TrajectoryEvents.ended(ATTEMPT, 4, TIME, EndReason.INFERENCE_ERROR, "Error: timed out"));
    samples.put(
        "branch-ended", TrajectoryEvents.ended(ATTEMPT, 4, TIME, EndReason.BRANCH_ENDED, null));
    samples.put("user-step", TrajectoryEvents.userStep(ATTEMPT, 1, TIME, userStep()));
    samples.put("turn-failed", Diagnoses.turn(ATTEMPT, turnFailed()));
    samples.put("turn-unreached", Diagnoses.turn(ATTEMPT, turnUnreached()));
    samples.put("episode-failed", Diagnoses.episode(ATTEMPT, episodeFailed()));
    samples.put("episode-defective", Diagnoses.episode(ATTEMPT, episodeDefective()));
    samples.put("profile-tag", Records.valid(profileOfTag()));
    samples.put("profile-task", Records.valid(profileOfTask()));
    samples.put("patch-cue", PatchRecords.patch(cue()));
    samples.put("patch-recovery", PatchRecords.patch(recovery()));
    samples.put("patch-hint", PatchRecords.patch(hint()));
    samples.put(
        "patch-command",
        PatchRecords.command(
            PatchRecords.key(hint()),
            new PatchCommand(PatchAction.PIN, "a trial", TIME, hint().getRunId())));
    samples.put("policy-first", Records.valid(firstPolicy()));
    samples.put("policy-trained", Records.valid(trainedPolicy()));
    samples.put("training-step", Records.valid(trainingStep()));
    samples.put("training-sample", Records.valid(trainingSample()));
    samples.put("training-sample-unscored", Records.valid(unscoredSample()));
    samples.put("failed-record", failedRecord());
    samples.put("failed-line", failedLine());
    return samples;
  }

  /** The sample of this name. */
  static <T extends SpecificRecordBase> T get(Class<T> recordClass, String name) {
    return recordClass.cast(Objects.requireNonNull(all().get(name), name));
  }

  static UserStep userStep() {
    return new UserStep(
        0,
        "My phone has no signal. ###STOP###",
        List.of("toggle_airplane_mode()"),
        List.of(new ToolResult("Airplane mode is now OFF.", null)));
  }

  static Task task() {
    return new Task(
        "multi_turn_miss_func_900",
        DIGEST,
        "multi_turn_miss_func",
        Split.TRAIN,
        TaskOrigin.AUTHORED,
        List.of(
            new TaskTurn(List.of(message("Größe von ‘a.txt’? 😀")), List.of(), List.of()),
            new TaskTurn(List.of(), List.of("wc"), List.of("wc('a.txt', 'l')")),
            new TaskTurn(List.of(message("")), List.of(), List.of("cd(folder='x')", "ls()"))),
        List.of("GorillaFileSystem", "TicketAPI"),
        "{\"TicketAPI\": {\"balance\": 1e5, \"a\": [1.0, null]}}",
        List.of(DIGEST, DIGEST),
        DIGEST,
        "bfcl",
        "run");
  }

  static ToolDocs toolDocs() {
    return new ToolDocs(
        "TicketAPI", DIGEST, List.of("{\"name\": \"close_ticket\"}", "{\"name\": \"logout\"}"));
  }

  static BatchManifest manifest() {
    return Records.valid(
        new BatchManifest(
            "run-7",
            3L,
            Mode.TRAIN,
            12L,
            TIME,
            1,
            List.of(
                new PlannedGroup(
                    "run-7/b3/g0",
                    "multi_turn_base_4",
                    DIGEST,
                    8,
                    Arm.PATCHED,
                    null,
                    null,
                    List.of()),
                new PlannedGroup(
                    "run-7/b3/g1",
                    "multi_turn_base_9",
                    DIGEST,
                    8,
                    Arm.HOLDOUT,
                    null,
                    null,
                    List.of()),
                new PlannedGroup(
                    "run-7/b3/g2",
                    "multi_turn_base_4",
                    DIGEST,
                    8,
                    Arm.PATCHED,
                    new Branch("run-7/b1/g0/s3", 1, 2),
                    null,
                    List.of())),
            lowering(),
            0.375,
            true));
  }

  static RateLowering lowering() {
    return new RateLowering(2, 0.25, "base success fell to 0.840 at version 40");
  }

  static EpisodeStarted startedInTraining() {
    return started()
        .setSampleIndex(1)
        .setGroupSize(8)
        .setBatchNumber(3L)
        .setMode(Mode.TRAIN)
        .setArm(Arm.PATCHED)
        .setPatchSetDigest(DIGEST)
        .setAsOfDate("2026-11-21")
        .setStepLimit(20)
        .setStepLimitScope(StepLimitScope.EPISODE)
        .setSampling(new Sampling(0.9, 0.95, 40, 512, -5L))
        .setPromptTemplateDigest(DIGEST)
        .setShownPatches(List.of(PatchRecords.key(cue())))
        .setBranch(new Branch("run-7/b1/g0/s3", 0, 2))
        .build();
  }

  static EpisodeStarted startedInReplay() {
    return started()
        .setSampleIndex(0)
        .setGroupSize(1)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setSampling(new Sampling(null, null, null, null, null))
        .setSource(new RecordedSource("runs/result.jsonl", 17L, 16L, "task-1", 4096L))
        .build();
  }

  private static EpisodeStarted.Builder started() {
    return EpisodeStarted.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setTaskDigest(DIGEST)
        .setGroupId("run-7/b3/g2")
        .setToolEnforcement(true)
        .setModelName("nano");
  }

  static AssistantStep stepWithTokens() {
    return AssistantStep.newBuilder()
        .setTurn(0)
        .setStep(0)
        .setText("<tool_call>\n{\"name\": \"ls\", \"arguments\": {}}\n</tool_call>")
        .setToolCalls(List.of("ls()", "cd(folder='é')"))
        .setPolicyVersion(12L)
        .setContextTokenIds(List.of(1, 151_643, 0))
        .setSampledTokenIds(List.of(7, 300))
        .setSampledLogProbs(List.of(-0.25f, Float.NEGATIVE_INFINITY))
        .setPlainContextTokenIds(List.of(1, 151_643))
        .build();
  }

  static AssistantStep stepRefused() {
    return AssistantStep.newBuilder()
        .setTurn(2)
        .setStep(5)
        .setToolCalls(List.of())
        .setRejectedCalls(List.of("format_disk(drive='C')"))
        .setParseError("Tool 'format_disk' is not available in the current tool list.")
        .setRepeated(true)
        .build();
  }

  static ToolResults results() {
    return new ToolResults(
        0,
        0,
        List.of(
            new ToolResult("{\"a\": 1.0}", "<tool_response>\n{\"a\": 1.0}\n</tool_response>"),
            new ToolResult("", null),
            new ToolResult(null, "None")),
        null);
  }

  static ToolResults refusal() {
    return new ToolResults(2, 5, List.of(), "[ERROR] Invalid tool call format: …");
  }

  static TurnDiagnosis turnFailed() {
    return turn()
        .setEndedAt(TIME)
        .setReached(true)
        .setTag(Tag.STATE_MISMATCH)
        .setFailure(TurnFailure.ARGUMENT_MISMATCH)
        .setEvidence(List.of(otherValue(), stateDifference()))
        .setOrigin(FailureOrigin.OWN)
        .setRootCause(true)
        .setDeviating(true)
        .setDrift(List.of(new DriftCell(0, 1, "None", "{}")))
        .setPolicyTools(List.of("create_ticket"))
        .setGroundTruthTools(List.of("create_ticket", "logout"))
        .setCalls(2)
        .setErrors(1)
        .setUnsupported(List.of("ls()[0].x"))
        .setPolicyCalls(List.of(new DiagnosedCall(0, 0, "ls()", "ls", CallStatus.SUCCEEDED, "{}")))
        .setGroundTruthCalls(
            List.of(new DiagnosedCall(0, 0, "cat('a')", "cat", CallStatus.ERROR_RESULT, "no")))
        .build();
  }

  static TurnDiagnosis turnUnreached() {
    return turn()
        .setTurn(4)
        .setReached(false)
        .setTag(Tag.EMPTY_TURN_MODEL_RESPONSE)
        .setRootCause(false)
        .setDeviating(false)
        .setCalls(0)
        .setErrors(0)
        .build();
  }

  private static TurnDiagnosis.Builder turn() {
    return TurnDiagnosis.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setCategory("multi_turn_base")
        .setTurn(1)
        .setMode(Mode.TRAIN)
        .setArm(Arm.PATCHED)
        .setGroupId("b3/g0")
        .setBatchNumber(3L);
  }

  private static Evidence otherValue() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.OTHER_VALUE)
        .setStep(0)
        .setCall(1)
        .setCallText("create_ticket(title='b')")
        .setTool("create_ticket")
        .setArgument("title")
        .setExpected("'a'")
        .setActual("'b'")
        .build();
  }

  private static Evidence stateDifference() {
    return Evidence.newBuilder()
        .setKind(EvidenceKind.STATE_DIFFERENCE)
        .setExpected("'a'")
        .setActual("'b'")
        .setAttributePath("TicketAPI.ticket_queue[0]['title']")
        .setNote("first of 3 differences")
        .build();
  }

  static EpisodeDiagnosis episodeFailed() {
    return episode()
        .setPatchSetDigest(DIGEST)
        .setArm(Arm.PATCHED)
        .setMode(Mode.TRAIN)
        .setBatchNumber(3L)
        .setPolicyVersionMin(11L)
        .setPolicyVersionMax(12L)
        .setVerdict(Verdict.POLICY_FAILED)
        .setOfficialValid(false)
        .setOfficialErrorType("multi_turn:instance_state_mismatch")
        .setIrrelevanceValid(true)
        .setSealProgress(0.5)
        .setSealProgressWithIrrelevance(2.0 / 3)
        .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH, Tag.CORRECT_ABSTENTION))
        .setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG, TurnJudgement.UNJUDGED))
        .setRootCauseTurn(1)
        .setTurns(3)
        .setCalls(7)
        .setAsOfDate("2026-11-21")
        .setRepair(new Repair(RepairOutcome.FOUND, List.of(replacedCall(), insertedCall()), 14))
        .build();
  }

  private static CallEdit replacedCall() {
    return CallEdit.newBuilder()
        .setKind(EditKind.REPLACE)
        .setTurn(1)
        .setStep(0)
        .setCall(0)
        .setTool("tail")
        .setCallText("tail('log.txt', 5)")
        .setWantedText("tail(file_name='log.txt', lines=1)")
        .setArguments(List.of(new ArgumentChange("lines", "5", "1")))
        .build();
  }

  private static CallEdit insertedCall() {
    return CallEdit.newBuilder()
        .setKind(EditKind.INSERT)
        .setTurn(1)
        .setTool("wc")
        .setWantedText("wc(file_name='log.txt')")
        .build();
  }

  static EpisodeDiagnosis episodeDefective() {
    return episode()
        .setArm(Arm.HOLDOUT)
        .setMode(Mode.EVAL)
        .setVerdict(Verdict.TASK_DEFECTIVE)
        .setVerdictReason("the ground truth calls tail before it is revealed")
        .setTags(List.of())
        .setTurns(0)
        .setCalls(0)
        .build();
  }

  private static EpisodeDiagnosis.Builder episode() {
    return EpisodeDiagnosis.newBuilder()
        .setTaskId("multi_turn_base_4")
        .setTaskDigest(DIGEST)
        .setCategory("multi_turn_base")
        .setGroupId("run-7/b3/g2")
        .setSampleIndex(0)
        .setGroupSize(8)
        .setStrictSuccess(false)
        .setEndedAt(TIME);
  }

  static CapabilityProfile profileOfTag() {
    return CapabilityProfile.newBuilder()
        .setRunId("run-7")
        .setCapability(new Capability(CapabilityKind.TAG, Capabilities.ALL, "state_mismatch"))
        .setVersion(12L)
        .setTotal(new CapabilityStatistics(10L, 3L, 3.5, 1L, 0.3, 0.35, 0.107789, 0.603222))
        .setWindow(new CapabilityStatistics(2L, 1L, 1.0, 0L, 0.5, 0.5, 0.094531, 0.905469))
        .setVersions(
            List.of(
                new VersionStatistics(
                    12L, new CapabilityStatistics(2L, 1L, 1.0, 0L, 0.5, 0.5, 0.094531, 0.905469))))
        .setPatchSets(
            List.of(
                new PatchSetUplift(DIGEST, 6L, 3L, 2L, 0L, 0.5, -0.2, 0.8),
                new PatchSetUplift(DIGEST, 1L, 1L, 0L, 0L, null, null, null)))
        .setTagWeight(1.0044642857142856)
        .setObservedAt(TIME)
        .build();
  }

  static CapabilityProfile profileOfTask() {
    CapabilityStatistics none = new CapabilityStatistics(0L, 0L, 0.0, 0L, 0.0, 0.0, 0.0, 1.0);
    return CapabilityProfile.newBuilder()
        .setRunId("run-7")
        .setCapability(new Capability(CapabilityKind.TASK, "multi_turn_base", "multi_turn_base_4"))
        .setVersion(0L)
        .setTotal(none)
        .setWindow(none)
        .setVersions(List.of())
        .setSignals(
            new TaskSignals(true, false, true, List.of(1.0, 0.0), List.of("cd::INVALID_CALL")))
        .setObservedAt(TIME)
        .build();
  }

  private static EnvironmentPatch.Builder patch(PatchLayer layer, String failure) {
    return EnvironmentPatch.newBuilder()
        .setRunId("run-7")
        .setCategory("multi_turn_base")
        .setLayer(layer)
        .setCapability(
            new Capability(
                CapabilityKind.TOOL_FAILURE, "multi_turn_base", "place_order::" + failure))
        .setState(PatchState.ACTIVE)
        .setVersion(new PatchVersion(1, 17L))
        .setContentDigest(DIGEST)
        .setEvidence(new PatchEvidence(9L, 0.25, 0.1, 8L, 12L, List.of("run-7/b3/g2/s1")))
        .setUplift(new PatchUplift(64L, 60L, 9L, 1L, 0.826389, 0.5, 0.9))
        .setReason("9 of 36 failing turns")
        .setPinned(false)
        .setActivatedAt(TIME)
        .setUpdatedAt(TIME);
  }

  static EnvironmentPatch cue() {
    return patch(PatchLayer.SCHEMA_CUE, "ARGUMENT_MISMATCH")
        .setTool("place_order")
        .setContent(
            new PatchContent(
                List.of(
                    new ArgumentCue("order_type", true, List.of("Buy", "Sell"), "string", null),
                    new ArgumentCue("price", true, List.of(), null, "dollars")),
                List.of(),
                null))
        .setReliance(new PatchReliance(24L, 1_810L, 62.5))
        .build();
  }

  static EnvironmentPatch recovery() {
    return patch(PatchLayer.RECOVERY_FEEDBACK, "RECOVERY_FAILURE")
        .setTool("place_order")
        .setContent(
            new PatchContent(
                List.of(),
                List.of(new RecoveryHint("MISSING_ARGUMENT", "Give {argument} to {tool}.")),
                null))
        .build();
  }

  static EnvironmentPatch hint() {
    return patch(PatchLayer.CAPABILITY_HINT, "MISSING_CALL")
        .setState(PatchState.RETIRED)
        .setContent(new PatchContent(List.of(), List.of(), "Größe zählt."))
        .setUplift(new PatchUplift(0L, 0L, 0L, 0L, null, null, null))
        .build();
  }

  static PolicyUpdate firstPolicy() {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run-7")
        .setVersion(0L)
        .setFormat(WeightsFormat.NONE)
        .setPublishedAt(TIME)
        .build();
  }

  static PolicyUpdate trainedPolicy() {
    return PolicyUpdate.newBuilder()
        .setPolicyName("nano")
        .setRunId("run-7")
        .setVersion(13L)
        .setParentVersion(12L)
        .setBatchNumber(12L)
        .setWeightsUri("file:///weights/9f86")
        .setWeightsDigest(DIGEST)
        .setFormat(WeightsFormat.PEFT_ADAPTER)
        .setMetrics(Map.of("loss", -0.125))
        .setPublishedAt(TIME)
        .build();
  }

  static TrainingSample trainingSample() {
    return TrainingSample.newBuilder()
        .setRunId("run-7")
        .setPolicyName("nano")
        .setBatchNumber(12L)
        .setGroupId("run-7/b12/g0")
        .setSampleIndex(1)
        .setEpisodeId("run-7/b12/g0/s1")
        .setAttempt(0)
        .setTaskId("multi_turn_base_4")
        .setCategory("base")
        .setBranch(false)
        .setVerdict(Verdict.POLICY_FAILED)
        .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH))
        .setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG))
        .setRootCauseTurn(1)
        .setPolicyVersions(List.of(11L, 12L))
        .setTemperature(1.0)
        .setReward(0.0)
        .setAdvantage(-0.5)
        .setWeight(1.25)
        .setTokens(List.of(3, 4, 9, 5, 151645))
        .setSampled(List.of(false, true, true, false, true))
        .setTurns(List.of(-1, 0, 0, -1, 1))
        .setLogProbs(List.of(0.0f, -0.5f, -0.25f, 0.0f, -1.5f))
        .setAdvantages(List.of(0.0f, 0.5f, 0.5f, 0.0f, -0.625f))
        .setLossWeights(Map.of("rl", 1.0))
        .build();
  }

  static TrainingSample unscoredSample() {
    return TrainingSample.newBuilder(trainingSample())
        .setVerdict(Verdict.PASSED)
        .setRootCauseTurn(null)
        .setLogProbs(null)
        .build();
  }

  static TrainingStep trainingStep() {
    return TrainingStep.newBuilder()
        .setRunId("run-7")
        .setPolicyName("nano")
        .setBatchNumber(12L)
        .setVersion(13L)
        .setApplied(true)
        .setGroups(
            List.of(
                new GroupStep(
                    "run-7/b12/g0",
                    "multi_turn_base_4",
                    GroupOutcome.USED,
                    List.of(1.0, 0.0),
                    List.of(0.5, -0.5),
                    List.of(1.0, 2.0),
                    0.0,
                    List.of(List.of(0.5, 0.5), List.of(-0.5))),
                new GroupStep(
                    "run-7/b12/g1",
                    "multi_turn_base_9",
                    GroupOutcome.EXPIRED,
                    List.of(),
                    List.of(),
                    List.of(),
                    0.0,
                    List.of())))
        .setMetrics(Map.of("loss", -0.125))
        .setTagWeights(Map.of("pass", 1.0))
        .setStaleness(Map.of("1", 40L))
        .setQueuedGroups(2)
        .setRateLowering(lowering())
        .setStartedAt(TIME)
        .setEndedAt(TIME)
        .setReliance(
            Map.of(
                "multi_turn_base/place_order/SCHEMA_CUE/ARGUMENT_MISMATCH",
                new PatchReliance(6L, 420L, 15.5)))
        .build();
  }

  static Failure failedRecord() {
    return failedRecord(bytes("k"), bytes("{not avro}"), 2);
  }

  static Failure failedRecord(byte @Nullable [] key, byte[] value, int requeues) {
    RecordPosition position = new RecordPosition("sealflow.trajectories", 3, 4_000_000_000L);
    return Failures.ofRecord(complaint(), TIME, position, key, value, requeues);
  }

  static Failure failedLine() {
    return Failures.ofLine(
        complaint(),
        TIME,
        new RecordedSource("runs/result.jsonl", 17L, 16L, "task-1", 4096L),
        new byte[0]);
  }

  static Complaint complaint() {
    return new Complaint(Boundary.PARSE, "begins with 7B 6E", "send Avro");
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Message message(String content) {
    return new Message("user", content);
  }
}
