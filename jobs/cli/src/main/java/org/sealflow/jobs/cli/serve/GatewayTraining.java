package org.sealflow.jobs.cli.serve;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.UndecodableRecordException;
import org.sealflow.serve.session.InterfacePatches;
import org.sealflow.serve.session.PatchedGroups;
import org.sealflow.serve.session.Placements;
import picocli.CommandLine.Option;

/** Options of how episodes of agents become batches that a learner trains on. */
final class GatewayTraining {
  @Option(
      names = "--train",
      description =
          "Records episodes of tasks as training episodes, in groups and batches, so that `diagnose"
              + " --learn --run RUN` trains on them; without it, they are evaluations.")
  private boolean train;

  @Option(
      names = "--group-size",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "With --train, episodes of a task that are compared with each other: those that begin one"
              + " after another, or that have one value of the header X-Sealflow-Group (default:"
              + " ${DEFAULT-VALUE}).")
  private int groupSize;

  @Option(
      names = "--batch-groups",
      paramLabel = "N",
      defaultValue = "8",
      description = "With --train, groups of a learner's step (default: ${DEFAULT-VALUE}).")
  private int batchGroups;

  /**
   * How episodes become batches.
   *
   * @param groupSize episodes of a group
   * @param batchGroups groups of a batch
   */
  record Plan(int groupSize, int batchGroups) {
    /** Training episodes that are shown no patch: nobody changes what an agent is shown. */
    Placements placements(String series) {
      return new PatchedGroups(
          series,
          new PatchedGroups.Settings(groupSize, 1),
          category -> InterfacePatches.NONE,
          () -> 0);
    }
  }

  /**
   * The plan; null without --train.
   *
   * @throws UsageError if an option is out of range
   */
  @Nullable Plan plan() {
    atLeastOne("--group-size", groupSize);
    atLeastOne("--batch-groups", batchGroups);
    return train ? new Plan(groupSize, batchGroups) : null;
  }

  private static void atLeastOne(String option, int value) {
    if (value < 1) {
      throw new UsageError(option + " is " + value + ", expected 1 or more");
    }
  }

  /**
   * The number of the batch behind those that a run has.
   *
   * @throws org.sealflow.jobs.settings.UserError if the topic cannot be read
   */
  static long nextBatch(Connection broker, String runId) {
    AtomicLong next = new AtomicLong();
    Codec<BatchManifest> codec = Codec.of(BatchManifest.class);
    try (TopicReader batches =
        TopicReader.open(broker, Topic.ROLLOUT_BATCHES, StartPosition.earliest())) {
      batches.readToEnd(
          message -> {
            if (isOf(runId, message)) {
              next.accumulateAndGet(behind(message.value(), codec), Math::max);
            }
            return true;
          });
    }
    return next.get();
  }

  private static boolean isOf(String runId, ConsumerRecord<byte[], byte[]> message) {
    return message.key() != null
        && message.value() != null
        && new String(message.key(), StandardCharsets.UTF_8).equals(runId);
  }

  /** Passes over what cannot be read, as a learner does. */
  private static long behind(byte[] message, Codec<BatchManifest> codec) {
    try {
      BatchManifest manifest = codec.decode(message);
      return manifest.getMode() == Mode.TRAIN ? manifest.getBatchNumber() + 1 : 0;
    } catch (UndecodableRecordException unreadable) {
      return 0;
    }
  }
}
