package org.sealflow.jobs.train;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.UndecodableRecordException;

/** Reads the profiles of a run: of each capability the newest. */
public final class RunProfiles {
  private final String runId;
  private final Codec<CapabilityProfile> codec = Codec.of(CapabilityProfile.class);
  private final Map<String, CapabilityProfile> newest = new TreeMap<>();

  private RunProfiles(String runId) {
    this.runId = runId;
  }

  /**
   * The profiles there are. Records that cannot be read are passed over.
   *
   * @throws org.sealflow.jobs.settings.UserError if there is no such topic, or the broker does not
   *     answer
   */
  public static Collection<CapabilityProfile> read(Connection broker, String runId) {
    RunProfiles profiles = new RunProfiles(runId);
    try (TopicReader topic =
        TopicReader.open(broker, Topic.CAPABILITY_PROFILES, StartPosition.earliest())) {
      topic.readToEnd(profiles::take);
    }
    return List.copyOf(profiles.newest.values());
  }

  private boolean take(ConsumerRecord<byte[], byte[]> message) {
    if (message.value() == null) {
      return true;
    }
    try {
      CapabilityProfile profile = codec.decode(message.value());
      if (profile.getRunId().equals(runId)) {
        newest.put(Capabilities.topicKey(profile), profile);
      }
    } catch (UndecodableRecordException passedOver) {
      return true;
    }
    return true;
  }
}
