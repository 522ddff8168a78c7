package org.sealflow.learn.sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;

/** Writes the events of one attempt at an episode of batch 4, and its diagnosis. */
final class TestingAttempt {
  static final String EPISODE = "episode";
  private static final Instant TIME = Instant.parse("2026-01-15T08:00:00Z");
  private static final String DIGEST = "ab".repeat(32);

  private final EpisodeAttempt attempt;
  private final List<ReceivedEvent> events = new ArrayList<>();
  private int turn;
  private int step;

  private TestingAttempt(int number) {
    attempt = new EpisodeAttempt("run", EPISODE, number);
  }

  static TestingAttempt started(int number, Mode mode) {
    TestingAttempt begun = new TestingAttempt(number);
    EpisodeStarted header =
        EpisodeStarted.newBuilder()
            .setTaskId("task")
            .setTaskDigest(DIGEST)
            .setGroupId("group")
            .setSampleIndex(1)
            .setGroupSize(2)
            .setBatchNumber(4L)
            .setMode(mode)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(false)
            .setSampling(new Sampling(1.0, null, null, null, null))
            .setModelName("model")
            .build();
    begun.add(TrajectoryEvents.started(begun.attempt, TIME, header));
    return begun;
  }

  static TestingAttempt started(int number) {
    return started(number, Mode.TRAIN);
  }

  TestingAttempt step(
      @Nullable List<Integer> context,
      @Nullable List<Integer> sampled,
      @Nullable List<Float> logProbs,
      @Nullable Long version) {
    AssistantStep payload =
        AssistantStep.newBuilder()
            .setTurn(turn)
            .setStep(step++)
            .setText("said")
            .setToolCalls(List.of())
            .setPolicyVersion(version)
            .setContextTokenIds(context)
            .setSampledTokenIds(sampled)
            .setSampledLogProbs(logProbs)
            .build();
    add(TrajectoryEvents.step(attempt, events.size(), TIME, payload));
    return this;
  }

  /** A step without token ids. */
  TestingAttempt textStep() {
    return step(null, null, null, null);
  }

  TestingAttempt endTurn() {
    add(TrajectoryEvents.turnEnded(attempt, events.size(), TIME, turn));
    turn++;
    step = 0;
    return this;
  }

  List<ReceivedEvent> ended() {
    add(TrajectoryEvents.ended(attempt, events.size(), TIME, EndReason.COMPLETED, null));
    return List.copyOf(events);
  }

  /** The events so far; the attempt does not end. */
  List<ReceivedEvent> unended() {
    return List.copyOf(events);
  }

  private void add(TrajectoryEvent event) {
    events.add(new ReceivedEvent(event, "sealflow.trajectories", 0, events.size(), 0));
  }

  /** Two turns, three steps, seven tokens of the environment and five of the policy. */
  static List<ReceivedEvent> whole(int number) {
    return started(number)
        .step(List.of(10, 11, 12), List.of(20, 21), List.of(-0.5f, -0.25f), 3L)
        .step(List.of(13), List.of(22), List.of(-1f), 4L)
        .endTurn()
        .step(List.of(14, 15, 16), List.of(23, 24), List.of(-2f, -3f), 4L)
        .endTurn()
        .ended();
  }

  static Diagnosis diagnosed(int number, Verdict verdict) {
    return Diagnoses.episode(new EpisodeAttempt("run", EPISODE, number), findings(verdict).build());
  }

  /** A turn that fails by itself; its feedback holds the call. */
  static Diagnosis failedTurn(int number, int turn, String call) {
    Evidence evidence = new Evidence();
    evidence.setKind(EvidenceKind.OTHER_VALUE);
    evidence.setCallText(call);
    evidence.setArgument("a");
    evidence.setExpected("'wanted'");
    TurnDiagnosis payload =
        TurnDiagnosis.newBuilder()
            .setTaskId("task")
            .setCategory("base")
            .setTurn(turn)
            .setReached(true)
            .setTag(Tag.STATE_MISMATCH)
            .setFailure(TurnFailure.ARGUMENT_MISMATCH)
            .setOrigin(FailureOrigin.OWN)
            .setEvidence(List.of(evidence))
            .setRootCause(true)
            .setDeviating(true)
            .setCalls(1)
            .setErrors(0)
            .setGroundTruthCalls(
                List.of(
                    new DiagnosedCall(0, 0, "f(a='wanted')", "f", CallStatus.SUCCEEDED, "done")))
            .build();
    return Diagnoses.turn(new EpisodeAttempt("run", EPISODE, number), payload);
  }

  /** As {@link #diagnosed}, but cut off by the step limit before any turn deviated. */
  static Diagnosis cutOff(int number) {
    EpisodeDiagnosis payload =
        findings(Verdict.POLICY_FAILED)
            .setTags(List.of(Tag.PASS, Tag.CORRECT_ABSTENTION, Tag.EMPTY_TURN_MODEL_RESPONSE))
            .setRootCauseTurn(null)
            .setRootCauseReason(RootCauseReason.STEP_LIMIT)
            .build();
    return Diagnoses.episode(new EpisodeAttempt("run", EPISODE, number), payload);
  }

  private static EpisodeDiagnosis.Builder findings(Verdict verdict) {
    return EpisodeDiagnosis.newBuilder()
        .setTaskId("task")
        .setTaskDigest(DIGEST)
        .setCategory("base")
        .setMode(Mode.TRAIN)
        .setArm(Arm.HOLDOUT)
        .setGroupId("group")
        .setSampleIndex(1)
        .setGroupSize(2)
        .setBatchNumber(4L)
        .setVerdict(verdict)
        .setOfficialValid(verdict == Verdict.PASSED)
        .setStrictSuccess(false)
        .setTags(List.of(Tag.PASS, Tag.STATE_MISMATCH, Tag.EMPTY_TURN_MODEL_RESPONSE))
        .setJudgements(List.of(TurnJudgement.RIGHT, TurnJudgement.WRONG, TurnJudgement.UNJUDGED))
        .setRootCauseTurn(verdict == Verdict.POLICY_FAILED ? 1 : null)
        .setTurns(2)
        .setCalls(3)
        .setEndedAt(TIME);
  }
}
