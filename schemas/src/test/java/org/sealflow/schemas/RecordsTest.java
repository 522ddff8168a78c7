package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class RecordsTest {
  @Test
  void everySampleIsValid() {
    assertThat(Samples.all().values())
        .allSatisfy(sample -> assertThat(Records.check(sample)).isEmpty())
        .allSatisfy(sample -> assertThat(Records.valid(sample)).isSameAs(sample));
  }

  @Test
  void anUnfinishedRecordIsDescribedNotThrownAt() {
    List<SpecificRecordBase> unfinished =
        List.of(
            new TrajectoryEvent(),
            new Diagnosis(),
            new TaskRecord(),
            new BatchManifest(),
            new CapabilityProfile(),
            new PatchRecord(),
            new PolicyUpdate(),
            new TrainingStep(),
            new TrainingSample(),
            new Failure());
    assertThat(unfinished)
        .allSatisfy(
            record ->
                assertThat(Records.check(record))
                    .hasValueSatisfying(
                        problem ->
                            assertThat(problem)
                                .startsWith(record.getClass().getSimpleName() + ": ")
                                .contains(" is missing")));
  }

  @Test
  void unfinishedPayloadsAreDescribedToo() {
    TrajectoryEvent event = new TrajectoryEvent();
    event.setEpisodeStarted(new EpisodeStarted());
    event.setAssistantStep(new AssistantStep());
    event.setToolResults(new ToolResults());
    event.setTurnEnded(new TurnEnded());
    event.setEpisodeEnded(new EpisodeEnded());
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.setTurnDiagnosis(new TurnDiagnosis());
    diagnosis.setEpisodeDiagnosis(new EpisodeDiagnosis());
    TaskRecord task = new TaskRecord();
    task.setTask(new Task());
    task.setToolDocs(new ToolDocs());

    assertThat(Records.check(event)).get().asString().contains("sampling is missing");
    assertThat(Records.check(diagnosis)).get().asString().contains("verdict is missing");
    assertThat(Records.check(task)).get().asString().contains("turns is missing");
  }

  @Test
  void allProblemsAreSaidAtOnceInOneLine() {
    TrajectoryEvent event = event("turn-ended");
    event.setEpisodeId("");
    event.setAttempt(-1);
    event.setTurnEnded(new TurnEnded(-2));

    assertThat(Records.check(event))
        .contains(
            "TrajectoryEvent: episodeId is missing or empty; attempt is -1, expected 0 or more;"
                + " turn is -2, expected 0 or more");
  }

  @Test
  void anInvalidRecordIsRefusedWithTheSameWords() {
    TrajectoryEvent event = event("turn-ended");
    event.setRunId("");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Records.valid(event))
        .withMessage("TrajectoryEvent: runId is missing or empty");
  }

  @Test
  void aRecordInsideAnotherIsNotChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Records.check(new TurnEnded(0)))
        .withMessage("TurnEnded is not the record of a topic");
  }

  @Test
  void thePayloadMustBeTheOneOfTheKind() {
    refuses(
        event("turn-ended"),
        event -> event.setKind(EventKind.TOOL_RESULTS),
        "toolResults is missing, which the kind demands");
    refuses(
        event("turn-ended"),
        event -> event.setKind(EventKind.TOOL_RESULTS),
        "turnEnded is set, which the kind forbids");
    refuses(
        event("turn-ended"),
        event -> event.setToolResults(Samples.results()),
        "toolResults is set, which the kind forbids");
    refuses(
        diagnosis("turn-failed"),
        diagnosis -> diagnosis.setKind(DiagnosisKind.EPISODE),
        "episodeDiagnosis is missing, which the kind demands");
    refuses(
        task("task"),
        task -> task.setToolDocs(Samples.toolDocs()),
        "toolDocs is set, which the kind forbids");
    refuses(
        task("tool-docs"), task -> task.setToolDocs(null), "toolDocs is missing, which the kind");
  }

  @Test
  void aUserSaysSomethingOrCallsATool() {
    refuses(
        event("user-step"),
        event -> event.setUserStep(new UserStep(0, null, List.of(), List.of())),
        "the user neither says anything nor calls a tool");
    refuses(
        event("user-step"),
        event -> event.getUserStep().setToolCalls(List.of("a()", "b()")),
        "1 results for 2 toolCalls");
  }

  @Test
  void sequenceZeroIsTheStartAndOnlyThat() {
    refuses(
        event("turn-ended"),
        event -> event.setSequence(0),
        "sequence is 0 for TURN_ENDED, expected 0 for EPISODE_STARTED and only there");
    refuses(event("started-train"), event -> event.setSequence(1), "sequence is 1 for EPISODE_ST");
    refuses(event("turn-ended"), event -> event.setSequence(-1), "sequence is -1, expected 0");
  }

  @Test
  void aStartIsConsistent() {
    refusesStart(start -> start.setTaskId(""), "taskId is missing or empty");
    refusesStart(start -> start.setTaskDigest(""), "taskDigest is missing or empty");
    refusesStart(start -> start.setGroupId(""), "groupId is missing or empty");
    refusesStart(start -> start.setModelName(""), "modelName is missing or empty");
    refusesStart(start -> start.setSampleIndex(8), "sampleIndex is 8 in a group of 8");
    refusesStart(start -> start.setSampleIndex(-1), "sampleIndex is -1 in a group of 8");
    refusesStart(start -> start.setGroupSize(0), "groupSize is 0, expected 1 or more");
    refusesStart(start -> start.setBatchNumber(-1L), "batchNumber is -1, expected 0 or more");
    refusesStart(start -> start.setAsOfDate("21.11.2026"), "asOfDate is '21.11.2026'");
    refusesStart(start -> start.setStepLimit(0), "stepLimit is 0, expected 1 or more");
    refusesStart(start -> start.setStepLimit(null), "only one of stepLimit and stepLimitScope");
    refusesStart(start -> start.setPromptTemplateDigest(""), "promptTemplateDigest is empty");
    refusesStart(
        start -> start.setSource(new RecordedSource("", 0L, 0L, "", 0L)),
        "file is missing or empty");
    refusesStart(
        start -> start.setSource(new RecordedSource("f", 0L, 0L, "", 0L)), "line is 0, expected 1");
  }

  @Test
  void evaluationAndHoldoutSeeNoPatch() {
    refusesStart(start -> start.setMode(Mode.EVAL), "arm is PATCHED although mode is EVAL");
    refusesStart(start -> start.setArm(Arm.HOLDOUT), "patchSetDigest is set in HOLDOUT");
    refusesStart(start -> start.setPatchSetDigest(""), "patchSetDigest is empty");
    refuses(
        diagnosis("episode-failed"),
        diagnosis -> episode(diagnosis).setArm(Arm.HOLDOUT),
        "patchSetDigest is set in HOLDOUT");
    refuses(
        Samples.manifest(),
        manifest -> manifest.setMode(Mode.EVAL),
        "group run-7/b3/g0 is not HOLDOUT although the mode is EVAL");
  }

  @Test
  void samplingSettingsAreInRange() {
    refusesSampling(sampling -> sampling.setTemperature(-0.1), "temperature is -0.1, expected 0");
    refusesSampling(sampling -> sampling.setTemperature(Double.NaN), "temperature is NaN");
    refusesSampling(sampling -> sampling.setTopP(0.0), "topP is 0.0, expected above 0 and up to 1");
    refusesSampling(sampling -> sampling.setTopP(1.1), "topP is 1.1, expected above 0 and up to 1");
    refusesSampling(sampling -> sampling.setTopK(0), "topK is 0, expected 1 or more");
    refusesSampling(sampling -> sampling.setMaxTokens(0), "maxTokens is 0, expected 1 or more");
  }

  @Test
  void aRefusedStepExecutesNothing() {
    refusesStep(step -> step.setParseError("no"), "toolCalls are set although parseError says");
    refusesStep(step -> step.setUndecodable(true), "toolCalls are set although the step is undec");
    refusesStep(
        step -> step.setRejectedCalls(List.of("f()")),
        "rejectedCalls are set without a parseError");
  }

  @Test
  void tokenFieldsGoTogether() {
    refusesStep(
        step -> step.setContextTokenIds(null),
        "only one of contextTokenIds and sampledTokenIds is set");
    refusesStep(
        step -> step.setSampledLogProbs(List.of(-1f)), "1 sampledLogProbs for 2 sampledTokenIds");
    refusesStep(step -> step.setSampledTokenIds(null), "2 sampledLogProbs for 0 sampledTokenIds");
    AssistantStep withoutLogProbs = Samples.stepWithTokens();
    withoutLogProbs.setSampledLogProbs(null);
    assertThat(TrajectoryEvents.step(Samples.ATTEMPT, 1, Samples.TIME, withoutLogProbs))
        .isNotNull();
  }

  @Test
  void stepsCountFromZero() {
    refusesStep(step -> step.setTurn(-1), "turn is -1, expected 0 or more");
    refusesStep(step -> step.setStep(-1), "step is -1, expected 0 or more");
    refusesStep(step -> step.setPolicyVersion(-1L), "policyVersion is -1, expected 0 or more");
  }

  @Test
  void anAnswerIsEitherResultsOrARefusal() {
    refuses(
        event("results"),
        event -> event.setToolResults(new ToolResults(0, 0, List.of(), null)),
        "expected either results or a refusal");
    refuses(
        event("refusal"),
        event -> event.setToolResults(new ToolResults(0, 0, Samples.results().getResults(), "no")),
        "expected either results or a refusal");
  }

  @Test
  void anInferenceErrorSaysWhich() {
    refuses(
        event("inference-error"),
        event -> event.setEpisodeEnded(new EpisodeEnded(EndReason.INFERENCE_ERROR, null)),
        "message is missing, which INFERENCE_ERROR demands");
  }

  @Test
  void aTurnsFindingsAgree() {
    refusesTurn(turn -> turn.setOrigin(null), "only one of failure and origin is set");
    refusesTurn(turn -> turn.setDeviating(false), "the turn fails but is not deviating");
    refusesTurn(turn -> turn.setDeviating(false), "the turn is the root cause but not deviating");
    refusesTurn(turn -> turn.setReached(false), "an unreached turn has an end, calls or a dev");
    refusesTurn(turn -> turn.setErrors(3), "3 errors in 2 calls");
    refusesTurn(turn -> turn.setErrors(-1), "-1 errors in 2 calls");
    refusesTurn(turn -> turn.setCalls(-1), "calls is -1, expected 0 or more");
    refusesTurn(turn -> turn.setTurn(-1), "turn is -1, expected 0 or more");
    refusesTurn(turn -> turn.setTaskId(""), "taskId is missing or empty");
    refusesTurn(turn -> turn.setCategory(""), "category is missing or empty");
  }

  @Test
  void anEpisodesVerdictAgreesWithItsGrounds() {
    refusesEpisode(
        episode -> episode.setVerdict(Verdict.PASSED), "PASSED although officialValid is not true");
    refusesEpisode(episode -> episode.setVerdict(Verdict.PASSED), "PASSED with a root cause");
    refusesEpisode(
        episode -> episode.setStrictSuccess(true), "strictSuccess although officialValid is not");
    refusesEpisode(
        episode -> episode.setOfficialValid(true),
        "officialErrorType is set although officialValid is true");
    refusesEpisode(
        episode -> episode.setRootCauseReason(RootCauseReason.STEP_LIMIT),
        "both rootCauseTurn and rootCauseReason are set");
    refusesEpisode(episode -> episode.setRootCauseTurn(-1), "rootCauseTurn is -1, expected 0");
  }

  @Test
  void anEpisodesNumbersAreInRange() {
    refusesEpisode(episode -> episode.setSealProgress(1.5), "sealProgress is 1.5, expected 0 to 1");
    refusesEpisode(
        episode -> episode.setSealProgressWithIrrelevance(Double.NaN),
        "sealProgressWithIrrelevance is NaN, expected 0 to 1");
    refusesEpisode(
        episode -> episode.setPolicyVersionMin(null),
        "only one of policyVersionMin and policyVersionMax is set");
    refusesEpisode(
        episode -> episode.setPolicyVersionMax(10L), "policyVersionMax is 10, expected 11 or more");
    refusesEpisode(episode -> episode.setSampleIndex(9), "sampleIndex is 9 in a group of 8");
    refusesEpisode(episode -> episode.setTurns(-1), "turns is -1, expected 0 or more");
    refusesEpisode(episode -> episode.setCalls(-1), "calls is -1, expected 0 or more");
    refusesEpisode(episode -> episode.setAsOfDate("today"), "asOfDate is 'today'");
  }

  @Test
  void aTaskNamesTheDocsOfEachOfItsClasses() {
    refuses(
        task("task"),
        record -> payload(record).setToolDocsDigests(List.of(Samples.DIGEST)),
        "1 toolDocsDigests for 2 involvedClasses");
    refuses(task("task"), record -> payload(record).setTurns(List.of()), "turns are empty");
    refuses(task("task"), record -> payload(record).setDigest(""), "digest is missing or empty");
    refuses(
        task("task"), record -> payload(record).setInitialConfig(""), "initialConfig is missing");
  }

  @Test
  void aBatchNamesEachGroupOnce() {
    PlannedGroup group =
        new PlannedGroup("g", "task", Samples.DIGEST, 8, Arm.PATCHED, null, null, List.of());
    refuses(
        Samples.manifest(),
        manifest -> manifest.setGroups(List.of(group, group)),
        "groupId g is there twice");
    refuses(
        Samples.manifest(),
        manifest ->
            manifest.setGroups(
                List.of(new PlannedGroup("g", "", "", 0, Arm.PATCHED, null, null, List.of()))),
        "size is 0, expected 1 or more");
  }

  @Test
  void aStepNeedsSomeOfTheBatchsGroups() {
    refuses(
        Samples.manifest(),
        manifest -> manifest.setGroupsNeeded(3),
        "groupsNeeded is 3 of 2 groups that are no branches");
    refuses(
        Samples.manifest(),
        manifest -> manifest.setGroupsNeeded(0),
        "groupsNeeded is 0 of 2 groups that are no branches");
    refuses(
        Samples.manifest(),
        manifest -> manifest.setGroups(List.of()),
        "no group begins at the beginning");
    refuses(Samples.manifest(), manifest -> manifest.setPolicyVersion(-1), "policyVersion is -1");
  }

  @Test
  void aBranchNamesItsEpisodeAndIsForTraining() {
    refuses(
        Samples.manifest(),
        manifest -> manifest.getGroups().get(2).setBranch(new Branch("", -1, -1)),
        "branch.episodeId is missing or empty; branch.attempt is -1, expected 0 or more;"
            + " branch.turn is -1, expected 0 or more");
    refusesEpisode(
        episode -> {
          episode.setBranch(new Branch("e", 0, 1));
          episode.setMode(Mode.EVAL);
        },
        "branch is set although the mode is EVAL");
  }

  @Test
  void aBranchPassesByItsTurnAlone() {
    EpisodeDiagnosis failed = Samples.episodeFailed();
    failed.setVerdict(Verdict.PASSED);
    failed.setRootCauseTurn(null);
    failed.setRootCauseReason(null);
    failed.setRepair(null);
    Diagnosis passed = new Diagnosis("e", 0, "r", DiagnosisKind.EPISODE, null, failed);
    assertThat(Records.check(passed)).hasValueSatisfying(why -> assertThat(why).contains("PASSED"));

    failed.setBranch(new Branch("other", 0, 1));
    assertThat(Records.check(passed)).isEmpty();
  }

  @Test
  void onlyAFailedEpisodeHasARepairAndOnlyOneThatWasFoundHasEdits() {
    EpisodeDiagnosis failed = Samples.episodeFailed();
    Diagnosis diagnosis = new Diagnosis("e", 0, "r", DiagnosisKind.EPISODE, null, failed);
    assertThat(Records.check(diagnosis)).isEmpty();

    failed.setRepair(new Repair(RepairOutcome.FOUND, List.of(), 1));
    assertThat(Records.check(diagnosis))
        .hasValueSatisfying(why -> assertThat(why).contains("edits"));

    failed.setRepair(new Repair(RepairOutcome.NONE_FOUND, List.of(), 1));
    failed.setVerdict(Verdict.INFRASTRUCTURE_FAILED);
    assertThat(Records.check(diagnosis))
        .hasValueSatisfying(why -> assertThat(why).contains("a repair of an episode"));
  }

  @Test
  void aLoweringOfTheRateLowersItAndSaysWhy() {
    refuses(
        Samples.manifest(),
        manifest -> manifest.setRateLowering(new RateLowering(0, 0.5, "fell")),
        "rateLowering.number is 0, expected 1 or more");
    refuses(
        Samples.manifest(),
        manifest -> manifest.setRateLowering(new RateLowering(1, 1.0, "fell")),
        "rateLowering.factor is 1.0, expected more than 0 and less than 1");
    refuses(
        Samples.manifest(),
        manifest -> manifest.setRateLowering(new RateLowering(1, 0.5, "")),
        "rateLowering.reason is missing or empty");
    refuses(
        Samples.trainingStep(),
        step -> step.setRateLowering(new RateLowering(1, Double.NaN, "fell")),
        "rateLowering.factor is NaN");
  }

  @Test
  void relianceIsANumberOfNatsOverEpisodes() {
    refuses(
        Samples.trainingStep(),
        step -> step.setReliance(Map.of("*/hint", new PatchReliance(-1L, 5L, 1.0))),
        "reliance of */hint.episodes is -1, expected 0 or more");
    refuses(
        PatchRecord.class,
        "patch-cue",
        record ->
            Objects.requireNonNull(record.getPatch())
                .setReliance(new PatchReliance(1L, 5L, Double.NaN)),
        "reliance.logRatio is NaN, expected a finite number");
  }

  @Test
  void aStepSaysHowItWouldBeShownPlainlyOnlyWhereItSaysHowItWasShown() {
    AssistantStep step = Samples.stepRefused();
    step.setPlainContextTokenIds(List.of(1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.step(Samples.ATTEMPT, 1, Samples.TIME, step))
        .withMessageContaining("plainContextTokenIds are set although contextTokenIds are not");
  }

  @Test
  void aProfilesCountsAgree() {
    refuses(
        CapabilityProfile.class,
        "profile-tag",
        profile -> profile.getTotal().setSuccesses(11L),
        "total.successes is 11 of 10");
    refuses(
        CapabilityProfile.class,
        "profile-tag",
        profile -> profile.setVersion(11L),
        "version is 11 although version 12 is listed");
    refuses(
        CapabilityProfile.class,
        "profile-tag",
        profile -> profile.getPatchSets().get(0).setUpliftLow(null),
        "only one of uplift and upliftLow is set");
  }

  @Test
  void aPatchShowsWhatItsLayerShowsUnderItsOwnKey() {
    refuses(
        PatchRecord.class,
        "patch-cue",
        patch -> patch.getPatch().setLayer(PatchLayer.CAPABILITY_HINT),
        "argumentCues do not fit the layer CAPABILITY_HINT");
    refuses(
        PatchRecord.class,
        "patch-hint",
        patch -> patch.setPatchKey("a"),
        "patchKey is a, expected multi_turn_base/*/CAPABILITY_HINT/TOOL_FAILURE/"
            + "place_order::MISSING_CALL");
    refuses(
        PatchRecord.class,
        "patch-command",
        patch -> patch.setKind(PatchRecordKind.PATCH),
        "patch is missing, which the kind demands");
  }

  @Test
  void aCommandNeverReplacesThePatchItIsAbout() {
    PatchRecord patch = PatchRecords.patch(Samples.hint());
    PatchRecord command = Samples.get(PatchRecord.class, "patch-command");

    assertThat(command.getPatchKey()).isEqualTo(patch.getPatchKey());
    String key = Samples.hint().getRunId() + "/" + patch.getPatchKey();
    assertThat(PatchRecords.topicKey(patch)).isEqualTo(key);
    assertThat(PatchRecords.topicKey(Samples.hint())).isEqualTo(key);
    assertThat(PatchRecords.topicKey(command)).isEqualTo("command/" + key);
  }

  @Test
  void theSamePatchOfTwoRunsHasTwoKeysInTheTopic() {
    EnvironmentPatch other =
        EnvironmentPatch.newBuilder(Samples.hint()).setRunId("another run").build();

    assertThat(PatchRecords.key(other)).isEqualTo(PatchRecords.key(Samples.hint()));
    assertThat(PatchRecords.topicKey(other)).isNotEqualTo(PatchRecords.topicKey(Samples.hint()));
  }

  @Test
  void theSameCapabilityOfTwoRunsHasTwoKeysInTheTopic() {
    CapabilityProfile one = Samples.get(CapabilityProfile.class, "profile-tag");
    CapabilityProfile other = CapabilityProfile.newBuilder(one).setRunId("another run").build();

    assertThat(Capabilities.topicKey(one))
        .isEqualTo(one.getRunId() + "/" + Capabilities.key(one.getCapability()));
    assertThat(Capabilities.topicKey(other)).isNotEqualTo(Capabilities.topicKey(one));
  }

  @Test
  void anOrderNamesItsRunAndOneOfBeforeIsReadWithoutIt() {
    PatchCommand nameless = new PatchCommand(PatchAction.PIN, null, Samples.TIME, null);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> PatchRecords.command("key", nameless))
        .withMessage("the order about key names no run");
    PatchRecord before = new PatchRecord("key", PatchRecordKind.COMMAND, null, nameless);
    assertThat(Records.check(before)).isEmpty();
    assertThat(PatchRecords.runId(before)).isNull();
    assertThat(PatchRecords.topicKey(before)).isEqualTo("command/key");
  }

  @Test
  void aPolicyVersionFollowsItsParentAndNamesItsWeights() {
    refuses(
        PolicyUpdate.class,
        "policy-trained",
        update -> update.setParentVersion(13L),
        "parentVersion is 13 of version 13");
    refuses(
        PolicyUpdate.class,
        "policy-trained",
        update -> update.setFormat(WeightsFormat.NONE),
        "weightsUri does not fit the format NONE");
    refuses(
        PolicyUpdate.class,
        "policy-trained",
        update -> update.setWeightsDigest(null),
        "only one of weightsUri and weightsDigest is set");
  }

  @Test
  void aTrainingSampleHasAValueForEachToken() {
    TrainingSample sample = TrainingSample.newBuilder(Samples.trainingSample()).build();
    sample.setAdvantages(List.of(0.5f));
    sample.setLogProbs(List.of());
    sample.setTemperature(0.0);

    assertThat(Records.check(sample))
        .hasValue(
            "TrainingSample: temperature is 0.0, expected more than 0;"
                + " advantages has 1 values for 5 tokens; logProbs has 0 values for 5 tokens");
  }

  @Test
  void aTrainingStepIsAppliedOrRefused() {
    refuses(
        TrainingStep.class,
        "training-step",
        step -> step.setRefusal("not finite"),
        "the step is applied and refused");
    refuses(
        TrainingStep.class,
        "training-step",
        step -> step.getGroups().get(0).setOutcome(GroupOutcome.SURPLUS),
        "group run-7/b12/g0 has advantages although it is not USED");
  }

  @Test
  void aFailureComesFromOnePlace() {
    refuses(
        Samples.failedRecord(),
        failure -> failure.setSourceFile(new RecordedSource("f", 1L, 0L, "", 0L)),
        "expected either sourceTopic or sourceFile");
    refuses(
        Samples.failedLine(),
        failure -> failure.setSourceFile(null),
        "expected either sourceTopic or sourceFile");
    refuses(
        Samples.failedRecord(),
        failure -> failure.setSourceOffset(null),
        "only one of sourceTopic and sourceOffset is set");
    refuses(
        Samples.failedLine(),
        failure -> failure.setSourcePartition(0),
        "only one of sourceTopic and sourcePartition is set");
  }

  @Test
  void aFailureKeepsAtMostTheWholeInput() {
    refuses(
        Samples.failedRecord(),
        failure -> failure.setOriginalLength(9),
        "originalLength is 9, expected 10 or more");
    refuses(
        Samples.failedRecord(),
        failure -> failure.setRequeues(4),
        "requeues is 4, expected 0 to 3");
    refuses(Samples.failedRecord(), failure -> failure.setReason(""), "reason is missing or empty");
    refuses(Samples.failedRecord(), failure -> failure.setRemedy(""), "remedy is missing or empty");
  }

  private static void refusesStart(Consumer<EpisodeStarted> change, String problem) {
    EpisodeStarted start = Samples.startedInTraining();
    change.accept(start);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.started(Samples.ATTEMPT, Samples.TIME, start))
        .withMessageContaining(problem);
  }

  private static void refusesSampling(Consumer<Sampling> change, String problem) {
    refusesStart(start -> change.accept(start.getSampling()), problem);
  }

  private static void refusesStep(Consumer<AssistantStep> change, String problem) {
    AssistantStep step = Samples.stepWithTokens();
    change.accept(step);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.step(Samples.ATTEMPT, 1, Samples.TIME, step))
        .withMessageContaining(problem);
  }

  private static void refusesTurn(Consumer<TurnDiagnosis> change, String problem) {
    TurnDiagnosis turn = Samples.turnFailed();
    change.accept(turn);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Diagnoses.turn(Samples.ATTEMPT, turn))
        .withMessageContaining(problem);
  }

  private static void refusesEpisode(Consumer<EpisodeDiagnosis> change, String problem) {
    EpisodeDiagnosis episode = Samples.episodeFailed();
    change.accept(episode);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Diagnoses.episode(Samples.ATTEMPT, episode))
        .withMessageContaining(problem);
  }

  private static <T extends SpecificRecordBase> void refuses(
      Class<T> recordClass, String sample, Consumer<T> change, String problem) {
    refuses(Samples.get(recordClass, sample), change, problem);
  }

  private static <T extends SpecificRecordBase> void refuses(
      T record, Consumer<T> change, String problem) {
    assertThat(Records.check(record)).isEmpty();
    change.accept(record);
    assertThat(Records.check(record)).get().asString().contains(problem);
  }

  private static TrajectoryEvent event(String sample) {
    return Samples.get(TrajectoryEvent.class, sample);
  }

  private static Diagnosis diagnosis(String sample) {
    return Samples.get(Diagnosis.class, sample);
  }

  private static EpisodeDiagnosis episode(Diagnosis diagnosis) {
    return Objects.requireNonNull(diagnosis.getEpisodeDiagnosis());
  }

  private static TaskRecord task(String sample) {
    return Samples.get(TaskRecord.class, sample);
  }

  private static Task payload(TaskRecord record) {
    return Objects.requireNonNull(record.getTask());
  }
}
