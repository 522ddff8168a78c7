package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.capability.TestingLabels.diagnosed;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Tag;

class GatherFunctionTest {
  private static final Duration MEMORY = Duration.ofHours(1);
  private static final long START = 1_700_000_000_000L;

  private static DiagnosedEpisode attempt(int number, Tag... tags) {
    return diagnosed(TestingEpisode.failed("e").attempt(number).batch(1).tags(tags));
  }

  @Test
  void turnsWaitForTheEndOfTheirEpisodeEvenThroughARestart() throws Exception {
    DiagnosedEpisode episode = TestingLabels.failed("e", "group", 1);
    OperatorSubtaskState state;
    try (Gather gather = Gather.restored(null)) {
      gather.send(episode.turns());
      assertThat(gather.out()).isEmpty();
      state = gather.flink.snapshot(1, 0);
    }
    try (Gather gather = Gather.restored(state)) {
      gather.send(List.of(episode.end()));
      assertThat(gather.out()).containsExactly(episode);
      assertThat(gather.flink.numKeyedStateEntries()).isZero();
    }
  }

  @Test
  void onlyTheAttemptThatEndsGoesOn() throws Exception {
    DiagnosedEpisode given = attempt(0, Tag.STATE_MISMATCH, Tag.PASS);
    DiagnosedEpisode ended = attempt(1, Tag.PASS, Tag.PASS);
    try (Gather gather = Gather.restored(null)) {
      gather.send(given.turns().subList(0, 1));
      gather.send(ended.turns().subList(0, 1));
      gather.send(given.turns().subList(1, 2));
      gather.send(ended.turns().subList(1, 2));
      gather.send(List.of(ended.end()));

      assertThat(gather.out()).containsExactly(ended);
    }
  }

  @Test
  void turnsOfAnAttemptThatNeverEndsAreForgotten() throws Exception {
    DiagnosedEpisode episode = attempt(0, Tag.PASS);
    try (Gather gather = Gather.restored(null)) {
      gather.send(episode.turns());
      gather.flink.setStateTtlProcessingTime(START + MEMORY.toMillis() + 1);
      gather.send(List.of(episode.end()));

      assertThat(gather.out()).containsExactly(new DiagnosedEpisode(List.of(), episode.end()));
    }
  }

  /** Runs the function as Flink does, without Kryo. */
  private static final class Gather implements AutoCloseable {
    private final KeyedOneInputStreamOperatorTestHarness<String, Diagnosis, DiagnosedEpisode> flink;

    private Gather() throws Exception {
      PermutationSettings settings = new PermutationSettings(1, Duration.ofMinutes(1), MEMORY);
      flink =
          new KeyedOneInputStreamOperatorTestHarness<>(
              new KeyedProcessOperator<>(new GatherFunction(settings)),
              Diagnosis::getEpisodeId,
              Types.STRING);
      ((SerializerConfigImpl) flink.getExecutionConfig().getSerializerConfig())
          .setGenericTypes(false);
      flink.setStateTtlProcessingTime(START);
    }

    static Gather restored(@Nullable OperatorSubtaskState state) throws Exception {
      Gather opened = new Gather();
      if (state != null) {
        opened.flink.initializeState(state);
      }
      opened.flink.open();
      return opened;
    }

    void send(List<Diagnosis> diagnoses) throws Exception {
      for (Diagnosis diagnosis : diagnoses) {
        flink.processElement(diagnosis, 0);
      }
    }

    List<DiagnosedEpisode> out() {
      return flink.extractOutputValues();
    }

    @Override
    public void close() {
      try {
        flink.close();
      } catch (Exception e) {
        throw new IllegalStateException("the harness cannot be closed", e);
      }
    }
  }
}
