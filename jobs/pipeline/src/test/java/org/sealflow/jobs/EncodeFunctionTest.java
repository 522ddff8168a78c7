package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;

final class EncodeFunctionTest {
  private static final Instant NOW = Instant.ofEpochMilli(7);

  private static TrajectoryEvent event(int length) {
    return TrajectoryEvents.ended(
        new EpisodeAttempt("run", "episode", 0),
        1,
        NOW,
        EndReason.ENGINE_FAILURE,
        "x".repeat(length));
  }

  @Test
  void aRecordIsEncodedUnderItsKey() throws Exception {
    var harness =
        ProcessFunctionTestHarnesses.forProcessFunction(
            new EncodeFunction<>(
                Topic.TRAJECTORIES, TrajectoryEvent.class, TrajectoryEvent::getEpisodeId));
    TrajectoryEvent event = event(10);
    harness.processElement(event, 0);

    EncodedRecord encoded = harness.extractOutputValues().get(0);
    assertThat(new String(encoded.key(), StandardCharsets.UTF_8)).isEqualTo("episode");
    assertThat(Codec.of(TrajectoryEvent.class).decode(encoded.value())).isEqualTo(event);
    harness.close();
  }

  @Test
  void aRecordThatNoMessageHoldsIsAFailureThatSaysWhatToDo() throws Exception {
    var harness =
        ProcessFunctionTestHarnesses.forProcessFunction(
            new EncodeFunction<>(
                Topic.TRAJECTORIES, TrajectoryEvent.class, TrajectoryEvent::getEpisodeId));
    harness.processElement(event(Topic.LARGEST_MESSAGE_BYTES), 0);
    harness.processElement(event(10), 0);

    assertThat(harness.extractOutputValues()).hasSize(1);
    assertThat(harness.getSideOutput(EncodeFunction.FAILURES))
        .extracting(StreamRecord::getValue)
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.getBoundary()).isEqualTo(Boundary.PUBLISH);
              assertThat(failure.getReason()).contains("TrajectoryEvent").contains("8388608");
              assertThat(failure.getRemedy()).isNotBlank();
              assertThat(failure.getRunId()).isEqualTo("run");
              assertThat(failure.getEpisodeId()).isEqualTo("episode");
              assertThat(failure.getOriginal().remaining())
                  .isEqualTo(Failures.KEPT_OF_TOO_LARGE_BYTES);
            });
    harness.close();
  }

  @Test
  void aFailureThatNoMessageHoldsIsShortened() throws Exception {
    byte[] half = new byte[Topic.LARGEST_MESSAGE_BYTES / 2];
    Failure failure =
        Failures.ofRecord(
            new Complaint(Boundary.PARSE, "r".repeat(10_000), "send\nless"),
            NOW,
            new RecordPosition("topic", 0, 1),
            half,
            new byte[Topic.LARGEST_MESSAGE_BYTES - 10],
            0);
    failure.setEpisodeId("e".repeat(2_000_000));
    var harness =
        ProcessFunctionTestHarnesses.forProcessFunction(
            new EncodeFunction<>(Topic.FAILURES, Failure.class, Failures::key));
    harness.processElement(failure, 0);

    byte[] message = harness.extractOutputValues().get(0).value();
    Failure sent = Codec.of(Failure.class).decode(message);
    assertThat(message.length).isLessThan(200_000);
    assertThat(sent.getOriginalLength()).isEqualTo(Topic.LARGEST_MESSAGE_BYTES - 10);
    assertThat(sent.getOriginal()).isEqualTo(ByteBuffer.wrap(new byte[64 * 1024]));
    assertThat(sent.getOriginalKey()).isNull();
    assertThat(sent.getReason()).hasSize(2_001);
    assertThat(sent.getRemedy()).isEqualTo("send less");
    harness.close();
  }
}
