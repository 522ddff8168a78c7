package org.sealflow.jobs;

/**
 * A record as it is sent: encoded once, measured, and known to fit a message.
 *
 * @param key of the record in its topic, UTF-8
 * @param value Avro single-object encoding
 */
@SuppressWarnings("ArrayRecordComponent") // Between two chained operators; nobody compares them.
public record EncodedRecord(byte[] key, byte[] value) {}
