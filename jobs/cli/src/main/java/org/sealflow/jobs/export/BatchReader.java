package org.sealflow.jobs.export;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.UndecodableRecordException;

/** Reads the settled batches of a run, one at a time: a run may be larger than memory. */
final class BatchReader {
  private final String runId;
  private final Consumer<List<TrainingSample>> taker;
  private final Codec<TrainingSample> codec = Codec.of(TrainingSample.class);
  private final List<TrainingSample> batch = new ArrayList<>();

  private BatchReader(String runId, Consumer<List<TrainingSample>> taker) {
    this.runId = runId;
    this.taker = taker;
  }

  /**
   * Hands on the batches there are, in their order. Records that cannot be read are passed over.
   *
   * @param taker takes the episodes of a batch, at least one
   * @throws org.sealflow.jobs.settings.UserError if there is no such topic, or the broker does not
   *     answer
   */
  static void read(Connection broker, String runId, Consumer<List<TrainingSample>> taker) {
    BatchReader reading = new BatchReader(runId, taker);
    try (TopicReader topic =
        TopicReader.open(broker, Topic.TRAINING_BATCHES, StartPosition.earliest())) {
      topic.readToEnd(
          message -> {
            reading.take(message.value());
            return true;
          });
    }
    reading.handOn();
  }

  private void take(byte[] value) {
    TrainingSample sample;
    try {
      sample = codec.decode(value);
    } catch (UndecodableRecordException passedOver) {
      return;
    }
    if (!sample.getRunId().equals(runId)) {
      return;
    }
    if (!batch.isEmpty() && batch.get(0).getBatchNumber() != sample.getBatchNumber()) {
      handOn();
    }
    batch.add(sample);
  }

  private void handOn() {
    if (!batch.isEmpty()) {
      taker.accept(List.copyOf(batch));
      batch.clear();
    }
  }
}
