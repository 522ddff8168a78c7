package org.sealflow.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.PatchRecordKind;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;
import org.sealflow.verify.TestingEpisode;

/**
 * A record that cannot be decoded, or is not valid, becomes a dead letter with its bytes and its
 * place.
 */
class DecodeFunctionTest {
  private static final TrajectoryEvent EVENT =
      new TestingEpisode("episode", 0, "base_0").start().received().get(0).event();

  @Test
  void aValidEventGoesOnWithItsPlace() throws Exception {
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(41, encoded(EVENT), 2);

      assertThat(harness.decoded()).containsExactly(new ReceivedEvent(EVENT, "events", 3, 41, 2));
      assertThat(harness.failures()).isEmpty();
      assertThat(harness.ledgers()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"episodeId\": \"e\"}", "Ã\u0001 twelve bytes and more"})
  void foreignBytesBecomeAFailure(String bytes) throws Exception {
    byte[] value = bytes.getBytes(UTF_8);
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(41, value, 1);

      Failure failure = harness.failure();
      assertThat(harness.decoded()).isEmpty();
      assertThat(failure.getBoundary()).isEqualTo(Boundary.PARSE);
      assertThat(Failures.key(failure)).isEqualTo("events/3/41");
      assertThat(failure.getOriginal()).isEqualTo(ByteBuffer.wrap(value));
      assertThat(failure.getOriginalLength()).isEqualTo(value.length);
      assertThat(failure.getOriginalKey()).isEqualTo(ByteBuffer.wrap(DecodeHarness.KEY));
      assertThat(failure.getRequeues()).isEqualTo(1);
      assertThat(failure.getFailedAt().toEpochMilli()).isEqualTo(DecodeHarness.NOW);
      assertThat(failure.getReason()).isNotBlank();
      assertThat(failure.getRemedy()).isNotBlank();
    }
  }

  @Test
  void aTruncatedRecordBecomesAFailure() throws Exception {
    byte[] whole = encoded(EVENT);
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      for (int length = 0; length < whole.length; length++) {
        harness.send(length, Arrays.copyOf(whole, length), 0);
      }
      assertThat(harness.decoded()).isEmpty();
      assertThat(harness.failures()).hasSize(whole.length);
      assertThat(lastLedger(harness)).isEqualTo(failed(whole.length));
    }
  }

  @Test
  void aRecordOfAnotherTopicBecomesAFailure() throws Exception {
    TaskRecord task = SampleTasks.read().records().get(0);
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(0, Codec.of(TaskRecord.class).encode(task), 0);

      assertThat(harness.failure().getReason()).isNotBlank();
      assertThat(harness.decoded()).isEmpty();
    }
  }

  @Test
  void anInvalidRecordBecomesAFailureThatSaysWhatToMend() throws Exception {
    TrajectoryEvent invalid = TrajectoryEvent.newBuilder(EVENT).setSequence(4).build();
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(0, encoded(invalid), 0);

      Failure failure = harness.failure();
      assertThat(failure.getReason()).contains("sequence is 4 for EPISODE_STARTED");
      assertThat(failure.getRemedy()).isEqualTo("mend the record and publish it again");
      assertThat(harness.decoded()).isEmpty();
    }
  }

  @Test
  void aRecordWithoutKeyFailsWithoutKey() throws Exception {
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(0, null, new byte[] {1}, 0);

      assertThat(harness.failure().getOriginalKey()).isNull();
    }
  }

  @Test
  void onlyWhatFailedIsCountedHere() throws Exception {
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(0, new byte[] {1}, 0);
      harness.send(1, encoded(EVENT), 0);
      harness.send(2, new byte[] {2}, 0);

      List<LedgerPart> parts = harness.ledgers();
      assertThat(parts)
          .containsExactly(
              new LedgerPart(DecodeEventFunction.OPERATOR, 0, 1, failed(1)),
              new LedgerPart(DecodeEventFunction.OPERATOR, 0, 1, failed(2)));
      assertThat(parts).allMatch(part -> part.counts().balances());
    }
  }

  @Test
  void theCountGoesOnAfterARestore() throws Exception {
    OperatorSubtaskState state;
    try (var harness = DecodeHarness.open(new DecodeEventFunction())) {
      harness.send(0, new byte[] {1}, 0);
      state = harness.snapshot();
    }
    try (var harness = DecodeHarness.restored(new DecodeEventFunction(), state)) {
      harness.send(1, new byte[] {1}, 0);

      assertThat(lastLedger(harness)).isEqualTo(failed(2));
    }
  }

  @Test
  void tasksAreDecodedAndNotCounted() throws Exception {
    TaskRecord task = SampleTasks.read().records().get(0);
    try (var harness = DecodeHarness.open(new DecodeTaskFunction())) {
      harness.send(0, Codec.of(TaskRecord.class).encode(task), 0);
      harness.send(1, new byte[] {1}, 0);

      assertThat(harness.decoded()).containsExactly(TaskChange.of(task));
      assertThat(Failures.key(harness.failure())).isEqualTo("events/3/1");
      assertThat(harness.ledgers()).isEmpty();
    }
  }

  @Test
  void aTaskWithoutAValueIsRemoved() throws Exception {
    try (var harness = DecodeHarness.open(new DecodeTaskFunction())) {
      harness.send(0, "task/digest".getBytes(UTF_8), new byte[0], 0);

      assertThat(harness.decoded()).containsExactly(TaskChange.removal("task/digest"));
      assertThat(harness.failures()).isEmpty();
    }
  }

  @Test
  void aPatchWithoutAValueIsRemovedAndSoIsAnOrderAboutOne() throws Exception {
    String key = "boxes/open_box/SCHEMA_CUE/TOOL_FAILURE/open_box::INVALID_CALL";
    try (var harness = DecodeHarness.open(new DecodePatchFunction())) {
      harness.send(0, ("run/" + key).getBytes(UTF_8), new byte[0], 0);
      harness.send(1, ("command/run/" + key).getBytes(UTF_8), new byte[0], 0);

      assertThat(harness.decoded())
          .containsExactly(
              new PatchChange("run", key, PatchRecordKind.PATCH, null),
              new PatchChange("run", key, PatchRecordKind.COMMAND, null));
      assertThat(harness.failures()).isEmpty();
    }
  }

  @Test
  void aKeyThatNoPatchHasWithoutAValueIsAFailure() throws Exception {
    try (var harness = DecodeHarness.open(new DecodePatchFunction())) {
      harness.send(0, "run/boxes".getBytes(UTF_8), new byte[0], 0);

      assertThat(harness.decoded()).isEmpty();
      assertThat(harness.failures()).hasSize(1);
    }
  }

  @Test
  void neitherKeyNorValueIsAFailure() throws Exception {
    try (var harness = DecodeHarness.open(new DecodeTaskFunction())) {
      harness.send(0, null, new byte[0], 0);

      assertThat(harness.decoded()).isEmpty();
      assertThat(harness.failure().getOriginalKey()).isNull();
    }
  }

  private static byte[] encoded(TrajectoryEvent event) {
    return Codec.of(TrajectoryEvent.class).encode(event);
  }

  private static Ledger lastLedger(DecodeHarness<?> harness) {
    List<LedgerPart> parts = harness.ledgers();
    return parts.get(parts.size() - 1).counts();
  }

  private static Ledger failed(long records) {
    return new Ledger(0, 0, 0, 0, 0, 0, 0, records, 0, 0, records);
  }
}
