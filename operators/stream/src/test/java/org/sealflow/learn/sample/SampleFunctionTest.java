package org.sealflow.learn.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.algorithm.SampleDiagnosis;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.algorithm.TurnOutcome;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Verdict;
import org.sealflow.verify.ReceivedEvent;

class SampleFunctionTest {
  private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  private KeyedTwoInputStreamOperatorTestHarness<String, ReceivedEvent, Diagnosis, TrainingEpisode>
      harness;

  @BeforeEach
  void open() throws Exception {
    open(false);
  }

  private void open(boolean feedback) throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedCoProcessFunction(
            new SampleFunction(TIME_TO_LIVE, feedback),
            received -> received.event().getEpisodeId(),
            Diagnosis::getEpisodeId,
            Types.STRING);
  }

  private void reopenWithFeedback() throws Exception {
    harness.close();
    open(true);
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void events(List<ReceivedEvent> events) throws Exception {
    for (ReceivedEvent event : events) {
      harness.processElement1(event, 0);
    }
  }

  private void diagnosis(int attempt, Verdict verdict) throws Exception {
    harness.processElement2(TestingAttempt.diagnosed(attempt, verdict), 0);
  }

  private TrainingEpisode only() {
    List<TrainingEpisode> episodes = harness.extractOutputValues();
    assertThat(episodes).hasSize(1);
    return episodes.get(0);
  }

  private List<Failure> failures() {
    var side = harness.getSideOutput(SampleFunction.FAILURES);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }

  @Test
  void tokensOfAllStepsMakeOneSequence() throws Exception {
    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.POLICY_FAILED);

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
    events(TestingAttempt.whole(0));
    Diagnosis diagnosis = TestingAttempt.diagnosed(0, Verdict.POLICY_FAILED);
    diagnosis.getEpisodeDiagnosis().setBranch(new Branch("source", 0, 1));
    harness.processElement2(diagnosis, 0);

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
    events(TestingAttempt.whole(2));
    diagnosis(2, Verdict.POLICY_FAILED);

    TrainingEpisode episode = only();
    assertThat(episode.runId()).isEqualTo("run");
    assertThat(episode.episodeId()).isEqualTo(TestingAttempt.EPISODE);
    assertThat(episode.attempt()).isEqualTo(2);
    assertThat(episode.place()).isEqualTo(new SamplePlace(4, "group", 1));
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
  void theTurnAnEpisodeIsCutOffInIsToBlame() throws Exception {
    events(TestingAttempt.whole(0));
    harness.processElement2(TestingAttempt.cutOff(0), 0);

    assertThat(only().findings().diagnosis())
        .isEqualTo(
            new SampleDiagnosis(
                List.of(Tag.PASS, Tag.CORRECT_ABSTENTION, Tag.EMPTY_TURN_MODEL_RESPONSE),
                2,
                List.of(1),
                List.of(TurnOutcome.RIGHT, TurnOutcome.WRONG, TurnOutcome.UNJUDGED)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theOrderOfArrivalAndDuplicatesChangeNothing(long seed) throws Exception {
    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.PASSED);
    TrainingEpisode inOrder = only();
    harness.close();
    open();

    List<Object> arrivals = new ArrayList<>(TestingAttempt.whole(0));
    arrivals.addAll(TestingAttempt.whole(0));
    arrivals.add(TestingAttempt.diagnosed(0, Verdict.PASSED));
    arrivals.add(TestingAttempt.diagnosed(0, Verdict.PASSED));
    Collections.shuffle(arrivals, new Random(seed));
    for (Object arrival : arrivals) {
      if (arrival instanceof ReceivedEvent event) {
        harness.processElement1(event, 0);
      } else {
        harness.processElement2((Diagnosis) arrival, 0);
      }
    }

    assertThat(only()).usingRecursiveComparison().isEqualTo(inOrder);
    assertThat(failures()).isEmpty();
  }

  @Test
  void aGapIsWaitedFor() throws Exception {
    List<ReceivedEvent> events = TestingAttempt.whole(0);
    diagnosis(0, Verdict.PASSED);
    for (ReceivedEvent event : events) {
      if (event.event().getSequence() != 2) {
        harness.processElement1(event, 0);
      }
    }
    assertThat(harness.extractOutputValues()).isEmpty();

    harness.processElement1(events.get(2), 0);
    assertThat(only().sequence().length()).isEqualTo(12);
  }

  @Test
  void theDiagnosisSaysWhichAttemptCounts() throws Exception {
    events(TestingAttempt.started(0).step(List.of(1), List.of(2), null, null).unended());
    events(TestingAttempt.whole(1));
    events(TestingAttempt.started(2).step(List.of(5), List.of(6), null, null).ended());
    diagnosis(1, Verdict.PASSED);

    assertThat(only().attempt()).isEqualTo(1);
    assertThat(only().sequence().length()).isEqualTo(12);
  }

  @Test
  void anEpisodeWithoutTokenIdsGoesOnUntrainable() throws Exception {
    events(TestingAttempt.started(0).textStep().textStep().ended());
    diagnosis(0, Verdict.PASSED);

    assertThat(only().isTrainable()).isFalse();
    assertThat(only().findings().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(failures()).isEmpty();
  }

  @Test
  void aBreakOfTheSequenceIsAFailureAndTheDiagnosisStands() throws Exception {
    events(
        TestingAttempt.started(0)
            .step(List.of(1), List.of(2), null, null)
            .textStep()
            .textStep()
            .ended());
    diagnosis(0, Verdict.POLICY_FAILED);

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
  void aStepWithoutContextOrWithABrokenNumberBreaksTheSequence() throws Exception {
    events(TestingAttempt.started(0).step(List.of(), List.of(2), null, null).ended());
    diagnosis(0, Verdict.PASSED);
    assertThat(failures().get(0).getReason()).contains("what the environment said");

    harness.close();
    open();
    events(
        TestingAttempt.started(0)
            .step(List.of(1), List.of(2), List.of(Float.NEGATIVE_INFINITY), null)
            .ended());
    diagnosis(0, Verdict.PASSED);
    assertThat(failures().get(0).getReason()).contains("not finite");
  }

  @Test
  void logProbabilitiesOfSomeStepsOnlyAreNone() throws Exception {
    events(
        TestingAttempt.started(0)
            .step(List.of(1), List.of(2), List.of(-1f), null)
            .step(List.of(3), List.of(4), null, null)
            .ended());
    diagnosis(0, Verdict.PASSED);

    assertThat(only().sequence().engineLogProbs()).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"INFRASTRUCTURE_FAILED", "TASK_DEFECTIVE"})
  void tokensAreNotWaitedForWhereTheVerdictIsNotAboutThePolicy(Verdict verdict) throws Exception {
    events(TestingAttempt.started(0).unended());
    diagnosis(0, verdict);

    assertThat(only().findings().verdict()).isEqualTo(verdict);
    assertThat(only().isTrainable()).isFalse();
  }

  @Test
  void anEpisodeThatIsNotAboutThePolicyCarriesNoTokens() throws Exception {
    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.INFRASTRUCTURE_FAILED);

    assertThat(only().sequence()).isNull();
    assertThat(only().policyVersions()).containsExactly(3, 4, 4);
  }

  @Test
  void nothingButATombstoneIsLeftAndItExpires() throws Exception {
    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.PASSED);
    assertThat(harness.numKeyedStateEntries()).isEqualTo(1);

    events(TestingAttempt.whole(1));
    diagnosis(1, Verdict.PASSED);
    assertThat(only().attempt()).isZero();

    harness.setStateTtlProcessingTime(TIME_TO_LIVE.toMillis() + 1);
    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.PASSED);
    assertThat(harness.extractOutputValues()).hasSize(2);
  }

  @Test
  void eventsOfEvaluationAreNotKept() throws Exception {
    events(TestingAttempt.started(0, Mode.EVAL).step(List.of(1), List.of(2), null, null).ended());

    assertThat(harness.numKeyedStateEntries()).isEqualTo(1);
  }

  @Test
  void anEpisodeSurvivesARestore() throws Exception {
    List<ReceivedEvent> events = TestingAttempt.whole(0);
    events(events.subList(0, 4));
    diagnosis(0, Verdict.POLICY_FAILED);
    var snapshot = harness.snapshot(1, 1);
    harness.close();
    KeyedTwoInputStreamOperatorTestHarness<String, ReceivedEvent, Diagnosis, TrainingEpisode>
        restored =
            new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new SampleFunction(TIME_TO_LIVE, false)),
                received -> received.event().getEpisodeId(),
                Diagnosis::getEpisodeId,
                Types.STRING);
    harness = restored;
    restored.initializeState(snapshot);
    restored.open();
    events(events.subList(4, events.size()));

    assertThat(only().sequence().tokens()).hasSize(12);
    assertThat(only().policyVersions()).containsExactly(3, 4, 4);
  }

  @Test
  void feedbackOnFailedTurnsGoesWithTheEpisodeIfItIsAskedFor() throws Exception {
    reopenWithFeedback();
    harness.processElement2(TestingAttempt.failedTurn(1, 0, "f(a='other attempt')"), 0);
    harness.processElement2(TestingAttempt.failedTurn(0, 1, "f(a='b')"), 0);
    harness.processElement2(TestingAttempt.failedTurn(0, 0, "f(a='wanted')"), 0);
    diagnosis(0, Verdict.POLICY_FAILED);
    events(TestingAttempt.whole(0));

    assertThat(only().feedback())
        .singleElement()
        .isEqualTo(
            new TurnFeedback(
                1, "An earlier answer to this failed:\nf(a='b') passes a wrong value of a."));
    assertThat(harness.numKeyedStateEntries()).isEqualTo(1);
  }

  @Test
  void withoutFeedbackNothingOfATurnIsKept() throws Exception {
    harness.processElement2(TestingAttempt.failedTurn(0, 1, "f(a='b')"), 0);
    assertThat(harness.numKeyedStateEntries()).isZero();

    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.POLICY_FAILED);
    assertThat(only().feedback()).isEmpty();
  }

  @Test
  void feedbackSurvivesARestore() throws Exception {
    reopenWithFeedback();
    harness.processElement2(TestingAttempt.failedTurn(0, 1, "f(a='b')"), 0);
    var snapshot = harness.snapshot(1, 1);
    harness.close();
    KeyedTwoInputStreamOperatorTestHarness<String, ReceivedEvent, Diagnosis, TrainingEpisode>
        restored =
            new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new SampleFunction(TIME_TO_LIVE, true)),
                received -> received.event().getEpisodeId(),
                Diagnosis::getEpisodeId,
                Types.STRING);
    harness = restored;
    restored.initializeState(snapshot);
    restored.open();
    events(TestingAttempt.whole(0));
    diagnosis(0, Verdict.POLICY_FAILED);

    assertThat(only().feedback()).extracting(TurnFeedback::turn).containsExactly(1);
  }

  @Test
  void aTimeToLiveOfNothingIsRefused() {
    assertThatThrownBy(() -> new SampleFunction(Duration.ZERO, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timeToLive");
  }
}
