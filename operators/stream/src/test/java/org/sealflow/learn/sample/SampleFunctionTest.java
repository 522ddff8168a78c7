package org.sealflow.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.learn.algorithm.SampleDiagnosis;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.algorithm.TurnOutcome;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Verdict;

class SampleFunctionTest {
  private OneInputStreamOperatorTestHarness<DiagnosedEpisode, TrainingEpisode> harness;

  @BeforeEach
  void open() throws Exception {
    open(false);
  }

  private void open(boolean feedback) throws Exception {
    harness = ProcessFunctionTestHarnesses.forProcessFunction(new SampleFunction(feedback));
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void send(Diagnosis end, List<ReceivedEvent> events) throws Exception {
    List<ReceivedEvent> steps =
        events.stream()
            .filter(received -> received.event().getKind() == EventKind.ASSISTANT_STEP)
            .toList();
    harness.processElement(new DiagnosedEpisode(List.of(), end, steps), 0);
  }

  private void send(Verdict verdict, List<ReceivedEvent> events) throws Exception {
    int attempt = events.get(0).event().getAttempt();
    send(TestingAttempt.diagnosed(attempt, verdict), events);
  }

  private TrainingEpisode only() {
    List<TrainingEpisode> episodes = harness.extractOutputValues();
    assertThat(episodes).hasSize(1);
    return episodes.get(0);
  }

  private List<Failure> failures() {
    var side = harness.getSideOutput(DeadLetters.FAILURES);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }

  @Test
  void tokensOfAllStepsMakeOneSequence() throws Exception {
    send(Verdict.POLICY_FAILED, TestingAttempt.whole(0));

    TrainingSequence sequence = only().sequence();
    assertThat(sequence.tokens()).containsExactly(10, 11, 12, 20, 21, 13, 22, 14, 15, 16, 23, 24);
    assertThat(sequence.sampled())
        .containsExactly(
            false, false, false, true, true, false, true, false, false, false, true, true);
    assertThat(sequence.engineLogProbs())
        .containsExactly(0, 0, 0, -0.5f, -0.25f, 0, -1, 0, 0, 0, -2, -3);
    assertThat(sequence.turnOfToken()).containsExactly(-1, -1, -1, 0, 0, -1, 0, -1, -1, -1, 1, 1);
  }

  @Test
  void whatABranchRepeatsIsGivenToThePolicyAndNotTrainedOn() throws Exception {
    Diagnosis diagnosis = TestingAttempt.diagnosed(0, Verdict.POLICY_FAILED);
    diagnosis.getEpisodeDiagnosis().setBranch(new Branch("source", 0, 1));
    send(diagnosis, TestingAttempt.whole(0));

    TrainingSequence sequence = only().sequence();
    assertThat(sequence.tokens()).containsExactly(10, 11, 12, 20, 21, 13, 22, 14, 15, 16, 23, 24);
    assertThat(sequence.sampled())
        .containsExactly(
            false, false, false, false, false, false, false, false, false, false, true, true);
    assertThat(sequence.turnOfToken())
        .containsExactly(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 1);
    assertThat(only().policyVersions()).containsExactly(4);
  }

  @Test
  void placeFindingsAndVersionsGoWithTheTokens() throws Exception {
    send(Verdict.POLICY_FAILED, TestingAttempt.whole(2));

    TrainingEpisode episode = only();
    assertThat(episode.runId()).isEqualTo("run");
    assertThat(episode.episodeId()).isEqualTo(TestingAttempt.EPISODE);
    assertThat(episode.attempt()).isEqualTo(2);
    assertThat(episode.place())
        .isEqualTo(new SamplePlace(4, "group", 1, null, "ab".repeat(32), null));
    assertThat(episode.policyVersions()).containsExactly(3, 4, 4);
    assertThat(episode.oldestPolicyVersion()).hasValue(3);
    assertThat(episode.findings())
        .isEqualTo(
            new SampleFindings(
                "base",
                Verdict.POLICY_FAILED,
                false,
                List.of(Tag.PASS, Tag.STATE_MISMATCH, Tag.EMPTY_TURN_MODEL_RESPONSE),
                2,
                1,
                List.of(TurnOutcome.RIGHT, TurnOutcome.WRONG, TurnOutcome.UNJUDGED),
                0));
  }

  @Test
  void aSuccessThatWasShownPatchesHasAPlainFormOfTheSameSampledTokens() throws Exception {
    send(shownCue(Verdict.PASSED), plainly(List.of(List.of(10), List.of(13), List.of(14, 16))));

    PlainEpisode plain = only().plain();
    assertThat(plain.patches()).containsExactly("cue");
    assertThat(plain.sequence().tokens()).containsExactly(10, 20, 21, 13, 22, 14, 16, 23, 24);
    assertThat(plain.sequence().sampled())
        .containsExactly(false, true, true, false, true, false, false, true, true);
    assertThat(only().sequence().tokens())
        .containsExactly(10, 11, 12, 20, 21, 13, 22, 14, 15, 16, 23, 24);
  }

  @Test
  void failuresBranchesAndEpisodesThatAreNotMeasuredHaveNone() throws Exception {
    List<List<Integer>> contexts = List.of(List.of(10), List.of(13), List.of(14, 16));
    Diagnosis branch = shownCue(Verdict.PASSED);
    branch.getEpisodeDiagnosis().setBranch(new Branch("source", 0, 1));

    send(shownCue(Verdict.POLICY_FAILED), plainly(contexts));
    send(branch, plainly(contexts));
    send(shownCue(Verdict.PASSED), TestingAttempt.whole(0));
    send(Verdict.PASSED, plainly(contexts));

    assertThat(harness.extractOutputValues())
        .hasSize(4)
        .extracting(TrainingEpisode::plain)
        .containsOnlyNulls();
  }

  private static Diagnosis shownCue(Verdict verdict) {
    Diagnosis diagnosis = TestingAttempt.diagnosed(0, verdict);
    diagnosis.getEpisodeDiagnosis().setArm(Arm.PATCHED);
    diagnosis.getEpisodeDiagnosis().setPatchSetDigest("cd".repeat(32));
    diagnosis.getEpisodeDiagnosis().setShownPatches(List.of("cue"));
    return diagnosis;
  }

  /** A whole attempt whose steps would be shown by these ids without patches. */
  private static List<ReceivedEvent> plainly(List<List<Integer>> contexts) {
    List<ReceivedEvent> events = TestingAttempt.whole(0);
    int step = 0;
    for (ReceivedEvent received : events) {
      if (received.event().getKind() == EventKind.ASSISTANT_STEP) {
        received.event().getAssistantStep().setPlainContextTokenIds(contexts.get(step++));
      }
    }
    return events;
  }

  @Test
  void theTurnAnEpisodeIsCutOffInIsToBlame() throws Exception {
    send(TestingAttempt.cutOff(0), TestingAttempt.whole(0));

    assertThat(only().findings().diagnosis())
        .isEqualTo(
            new SampleDiagnosis(
                List.of(Tag.PASS, Tag.CORRECT_ABSTENTION, Tag.EMPTY_TURN_MODEL_RESPONSE),
                2,
                List.of(1),
                List.of(TurnOutcome.RIGHT, TurnOutcome.WRONG, TurnOutcome.UNJUDGED)));
  }

  @Test
  void anEpisodeWithoutTokenIdsGoesOnUntrainable() throws Exception {
    send(Verdict.PASSED, TestingAttempt.started(0).textStep().textStep().ended());

    assertThat(only().isTrainable()).isFalse();
    assertThat(only().findings().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(failures()).isEmpty();
  }

  @Test
  void aBreakOfTheSequenceIsAFailureAndTheDiagnosisStands() throws Exception {
    send(
        Verdict.POLICY_FAILED,
        TestingAttempt.started(0)
            .step(List.of(1), List.of(2), null, null)
            .textStep()
            .textStep()
            .ended());

    assertThat(only().isTrainable()).isFalse();
    assertThat(only().findings().rootCauseTurn()).isEqualTo(1);
    assertThat(failures()).hasSize(1);
    Failure failure = failures().get(0);
    assertThat(failure.getBoundary()).isEqualTo(Boundary.LEARN);
    assertThat(failure.getSourceOffset()).isEqualTo(2);
    assertThat(failure.getEpisodeId()).isEqualTo(TestingAttempt.EPISODE);
    assertThat(failure.getReason()).contains("step 2 of attempt 0").contains("no token ids");
  }

  @Test
  void aVersionThatItsBatchCannotHaveIsAFailureAndTheDiagnosisStands() throws Exception {
    send(
        Verdict.POLICY_FAILED,
        TestingAttempt.started(0).step(List.of(1), List.of(2), null, 5L).endTurn().ended());

    assertThat(only().isTrainable()).isFalse();
    assertThat(only().findings().rootCauseTurn()).isEqualTo(1);
    assertThat(failures()).hasSize(1);
    Failure failure = failures().get(0);
    assertThat(failure.getBoundary()).isEqualTo(Boundary.LEARN);
    assertThat(failure.getEpisodeId()).isEqualTo(TestingAttempt.EPISODE);
    assertThat(failure.getReason())
        .isEqualTo(
            "step 1 of attempt 0 was acted by version 5, but batch 4 is trained from version 4");
  }

  @Test
  void aStepWithoutContextOrWithABrokenNumberBreaksTheSequence() throws Exception {
    send(Verdict.PASSED, TestingAttempt.started(0).step(List.of(), List.of(2), null, null).ended());
    assertThat(failures().get(0).getReason()).contains("what the environment said");

    harness.close();
    open();
    send(
        Verdict.PASSED,
        TestingAttempt.started(0)
            .step(List.of(1), List.of(2), List.of(Float.NEGATIVE_INFINITY), null)
            .ended());
    assertThat(failures().get(0).getReason()).contains("not finite");
  }

  @Test
  void logProbabilitiesOfSomeStepsOnlyAreNone() throws Exception {
    send(
        Verdict.PASSED,
        TestingAttempt.started(0)
            .step(List.of(1), List.of(2), List.of(-1f), null)
            .step(List.of(3), List.of(4), null, null)
            .ended());

    assertThat(only().sequence().engineLogProbs()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"INFRASTRUCTURE_FAILED", "TASK_DEFECTIVE"})
  void anEpisodeThatSaysNothingOfThePolicySettlesWithoutTokens(Verdict verdict) throws Exception {
    harness.processElement(
        new DiagnosedEpisode(List.of(), TestingAttempt.diagnosed(0, verdict)), 0);

    assertThat(only().findings().verdict()).isEqualTo(verdict);
    assertThat(only().isTrainable()).isFalse();
    assertThat(only().policyVersions()).isEmpty();
  }

  @Test
  void feedbackOnFailedTurnsGoesWithTheEpisodeIfItIsAskedFor() throws Exception {
    DiagnosedEpisode episode =
        new DiagnosedEpisode(
            List.of(
                TestingAttempt.failedTurn(0, 0, "f(a='wanted')"),
                TestingAttempt.failedTurn(0, 1, "f(a='b')")),
            TestingAttempt.diagnosed(0, Verdict.POLICY_FAILED));
    harness.processElement(episode, 0);
    assertThat(only().feedback()).isEmpty();

    harness.close();
    open(true);
    harness.processElement(episode, 0);
    assertThat(only().feedback())
        .containsExactly(
            new TurnFeedback(
                1, "An earlier answer to this failed:\nf(a='b') passes a wrong value of a."));
  }

  @Test
  void anEpisodeOfNoBatchIsPassedOver() throws Exception {
    Diagnosis end = TestingAttempt.diagnosed(0, Verdict.PASSED);
    end.getEpisodeDiagnosis().setBatchNumber(null);
    send(end, TestingAttempt.whole(0));

    assertThat(harness.extractOutputValues()).isEmpty();
    assertThat(failures()).isEmpty();
  }

  @Test
  void anEpisodeThatCannotBeUsedIsAFailureAndTheNextIsTaken() throws Exception {
    Diagnosis end = TestingAttempt.diagnosed(0, Verdict.PASSED);
    end.getEpisodeDiagnosis().setSampleIndex(-1);
    send(end, TestingAttempt.whole(0));
    send(Verdict.PASSED, TestingAttempt.whole(1));

    assertThat(only().attempt()).isEqualTo(1);
    assertThat(failures()).hasSize(1);
    assertThat(failures().get(0).getBoundary()).isEqualTo(Boundary.LEARN);
    assertThat(failures().get(0).getReason()).contains("expected numbers from 0");
  }
}
