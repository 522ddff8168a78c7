package org.sealflow.jobs.files;

/**
 * One record of an input file, not yet understood.
 *
 * @param file the file as it was named
 * @param line line, or number of the record in a container file, from 1
 * @param ordinal position among everything read, from 0
 * @param endOffset bytes of the file (compressed, where it is) consumed up to the record's end
 * @param content the record's bytes; of one that is too long, its first ones
 * @param length how many bytes the record has
 * @param sha256 SHA-256 of the whole record where it is too long, else empty
 */
// Flink moves the bytes as they are; nobody compares records.
@SuppressWarnings("ArrayRecordComponent")
public record InputLine(
    String file,
    long line,
    long ordinal,
    long endOffset,
    byte[] content,
    long length,
    String sha256) {
  /** Whether only the beginning of the record is here. */
  public boolean tooLong() {
    return length > content.length;
  }
}
