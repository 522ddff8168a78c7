package org.sealflow.schemas;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The schemas of a record and their CRC-64-AVRO fingerprints. Those of a published record are
 * parsed once in the life of a process: a job has dozens of codecs, and each takes the same ones.
 *
 * @param current what is written
 * @param published what is read, by fingerprint, oldest first
 */
record SchemaVersions(Schema current, long currentFingerprint, Map<Long, Schema> published) {
  private static final ClassValue<SchemaVersions> KNOWN =
      new ClassValue<>() {
        @Override
        protected SchemaVersions computeValue(Class<?> type) {
          Class<? extends SpecificRecordBase> recordClass =
              type.asSubclass(SpecificRecordBase.class);
          return of(recordClass, SchemaHistory.of(recordClass));
        }
      };

  /**
   * Those of a record as published.
   *
   * @throws IllegalArgumentException if the record is never sent by itself
   */
  static SchemaVersions of(Class<? extends SpecificRecordBase> recordClass) {
    return KNOWN.get(recordClass);
  }

  /** Those of a record as if these versions were the published ones. */
  static SchemaVersions of(
      Class<? extends SpecificRecordBase> recordClass, List<Schema> published) {
    Schema current = new SpecificData(recordClass.getClassLoader()).getSchema(recordClass);
    Map<Long, Schema> byFingerprint = new LinkedHashMap<>();
    for (Schema version : published) {
      byFingerprint.put(SchemaNormalization.parsingFingerprint64(version), version);
    }
    return new SchemaVersions(
        current,
        SchemaNormalization.parsingFingerprint64(current),
        Collections.unmodifiableMap(byFingerprint));
  }
}
