package org.sealflow.jobs.bench.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.TrajectoryEvents;

class AnswerCounterTest {
  private static final long SECOND = 1_800_000_000L;

  private final AnswerTally tally = new AnswerTally(SECOND);
  private final AnswerCounter counter = new AnswerCounter(tally);

  private static EpisodeAttempt attempt(String episode) {
    return new EpisodeAttempt("run", episode, 0);
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(SECOND * 1000 + millis);
  }

  private void start(String episode, long millis) {
    EpisodeStarted header =
        EpisodeStarted.newBuilder()
            .setTaskId("base_0")
            .setTaskDigest("0".repeat(64))
            .setGroupId(episode)
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(Mode.TRAIN)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(true)
            .setSampling(Sampling.newBuilder().build())
            .setModelName("policy")
            .build();
    counter.take(TrajectoryEvents.started(attempt(episode), at(millis), header));
  }

  private void step(String episode, int turn, long millis) {
    AssistantStep step =
        AssistantStep.newBuilder()
            .setTurn(turn)
            .setStep(0)
            .setText("Done.")
            .setToolCalls(List.of())
            .build();
    counter.take(TrajectoryEvents.step(attempt(episode), 2 * turn + 1, at(millis), step));
    counter.take(TrajectoryEvents.turnEnded(attempt(episode), 2 * turn + 2, at(millis), turn));
  }

  private void end(String episode, long millis, EndReason reason, @Nullable String message) {
    counter.take(TrajectoryEvents.ended(attempt(episode), 9, at(millis), reason, message));
  }

  @Test
  void anAnswerTakesFromTheEventBeforeItOfItsOwnEpisode() {
    start("a", 0);
    start("b", 100);
    step("a", 0, 510);
    step("b", 0, 700);
    step("a", 1, 1030);
    end("a", 1030, EndReason.COMPLETED, null);

    assertThat(tally.times().count()).isEqualTo(3);
    assertThat(tally.times().millis(0.3)).isEqualTo(510);
    assertThat(tally.times().millis(0.6)).isEqualTo(520);
    assertThat(tally.times().millis(1)).isEqualTo(600);
    assertThat(tally.episodes()).isEqualTo(1);
    assertThat(tally.failures()).isZero();
    assertThat(tally.firstFailure()).isNull();
  }

  @Test
  void answersAreCountedByTheSecondTheyWereTaken() {
    start("a", 0);
    step("a", 0, 999);
    step("a", 1, 1000);
    step("a", 2, 1999);
    step("a", 3, 3500);

    assertThat(tally.answers(SECOND, SECOND + 1)).isEqualTo(1);
    assertThat(tally.answers(SECOND + 1, SECOND + 2)).isEqualTo(2);
    assertThat(tally.answers(SECOND + 1, SECOND + 4)).isEqualTo(3);
    assertThat(tally.answers(SECOND + 4, SECOND + 9)).isZero();
  }

  @Test
  void anEpisodeThatWasNotPlayedToItsEndIsAFailure() {
    start("a", 0);
    end("a", 10, EndReason.ENGINE_FAILURE, "the policy server answered 500");
    start("b", 0);
    end("b", 20, EndReason.DEADLINE, "late");

    assertThat(tally.failures()).isEqualTo(2);
    assertThat(tally.episodes()).isEqualTo(2);
    assertThat(tally.firstFailure()).isEqualTo("ENGINE_FAILURE: the policy server answered 500");
  }

  @Test
  void talliesOfSeveralInstancesAddUpAndCopiesStandAlone() throws Exception {
    start("a", 0);
    step("a", 0, 500);
    AnswerTally copy = tally.clone();
    step("a", 1, 1100);
    end("a", 1100, EndReason.CANCELLED, "stopped");

    copy.merge(sent(tally));

    assertThat(copy.times().count()).isEqualTo(3);
    assertThat(copy.answers(SECOND, SECOND + 1)).isEqualTo(2);
    assertThat(copy.answers(SECOND + 1, SECOND + 2)).isEqualTo(1);
    assertThat(copy.episodes()).isEqualTo(1);
    assertThat(copy.firstFailure()).isEqualTo("CANCELLED: stopped");
    assertThat(tally.times().count()).isEqualTo(2);
  }

  /** As heartbeats send it. */
  private static AnswerTally sent(AnswerTally tally) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(tally);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (AnswerTally) in.readObject();
    }
  }
}
