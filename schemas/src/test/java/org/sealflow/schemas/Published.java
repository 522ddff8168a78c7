package org.sealflow.schemas;

import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** The published records of the topics, and all their schemas so far. */
final class Published {
  private Published() {}

  /** The records of all topics that have one, in the order of the topics. */
  static List<Class<? extends SpecificRecordBase>> recordClasses() {
    return Arrays.stream(Topic.values())
        .<Class<? extends SpecificRecordBase>>flatMap(topic -> topic.recordClass().stream())
        .toList();
  }

  /** The published schemas of a record, oldest first; none if it was never published. */
  static List<Schema> of(Class<? extends SpecificRecordBase> recordClass) {
    try {
      return SchemaHistory.of(recordClass);
    } catch (IllegalArgumentException neverPublished) {
      return List.of();
    }
  }
}
