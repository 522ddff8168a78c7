package org.sealflow.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FactoriesTest {
  @Test
  void anAttemptNeedsItsIds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EpisodeAttempt("", "", -1))
        .withMessage(
            "EpisodeAttempt: runId is missing or empty; episodeId is missing or empty;"
                + " attempt is -1, expected 0 or more");
  }

  @Test
  void anEventBelongsToItsAttempt() {
    TrajectoryEvent event = TrajectoryEvents.turnEnded(Samples.ATTEMPT, 3, Samples.TIME, 2);

    assertThat(EpisodeAttempt.of(event)).isEqualTo(Samples.ATTEMPT);
    assertThat(event.getSequence()).isEqualTo(3);
    assertThat(event.getTurnEnded()).isEqualTo(new TurnEnded(2));
  }

  @Test
  void timesAreCutToWhatTheWireCarries() {
    Instant time = Instant.parse("2026-11-21T10:15:30.123456789Z");

    TrajectoryEvent event = TrajectoryEvents.turnEnded(Samples.ATTEMPT, 3, time, 0);
    Failure failure =
        Failures.ofLine(
            Samples.complaint(), time, new RecordedSource("f", 1L, 0L, "", 0L), new byte[0]);

    assertThat(event.getEventTime()).isEqualTo(Samples.TIME);
    assertThat(failure.getFailedAt()).isEqualTo(Samples.TIME);
  }

  @Test
  void aStartIsAlwaysTheFirstEvent() {
    TrajectoryEvent event =
        TrajectoryEvents.started(
            Samples.ATTEMPT, Samples.TIME, TrajectorySamples.startedInReplay());

    assertThat(event.getSequence()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrajectoryEvents.turnEnded(Samples.ATTEMPT, 0, Samples.TIME, 0));
  }

  @Test
  void tasksAndToolDocsHaveTheirOwnKeys() {
    assertThat(TaskRecords.key(TaskRecords.task(Samples.task())))
        .isEqualTo("multi_turn_miss_func_900/" + Samples.DIGEST);
    assertThat(TaskRecords.key(TaskRecords.toolDocs(Samples.toolDocs()))).isEqualTo(Samples.DIGEST);
    assertThatIllegalArgumentException().isThrownBy(() -> TaskRecords.key(new TaskRecord()));
  }

  @Test
  void aFailureIsKeyedByItsSourcePosition() {
    assertThat(Failures.key(Samples.failedRecord()))
        .isEqualTo("sealflow.trajectories/3/4000000000");
    assertThat(Failures.key(Samples.failedLine())).isEqualTo("runs/result.jsonl:17");
    assertThatIllegalArgumentException().isThrownBy(() -> Failures.key(new Failure()));
  }

  @Test
  void aFailureHoldsTheInputAsItWas() {
    Failure failure = Samples.failedRecord();

    assertThat(failure.getOriginal()).isEqualTo(ByteBuffer.wrap(Samples.bytes("{not avro}")));
    assertThat(failure.getOriginalKey()).isEqualTo(ByteBuffer.wrap(Samples.bytes("k")));
    assertThat(failure.getOriginalLength()).isEqualTo(10);
    assertThat(Samples.failedLine().getOriginalSha256())
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void ofInputTooLargeForAMessageTheBeginningIsKept() {
    byte[] large = new byte[Topic.LARGEST_MESSAGE_BYTES + 1];
    Arrays.fill(large, (byte) 7);

    Failure failure = Samples.failedRecord(null, large, 0);

    assertThat(failure.getOriginal().remaining()).isEqualTo(65_536);
    assertThat(failure.getOriginalLength()).isEqualTo(8_388_609);
    assertThat(Failures.isRequeueable(failure)).isFalse();
  }

  @Test
  void aFailureWithTheLargestInputStillFitsItsTopic() {
    byte[] largest = new byte[Topic.LARGEST_MESSAGE_BYTES];

    Failure failure = Samples.failedRecord(largest, largest, 0);
    failure.setOriginalKey(null);

    assertThat(Failures.isRequeueable(failure)).isTrue();
    assertThat(Codec.of(Failure.class).encode(failure).length)
        .isLessThan(Topic.FAILURES.largestMessageBytes());
  }

  @Test
  void inputIsSentAgainThreeTimesAtMost() {
    byte[] value = Samples.bytes("v");

    assertThat(Failures.isRequeueable(Samples.failedRecord(null, value, 2))).isTrue();
    assertThat(Failures.isRequeueable(Samples.failedRecord(null, value, 3))).isFalse();
    assertThat(Failures.isRequeueable(Samples.failedLine())).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Samples.failedRecord(null, value, 4))
        .withMessageContaining("requeues is 4");
  }

  @Test
  void aComplaintSaysWhatIsWrongAndWhatToDo() {
    assertThat(Samples.complaint()).hasToString("begins with 7B 6E; send Avro");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Complaint(Boundary.PARSE, "wrong", " "));
  }

  @Test
  void aPositionIsAPlaceThatCanExist() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordPosition("", -1, -1))
        .withMessageContaining("topic is missing or empty; partition is -1");
  }
}
