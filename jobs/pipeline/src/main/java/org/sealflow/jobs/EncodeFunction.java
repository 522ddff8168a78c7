package org.sealflow.jobs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Topic;

/**
 * Encodes records for their topic and measures them. A record that no message of the topic can hold
 * becomes a failure, and one that is a failure itself is shortened: a producer that is given such a
 * record fails, and with it the job at each restart. Stateless.
 */
final class EncodeFunction<T extends SpecificRecordBase> extends ProcessFunction<T, EncodedRecord> {
  private static final long serialVersionUID = 1L;

  /** Records that cannot be sent. */
  static final OutputTag<Failure> FAILURES =
      new OutputTag<>("unsendable", new AvroTypeInfo<>(Failure.class));

  private final Topic topic;
  private final Class<T> recordClass;
  private final KafkaEnds.KeyOf<T> key;
  private transient Codec<T> codec;
  private transient @Nullable DeadLetterCounts deadLetters;

  // Flink fills the transient fields in open.
  @SuppressWarnings("NullAway.Init")
  EncodeFunction(Topic topic, Class<T> recordClass, KafkaEnds.KeyOf<T> key) {
    this.topic = topic;
    this.recordClass = recordClass;
    this.key = key;
  }

  @Override
  public void open(OpenContext openContext) {
    codec = Codec.of(recordClass);
    deadLetters =
        topic == Topic.FAILURES ? new DeadLetterCounts(getRuntimeContext().getMetricGroup()) : null;
  }

  @Override
  public void processElement(T record, Context context, Collector<EncodedRecord> out) {
    if (deadLetters != null && record instanceof Failure failure) {
      deadLetters.count(failure);
    }
    EncodedRecord encoded = encoded(record);
    if (topic.holds(encoded.key(), encoded.value())) {
      out.collect(encoded);
    } else if (record instanceof Failure failure) {
      out.collect(encoded(recordClass.cast(Failures.shortened(failure))));
    } else {
      context.output(FAILURES, tooLarge(record, encoded, context));
    }
  }

  private EncodedRecord encoded(T record) {
    return new EncodedRecord(
        key.apply(record).getBytes(StandardCharsets.UTF_8), codec.encode(record));
  }

  private Failure tooLarge(T record, EncodedRecord encoded, Context context) {
    Complaint complaint =
        new Complaint(
            Boundary.PUBLISH,
            "the "
                + recordClass.getSimpleName()
                + " has "
                + encoded.value().length
                + " bytes and its key "
                + encoded.key().length
                + "; a message of the topic "
                + topic.baseName()
                + " holds at most "
                + topic.largestMessageBytes(),
            "make what it was made of smaller: fewer calls in a turn, shorter texts and names");
    Failure failure =
        Failures.ofLine(
            complaint,
            Instant.ofEpochMilli(context.timerService().currentProcessingTime()),
            new RecordedSource(topic.baseName(), 1L, 0L, "", 0L),
            encoded.value());
    failure.setRunId(text(record, "runId"));
    failure.setEpisodeId(text(record, "episodeId"));
    return failure;
  }

  private static @Nullable String text(SpecificRecordBase record, String name) {
    Schema.Field field = record.getSchema().getField(name);
    Object value = field == null ? null : record.get(field.pos());
    return value == null ? null : value.toString();
  }
}
