package org.sealflow.jobs;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Topic;

/** Finds the first batch of a run, which is published before any of its episodes is requested. */
final class FirstBatch implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long NOT_FOUND = -1;

  private final String bootstrapServers;
  private final String topicPrefix;
  private final Map<String, String> kafkaProperties;
  private final String runId;

  FirstBatch(JobSettings settings, String runId) {
    this.bootstrapServers = settings.kafka().bootstrapServers();
    this.topicPrefix = settings.kafka().topicPrefix();
    this.kafkaProperties = settings.kafka().properties();
    this.runId = runId;
  }

  /** When it was published, milliseconds since the epoch; empty if the run has none. */
  OptionalLong publishedAt() {
    byte[] key = runId.getBytes(StandardCharsets.UTF_8);
    AtomicLong first = new AtomicLong(NOT_FOUND);
    try (Connection connection =
            JobTopics.connection(bootstrapServers, topicPrefix, kafkaProperties);
        TopicReader batches =
            TopicReader.open(connection, Topic.ROLLOUT_BATCHES, StartPosition.earliest())) {
      batches.readToEnd(
          batch -> {
            boolean own = Arrays.equals(key, batch.key());
            if (own) {
              first.set(batch.timestamp());
            }
            return !own;
          });
    }
    return first.get() == NOT_FOUND ? OptionalLong.empty() : OptionalLong.of(first.get());
  }
}
