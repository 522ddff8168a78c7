package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.capability.TestingLabels.failed;
import static org.sealflow.capability.TestingLabels.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Mode;

class PermuteFunctionTest {
  private static final Duration DEADLINE = Duration.ofMinutes(1);
  private static final PermutationSettings SETTINGS = new PermutationSettings(7, DEADLINE);
  private static final long BATCH = 3;
  private static final BatchManifest PLAN = plan(BATCH, "g", "h");
  private static final DiagnosedEpisode A = failed("a", "g", BATCH);
  private static final DiagnosedEpisode B = failed("b", "g", BATCH);
  private static final DiagnosedEpisode C = failed("c", "h", BATCH);
  private static final DiagnosedEpisode D = failed("d", "h", BATCH);

  private static List<DiagnosedEpisode> dealt(DiagnosedEpisode... episodes) {
    return LabelDeal.of(List.of(episodes), SETTINGS.seed(), BATCH);
  }

  @Test
  void aBatchGoesOnWithItsLastEpisodeAndLeavesOnlyThatItHas() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(PLAN).send(C, A, B);
      assertThat(batch.out()).isEmpty();
      assertThat(batch.held("episodes")).isEqualTo(1);

      batch.send(D);
      assertThat(batch.out()).isEqualTo(dealt(A, B, C, D));
      assertThat(batch.held("episodes")).isZero();
      assertThat(batch.held("progress")).isZero();
      assertThat(batch.held("deadline")).isZero();
      assertThat(batch.held("released")).isEqualTo(1);
      assertThat(batch.timers()).isZero();
    }
  }

  @Test
  void theManifestMayComeLastAndTheEpisodesInAnyOrder() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(D, B, C, A);
      assertThat(batch.out()).isEmpty();

      batch.send(PLAN);
      assertThat(batch.out()).isEqualTo(dealt(A, B, C, D));
    }
  }

  @Test
  void batchesAreHeldApart() throws Exception {
    DiagnosedEpisode other = failed("a", "g", BATCH + 1);
    try (Permute batch = Permute.open()) {
      batch.send(PLAN).send(plan(BATCH + 1, "g")).send(A, other, B, C);
      assertThat(batch.out()).isEmpty();

      batch.send(failed("b", "g", BATCH + 1));
      assertThat(batch.out())
          .isEqualTo(
              LabelDeal.of(
                  List.of(other, failed("b", "g", BATCH + 1)), SETTINGS.seed(), BATCH + 1));
    }
  }

  @Test
  void whatWasPlannedForEvaluationIsNotHeeded() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(A, B).send(plan(Mode.EVAL, BATCH, "g"));
      assertThat(batch.out()).isEmpty();
    }
  }

  @Test
  void theSameEpisodeOnceMoreCountsOnce() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(PLAN).send(A, A, A, A, C, C);
      assertThat(batch.out()).isEmpty();

      batch.send(B, D);
      assertThat(batch.out()).isEqualTo(dealt(A, B, C, D));
    }
  }

  @Test
  void anIncompleteBatchGoesOnAtItsDeadlineAndWhatIsLateFollowsAtOnce() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(PLAN).send(C, A);
      batch.pass(DEADLINE.minusMillis(1));
      assertThat(batch.out()).isEmpty();

      batch.pass(Duration.ofMillis(1));
      assertThat(batch.out()).isEqualTo(dealt(A, C));
      assertThat(batch.timers()).isZero();

      batch.send(B);
      assertThat(batch.out()).hasSize(3).endsWith(dealt(B).toArray(new DiagnosedEpisode[0]));
      assertThat(batch.held("episodes")).isZero();
    }
  }

  @Test
  void aBatchWhoseManifestNeverComesGoesOnAtItsDeadline() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(A).send(B);
      batch.pass(DEADLINE);
      assertThat(batch.out()).isEqualTo(dealt(A, B));
    }
  }

  @Test
  void aBatchWithoutEpisodesLeavesNoTimer() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(PLAN);
      batch.pass(DEADLINE);
      assertThat(batch.out()).isEmpty();
      assertThat(batch.timers()).isZero();
      assertThat(batch.held("progress")).isZero();
    }
  }

  @Test
  void whatIsHeldAtTheEndOfTheInputGoesOn() throws Exception {
    try (Permute batch = Permute.open()) {
      batch.send(PLAN).send(A, D);
      batch.endInput();
      assertThat(batch.out()).isEqualTo(dealt(A, D));
      assertThat(batch.timers()).isZero();
    }
  }

  @Test
  void anEpisodeOfNoBatchGoesOnAtOnce() throws Exception {
    DiagnosedEpisode unplanned = TestingLabels.diagnosed(TestingEpisode.failed("e"));
    try (Permute batch = Permute.open()) {
      batch.send(unplanned);
      assertThat(batch.out()).containsExactly(unplanned);
      assertThat(batch.timers()).isZero();
    }
  }

  @Test
  void aRestoredBatchGoesOnOnceWithWhatCameBeforeAndAfter() throws Exception {
    OperatorSubtaskState half;
    try (Permute batch = Permute.open()) {
      half = batch.send(PLAN).send(A, C).snapshot();
    }
    OperatorSubtaskState done;
    try (Permute batch = Permute.restored(half, Duration.ZERO)) {
      batch.send(C, B);
      assertThat(batch.out()).isEmpty();
      batch.send(D);
      assertThat(batch.out()).isEqualTo(dealt(A, B, C, D));
      done = batch.snapshot();
    }
    try (Permute batch = Permute.restored(done, Duration.ZERO)) {
      batch.send(PLAN);
      batch.pass(DEADLINE.multipliedBy(2));
      batch.endInput();
      assertThat(batch.out()).isEmpty();
    }
  }

  @Test
  void anOutageMakesNobodyLate() throws Exception {
    OperatorSubtaskState half;
    try (Permute batch = Permute.open()) {
      half = batch.send(PLAN).send(A, C).snapshot();
    }
    try (Permute batch = Permute.restored(half, DEADLINE.multipliedBy(10))) {
      assertThat(batch.out()).isEmpty();
      batch.pass(DEADLINE.minusMillis(1));
      assertThat(batch.out()).isEmpty();
      batch.pass(Duration.ofMillis(1));
      assertThat(batch.out()).isEqualTo(dealt(A, C));
      assertThat(batch.timers()).isZero();
    }
  }

  /** Runs the function as Flink does, without Kryo and with processing time in the test's hands. */
  private static final class Permute implements AutoCloseable {
    private static final long START = 1_700_000_000_000L;

    private final KeyedTwoInputStreamOperatorTestHarness<
            BatchKey, DiagnosedEpisode, BatchManifest, DiagnosedEpisode>
        flink =
            new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new PermuteFunction(SETTINGS)),
                BatchKey::of,
                BatchKey::of,
                TypeInformation.of(BatchKey.class));

    private Permute() throws Exception {
      ((SerializerConfigImpl) flink.getExecutionConfig().getSerializerConfig())
          .setGenericTypes(false);
    }

    static Permute open() throws Exception {
      return restored(null, Duration.ZERO);
    }

    static Permute restored(@Nullable OperatorSubtaskState state, Duration outage)
        throws Exception {
      Permute opened = new Permute();
      opened.flink.setStateTtlProcessingTime(START);
      opened.flink.setProcessingTime(START);
      if (state != null) {
        opened.flink.initializeState(state);
      }
      opened.flink.open();
      opened.pass(outage);
      return opened;
    }

    Permute send(BatchManifest manifest) throws Exception {
      flink.processElement2(manifest, 0);
      return this;
    }

    Permute send(DiagnosedEpisode... episodes) throws Exception {
      for (DiagnosedEpisode episode : episodes) {
        flink.processElement1(episode, 0);
      }
      return this;
    }

    void pass(Duration time) throws Exception {
      flink.setProcessingTime(flink.getProcessingTime() + time.toMillis());
    }

    void endInput() throws Exception {
      flink.processBothWatermarks(Watermark.MAX_WATERMARK);
    }

    OperatorSubtaskState snapshot() throws Exception {
      return flink.snapshot(1, flink.getProcessingTime());
    }

    List<DiagnosedEpisode> out() {
      return new ArrayList<>(flink.extractOutputValues());
    }

    /** How many keys hold something under that name. */
    long held(String state) {
      try (var keys =
          flink.getOperator().getKeyedStateBackend().getKeys(state, VoidNamespace.INSTANCE)) {
        return keys.distinct().count();
      }
    }

    int timers() {
      return flink.numProcessingTimeTimers() + flink.numEventTimeTimers();
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
