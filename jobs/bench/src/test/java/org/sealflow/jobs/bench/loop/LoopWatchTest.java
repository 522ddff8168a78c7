package org.sealflow.jobs.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

class LoopWatchTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();

  /** The episode that the patch of {@link TestingRecords} names as its evidence. */
  private static final String EVIDENCE = "run-7/b3/g2/s1";

  private static final PatchRecord PATCH =
      TestingRecords.patch("multi_turn_base", PatchState.ACTIVE, 1);

  private static void play(Connection connection, String episode, String... shown) {
    try (Publisher publisher = Publisher.open(connection)) {
      for (TrajectoryEvent event : TestingRecords.episodeEvents(episode, "Done.")) {
        EpisodeStarted started = event.getEpisodeStarted();
        if (started != null) {
          started.setShownPatches(List.of(shown));
        }
        publisher.event(event);
      }
      publisher.flush();
    }
  }

  private static LoopSightings await(LoopWatch watch, Predicate<LoopSightings> enough) {
    long deadline = System.nanoTime() + LONGEST_NANOS;
    LoopSightings seen = watch.sightings();
    while (!enough.test(seen)) {
      assertThat(System.nanoTime()).as("%s", seen).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
      seen = watch.sightings();
    }
    return seen;
  }

  @Test
  void whatTheJobsWriteIsSeenWithItsTime() {
    Connection topics = BROKER.connection(BROKER.newTopics());
    long begun = System.nanoTime();
    try (LoopWatch watch = LoopWatch.open(topics)) {
      play(topics, EVIDENCE);
      TestingRecords.send(
          topics, TestingRecords.failedTurn(EVIDENCE, 0), TestingRecords.failedEpisode(EVIDENCE));
      TestingRecords.send(topics, PATCH);
      play(topics, "run-7/b4/g0/s0", PATCH.getPatchKey());

      LoopSightings seen =
          await(
              watch,
              so ->
                  so.ends().size() == 2 && so.diagnoses().size() == 1 && so.patches().size() == 1);

      assertThat(seen.episodes()).isEqualTo(2);
      assertThat(seen.ends()).containsOnlyKeys(EVIDENCE, "run-7/b4/g0/s0");
      assertThat(seen.diagnoses()).containsOnlyKeys(EVIDENCE);
      assertThat(seen.starts()).hasSize(1);
      Activation activation = Activation.of(seen).get(0);
      assertThat(activation.key()).isEqualTo(PATCH.getPatchKey());
      assertThat(begun).isLessThan(Objects.requireNonNull(activation.ended()));
      assertThat(activation.eventToPatch().orElseThrow()).isPositive();
      assertThat(activation.evidenceToShown().orElseThrow())
          .isPositive()
          .isLessThan(System.nanoTime() - begun);
    }
  }

  private static PlannedGroup group(int number, Arm arm, @Nullable Branch branch) {
    return new PlannedGroup(
        "run-7/b4/g" + number,
        "multi_turn_base_3",
        "a".repeat(64),
        2,
        arm,
        branch,
        null,
        List.of(PATCH.getPatchKey()));
  }

  private static void plan(Connection connection, Instant time) {
    BatchManifest manifest =
        new BatchManifest(
            "run-7",
            4L,
            Mode.TRAIN,
            1L,
            time.truncatedTo(ChronoUnit.MILLIS),
            3,
            List.of(
                group(0, Arm.PATCHED, null),
                group(1, Arm.HOLDOUT, null),
                group(2, Arm.PATCHED, new Branch(EVIDENCE, 0, 1))),
            null,
            null,
            false);
    TestingRecords.send(
        connection, Topic.ROLLOUT_BATCHES, "run-7", Codec.of(BatchManifest.class).encode(manifest));
  }

  @Test
  void aBatchIsSeenWithItsTimeAndTheGroupsThatPatchesAreFor() {
    Connection topics = BROKER.connection(BROKER.newTopics());
    try (LoopWatch watch = LoopWatch.open(topics)) {
      long before = System.nanoTime();
      plan(topics, Instant.now());
      long after = System.nanoTime();

      LoopSightings.Manifest manifest =
          await(watch, so -> so.manifests().size() == 1).manifests().get(0);

      assertThat(manifest.groups())
          .containsExactly(
              new LoopSightings.Group("multi_turn_base", List.of(PATCH.getPatchKey())));
      // The two clocks are compared in whole milliseconds.
      long tolerance = Duration.ofMillis(2).toNanos();
      assertThat(manifest.planned()).isBetween(before - tolerance, after + tolerance);
    }
  }

  @Test
  void aRetiredPatchIsSeenAndIsNoActivation() {
    Connection topics = BROKER.connection(BROKER.newTopics());
    try (LoopWatch watch = LoopWatch.open(topics)) {
      TestingRecords.send(
          topics, TestingRecords.patch("multi_turn_base", PatchState.RETIRED, 1), PATCH);

      LoopSightings seen = await(watch, so -> so.patches().size() == 2);

      assertThat(seen.patches())
          .extracting(LoopSightings.Patch::active)
          .containsExactly(false, true);
      assertThat(Activation.of(seen)).hasSize(1);
      assertThat(Activation.of(seen).get(0).evidenceToShown()).isEmpty();
    }
  }
}
