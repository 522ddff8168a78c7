package org.sealflow.jobs.bench.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/** Notes where each event of a load stands in its topic, and what is to be written for it. */
final class PlanMaker {
  private final EventLoad load;
  private final int[] firstEvents;
  private final List<List<byte[]>> diagnoses = new ArrayList<>();
  private final Map<Integer, int[]> events = new HashMap<>();
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
  private long bytes;
  private long diagnosesOut;
  private long diagnosisBytes;

  PlanMaker(EventLoad load) {
    this.load = load;
    this.firstEvents = new int[load.templates().size()];
    for (int i = 0; i < firstEvents.length; i++) {
      firstEvents[i] = diagnoses.size();
      diagnoses.addAll(load.templates().get(i).diagnoses());
    }
  }

  /** Takes a record of the topic; true, as more are wanted. */
  boolean take(ConsumerRecord<byte[], byte[]> record) {
    bytes += record.serializedKeySize() + record.serializedValueSize();
    int offset = (int) record.offset();
    int[] known = events.getOrDefault(record.partition(), new int[1024]);
    if (offset >= known.length) {
      known = Arrays.copyOf(known, Math.max(offset + 1, 2 * known.length));
    }
    TrajectoryEvent event = decoded(record.value());
    known[offset] = firstEvents[load.template(event.getEpisodeId())] + event.getSequence();
    for (byte[] diagnosis : diagnoses.get(known[offset])) {
      diagnosesOut++;
      diagnosisBytes += record.serializedKeySize() + diagnosis.length;
    }
    events.put(record.partition(), known);
    return true;
  }

  private TrajectoryEvent decoded(byte[] value) {
    try {
      return codec.decode(value);
    } catch (UndecodableRecordException impossible) {
      throw new IllegalStateException("this process has just sent the event", impossible);
    }
  }

  /** Keys and values of the records taken. */
  long bytes() {
    return bytes;
  }

  /** How many diagnoses the records taken lead to. */
  long diagnosesOut() {
    return diagnosesOut;
  }

  /** Their keys and values. */
  long diagnosisBytes() {
    return diagnosisBytes;
  }

  /** The records that the bare jobs write for the records taken. */
  BareJob.Plan plan() {
    int partitions = events.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    int[][] byPartition = new int[partitions][];
    for (int i = 0; i < partitions; i++) {
      byPartition[i] = events.getOrDefault(i, new int[0]);
    }
    return new BareJob.Plan(byPartition, diagnoses);
  }
}
