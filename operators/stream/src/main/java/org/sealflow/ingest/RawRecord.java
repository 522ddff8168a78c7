package org.sealflow.ingest;

import org.jspecify.annotations.Nullable;

/**
 * A record of a topic as it was read.
 *
 * @param key null if it has none
 * @param value empty if it is a deletion
 * @param requeues how often the record had been sent again before
 */
// Flink moves the bytes as they are; nobody compares records.
@SuppressWarnings("ArrayRecordComponent")
public record RawRecord(
    String topic, int partition, long offset, byte @Nullable [] key, byte[] value, int requeues) {}
