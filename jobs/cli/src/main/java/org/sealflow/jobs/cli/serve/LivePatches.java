package org.sealflow.jobs.cli.serve;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.OutageTeller;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.UndecodableRecordException;
import org.sealflow.serve.session.InterfacePatches;

/**
 * The patches of a run as they come and go. While the broker is away, which is said once, those
 * known stay.
 */
final class LivePatches implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final TopicReader reader;
  private final String runId;
  private final PrintWriter complaints;
  private final OutageTeller outages;
  private final Codec<PatchRecord> codec = Codec.of(PatchRecord.class);
  private final Map<String, EnvironmentPatch> newest = new HashMap<>();
  private final Thread follower = new Thread(this::follow, "patches");
  private volatile Known known = new Known(List.of());

  /** Patches of a moment, and the sets made of them so far. */
  private static final class Known {
    private final List<EnvironmentPatch> patches;
    private final Map<String, InterfacePatches> byCategory = new ConcurrentHashMap<>();

    Known(List<EnvironmentPatch> patches) {
      this.patches = patches;
    }

    InterfacePatches in(String category) {
      return byCategory.computeIfAbsent(category, this::shown);
    }

    private InterfacePatches shown(String category) {
      PatchSet set = PatchSet.of(category, patches);
      return set.isEmpty()
          ? InterfacePatches.NONE
          : new InterfacePatches(set, set.digest(), set.keys());
    }
  }

  private LivePatches(Connection broker, TopicReader reader, String runId, PrintWriter complaints) {
    this.reader = reader;
    this.runId = runId;
    this.complaints = complaints;
    this.outages = new OutageTeller(broker, this::tell);
  }

  /**
   * Reads the patches there are, and goes on reading.
   *
   * @throws org.sealflow.jobs.settings.UserError if the topic cannot be read
   */
  static LivePatches of(Connection broker, String runId, PrintWriter complaints) {
    TopicReader reader =
        TopicReader.open(broker, Topic.ENVIRONMENT_PATCHES, StartPosition.earliest());
    LivePatches patches = new LivePatches(broker, reader, runId, complaints);
    try {
      reader.readToEnd(patches::take);
    } catch (RuntimeException unreadable) {
      reader.close();
      throw unreadable;
    }
    patches.follower.setDaemon(true);
    patches.follower.start();
    return patches;
  }

  /** The patches that are active now in tasks of a category. Thread-safe. */
  InterfacePatches in(String category) {
    return known.in(category);
  }

  private void follow() {
    try (reader) {
      reader.follow(this::take, outages);
    } catch (RuntimeException broken) {
      tell(
          "no more patches are heard of, those known stay: " + Causes.oneLine(broken.getMessage()));
    }
  }

  private void tell(String line) {
    complaints.println("sealflow: " + line);
    complaints.flush();
  }

  /** Passes over what cannot be read: `tail patches` shows it. */
  private boolean take(ConsumerRecord<byte[], byte[]> message) {
    if (message.value() == null) {
      if (message.key() != null) {
        newest.remove(new String(message.key(), StandardCharsets.UTF_8));
        known = new Known(List.copyOf(newest.values()));
      }
      return true;
    }
    try {
      PatchRecord record = codec.decode(message.value());
      EnvironmentPatch patch = record.getPatch();
      if (patch != null && patch.getRunId().equals(runId)) {
        newest.put(PatchRecords.topicKey(record), patch);
        known = new Known(List.copyOf(newest.values()));
      }
    } catch (UndecodableRecordException skipped) {
      return true;
    }
    return true;
  }

  @Override
  public void close() {
    reader.stop();
    try {
      follower.join(PATIENCE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
