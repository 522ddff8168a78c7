package org.sealflow.jobs.cli.topic;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.UndecodableRecordException;

/** Formats the messages of one topic, for people or as JSON. */
final class RecordView {
  private final Codec<? extends SpecificRecordBase> codec;
  private final RecordFilter filter;
  private final boolean asJson;
  private final RecordLines lines;

  RecordView(
      Class<? extends SpecificRecordBase> recordClass,
      RecordFilter filter,
      boolean asJson,
      Colours colours) {
    this.codec = Codec.of(recordClass);
    this.filter = filter;
    this.asJson = asJson;
    this.lines = new RecordLines(colours);
  }

  /**
   * The lines of a message; none if the filter does not want it. No filter wants a deletion. A
   * record that cannot be read is shown whatever the filter, as nobody knows what it is.
   */
  List<String> of(ConsumerRecord<byte[], byte[]> message) {
    if (message.value() == null) {
      return filter.isOpen() ? List.of(deletion(message)) : List.of();
    }
    try {
      SpecificRecordBase record = codec.decode(message.value());
      return filter.wants(record) ? shown(record, message) : List.of();
    } catch (UndecodableRecordException e) {
      return List.of(undecodable(message, String.valueOf(e.getMessage())));
    }
  }

  private List<String> shown(SpecificRecordBase record, ConsumerRecord<byte[], byte[]> message) {
    return asJson ? List.of(PlainJson.line(record)) : lines.of(record, sentAt(message));
  }

  private String deletion(ConsumerRecord<byte[], byte[]> message) {
    String key = key(message);
    if (!asJson) {
      return lines.deleted(sentAt(message), place(message), key);
    }
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("deleted", key);
          json.writeEndObject();
        });
  }

  private String undecodable(ConsumerRecord<byte[], byte[]> message, String reason) {
    if (!asJson) {
      return lines.undecodable(sentAt(message), place(message), reason);
    }
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("undecodable", reason);
          json.writeStringField("topic", message.topic());
          json.writeNumberField("partition", message.partition());
          json.writeNumberField("offset", message.offset());
          json.writeEndObject();
        });
  }

  private static @Nullable String key(ConsumerRecord<byte[], byte[]> message) {
    return message.key() == null ? null : new String(message.key(), StandardCharsets.UTF_8);
  }

  private static Instant sentAt(ConsumerRecord<byte[], byte[]> message) {
    return Instant.ofEpochMilli(message.timestamp());
  }

  private static String place(ConsumerRecord<byte[], byte[]> message) {
    return message.topic() + "/" + message.partition() + "/" + message.offset();
  }
}
