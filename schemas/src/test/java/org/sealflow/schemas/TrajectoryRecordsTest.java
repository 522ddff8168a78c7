package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sealflow.schemas.Refusals.refuses;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TrajectoryRecordsTest {
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
        LearningSamples.manifest(),
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
    AssistantStep withoutLogProbs = TrajectorySamples.stepWithTokens();
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
        event ->
            event.setToolResults(
                new ToolResults(0, 0, TrajectorySamples.results().getResults(), "no")),
        "expected either results or a refusal");
  }

  @Test
  void anInferenceErrorSaysWhich() {
    refuses(
        event("inference-error"),
        event -> event.setEpisodeEnded(new EpisodeEnded(EndReason.INFERENCE_ERROR, null, null)),
        "message is missing, which INFERENCE_ERROR demands");
  }

  @Test
  void aStepSaysHowItWouldBeShownPlainlyOnlyWhereItSaysHowItWasShown() {
    AssistantStep step = TrajectorySamples.stepRefused();
    step.setPlainContextTokenIds(List.of(1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.step(Samples.ATTEMPT, 1, Samples.TIME, step))
        .withMessageContaining("plainContextTokenIds are set although contextTokenIds are not");
  }

  private static void refusesStart(Consumer<EpisodeStarted> change, String problem) {
    EpisodeStarted start = TrajectorySamples.startedInTraining();
    change.accept(start);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.started(Samples.ATTEMPT, Samples.TIME, start))
        .withMessageContaining(problem);
  }

  private static void refusesSampling(Consumer<Sampling> change, String problem) {
    refusesStart(start -> change.accept(start.getSampling()), problem);
  }

  private static void refusesStep(Consumer<AssistantStep> change, String problem) {
    AssistantStep step = TrajectorySamples.stepWithTokens();
    change.accept(step);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.step(Samples.ATTEMPT, 1, Samples.TIME, step))
        .withMessageContaining(problem);
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
}
