package org.sealflow.learn.weights;

/**
 * A snapshot that is kept in a file of its own.
 *
 * @param uri the file, in full
 * @param digest SHA-256 of the file as 64 lower-case hex digits
 * @param bytes its length, from 1
 */
public record StoredSnapshot(String uri, String digest, long bytes) {}
