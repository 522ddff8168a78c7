package org.sealflow.jobs.bench.loop;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjLongConsumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.TaskOutline;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/** Reads the loop's topics as it runs, a thread each, and notes when it had read what. */
final class LoopWatch implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 15_000;

  private final List<TopicReader> readers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private final Map<String, Long> ends = new HashMap<>();
  private final Map<String, Long> diagnoses = new HashMap<>();
  private final List<LoopSightings.Patch> patches = new ArrayList<>();
  private final List<LoopSightings.Start> starts = new ArrayList<>();
  private final List<LoopSightings.Manifest> manifests = new ArrayList<>();
  private final long openedNanos = System.nanoTime();
  private final long openedMillis = System.currentTimeMillis();
  private int episodes;

  private LoopWatch() {}

  /** Begins to read at the beginning of the topics. */
  static LoopWatch open(Connection connection) {
    LoopWatch watch = new LoopWatch();
    try {
      watch.follow(connection, Topic.TRAJECTORIES, TrajectoryEvent.class, watch::take);
      watch.follow(connection, Topic.DIAGNOSES, Diagnosis.class, watch::take);
      watch.follow(connection, Topic.ENVIRONMENT_PATCHES, PatchRecord.class, watch::take);
      watch.follow(connection, Topic.ROLLOUT_BATCHES, BatchManifest.class, watch::take);
      return watch;
    } catch (RuntimeException failed) {
      watch.close();
      throw failed;
    }
  }

  private <T extends SpecificRecordBase> void follow(
      Connection connection, Topic topic, Class<T> recordClass, ObjLongConsumer<T> taker) {
    TopicReader reader = TopicReader.open(connection, topic, StartPosition.earliest());
    readers.add(reader);
    Codec<T> codec = Codec.of(recordClass);
    Thread thread = new Thread(() -> read(reader, codec, taker), "bench-reads-" + topic.baseName());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private <T extends SpecificRecordBase> void read(
      TopicReader reader, Codec<T> codec, ObjLongConsumer<T> taker) {
    try (reader) {
      reader.follow(
          record -> {
            long now = System.nanoTime();
            taker.accept(decoded(record, codec), now);
            return true;
          });
    } catch (RuntimeException broken) {
      failure.compareAndSet(null, broken);
    }
  }

  private static <T extends SpecificRecordBase> T decoded(
      ConsumerRecord<byte[], byte[]> record, Codec<T> codec) {
    try {
      return codec.decode(record.value());
    } catch (UndecodableRecordException impossible) {
      throw new IllegalStateException("the jobs write records", impossible);
    }
  }

  private synchronized void take(TrajectoryEvent event, long nanos) {
    EpisodeStarted started = event.getEpisodeStarted();
    if (started != null) {
      episodes++;
      if (!started.getShownPatches().isEmpty()) {
        starts.add(
            new LoopSightings.Start(
                event.getEventTime().toEpochMilli(), started.getShownPatches(), nanos));
      }
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      ends.putIfAbsent(event.getEpisodeId(), nanos);
    }
  }

  private synchronized void take(Diagnosis diagnosis, long nanos) {
    if (diagnosis.getKind() == DiagnosisKind.EPISODE) {
      diagnoses.putIfAbsent(diagnosis.getEpisodeId(), nanos);
    }
  }

  private synchronized void take(PatchRecord record, long nanos) {
    EnvironmentPatch patch = record.getPatch();
    if (patch != null) {
      patches.add(
          new LoopSightings.Patch(
              record.getPatchKey(),
              patch.getCategory(),
              patch.getLayer() != PatchLayer.CAPABILITY_HINT,
              patch.getState() == PatchState.ACTIVE,
              patch.getActivatedAt().toEpochMilli(),
              nanos(patch.getUpdatedAt()),
              patch.getEvidence().getEpisodes(),
              nanos));
    }
  }

  private synchronized void take(BatchManifest manifest, long nanos) {
    manifests.add(
        new LoopSightings.Manifest(
            nanos(manifest.getPlannedAt()),
            manifest.getGroups().stream()
                .filter(group -> group.getArm() == Arm.PATCHED && group.getBranch() == null)
                .map(
                    group ->
                        new LoopSightings.Group(
                            TaskOutline.category(group.getTaskId()), group.getShownPatches()))
                .toList()));
  }

  /** A time that a record of this process carries, on the clock of {@link System#nanoTime}. */
  private long nanos(Instant time) {
    return openedNanos + TimeUnit.MILLISECONDS.toNanos(time.toEpochMilli() - openedMillis);
  }

  /**
   * The sightings read so far.
   *
   * @throws RuntimeException the failure of a thread that reads
   */
  synchronized LoopSightings sightings() {
    RuntimeException broken = failure.get();
    if (broken != null) {
      throw broken;
    }
    return new LoopSightings(ends, diagnoses, patches, starts, manifests, episodes);
  }

  @Override
  public void close() {
    readers.forEach(TopicReader::stop);
    for (Thread thread : threads) {
      try {
        thread.join(PATIENCE_MILLIS);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
