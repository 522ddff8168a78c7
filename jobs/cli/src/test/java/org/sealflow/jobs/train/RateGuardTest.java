package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.UndecodableRecordException;

class RateGuardTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final RateLowering FIRST = new RateLowering(1, 0.5, "base success fell");
  private static final RateLowering SECOND = new RateLowering(2, 0.25, "empty turns doubled");

  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path folder;

  private static BatchManifest manifest(String run, long batch) {
    return BatchManifest.newBuilder()
        .setRunId(run)
        .setBatchNumber(batch)
        .setMode(Mode.TRAIN)
        .setPolicyVersion(0)
        .setPlannedAt(Instant.EPOCH)
        .setGroupsNeeded(1)
        .setGroups(
            List.of(
                new PlannedGroup(
                    "g" + batch, "t", "ab".repeat(32), 8, Arm.PATCHED, null, null, List.of())))
        .build();
  }

  private static List<BatchManifest> batches(String prefix) {
    return BROKER.records(prefix, Topic.ROLLOUT_BATCHES).stream()
        .map(record -> decoded(record.value()))
        .toList();
  }

  private static BatchManifest decoded(byte[] value) {
    try {
      return Codec.of(BatchManifest.class).decode(value);
    } catch (UndecodableRecordException damaged) {
      throw new AssertionError(damaged);
    }
  }

  private static void await(BooleanSupplier fact) {
    long begun = System.nanoTime();
    while (!fact.getAsBoolean()) {
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONGEST);
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  @Test
  void eachLoweringStandsOnceInTheLogOfTheBatchesBeforeThoseItIsFor() throws IOException {
    String prefix = BROKER.newTopics();
    RunDirectory run = RunDirectory.create(folder, "run");
    try (Connection broker = BROKER.connection(prefix);
        Publisher planner = Publisher.open(broker);
        RunRecorder recorder = RunRecorder.open(broker, run, line -> {});
        RateGuard guard = new RateGuard(broker, 0.5)) {
      guard.lower(List.of(), recorder.newestManifest(), "before any batch");
      plan(planner, recorder, run.runId(), 0);
      plan(planner, recorder, run.runId(), 1);
      guard.lower(List.of(), recorder.newestManifest(), FIRST.getReason());
      guard.lower(List.of(), recorder.newestManifest(), "said again while it is on its way");
      await(() -> recorder.lowerings().size() == 1);
      plan(planner, recorder, run.runId(), 2);
      guard.lower(recorder.lowerings(), recorder.newestManifest(), SECOND.getReason());
      await(() -> recorder.lowerings().size() == 2);

      assertThat(recorder.lowerings())
          .containsExactly(new LoweredRate(FIRST, 2), new LoweredRate(SECOND, 3));
    }
    assertThat(batches(prefix))
        .extracting(BatchManifest::getBatchNumber, BatchManifest::getRateLowering)
        .containsExactly(
            tuple(0L, null), tuple(1L, null), tuple(1L, FIRST), tuple(2L, null), tuple(2L, SECOND));
  }

  @Test
  void aLoweringAskedForAgainByARunThatGoesOnChangesNothing() throws IOException {
    String prefix = BROKER.newTopics();
    RunDirectory run = RunDirectory.create(folder, "run");
    try (Connection broker = BROKER.connection(prefix);
        Publisher planner = Publisher.open(broker)) {
      planner.batch(manifest(run.runId(), 0));
      planner.batch(lowering(manifest(run.runId(), 0), FIRST));
      planner.batch(manifest(run.runId(), 1));
      planner.batch(lowering(manifest(run.runId(), 1), FIRST));
      planner.batch(lowering(manifest("another", 7), SECOND));
      planner.batch(manifest(run.runId(), 2));
      planner.flush();
      try (RunRecorder recorder = RunRecorder.open(broker, run, line -> {})) {
        await(() -> isPlanned(recorder, 2));

        assertThat(recorder.lowerings()).containsExactly(new LoweredRate(FIRST, 1));
      }
    }
  }

  private static BatchManifest lowering(BatchManifest manifest, RateLowering lowering) {
    return BatchManifest.newBuilder(manifest).setRateLowering(lowering).build();
  }

  private static void plan(Publisher planner, RunRecorder recorder, String run, long batch) {
    planner.batch(manifest(run, batch));
    planner.flush();
    await(() -> isPlanned(recorder, batch));
  }

  private static boolean isPlanned(RunRecorder recorder, long batch) {
    return recorder.newestManifest().filter(newest -> newest.getBatchNumber() == batch).isPresent();
  }
}
