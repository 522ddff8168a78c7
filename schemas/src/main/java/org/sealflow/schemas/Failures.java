package org.sealflow.schemas;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Makes valid failures. Each method throws {@link IllegalArgumentException} where the failure would
 * be invalid, naming every problem. Run and episode, where known, are set afterwards.
 */
public final class Failures {
  /** How often the same input is sent again at most. */
  public static final int MOST_REQUEUES = 3;

  /** The part that is kept of input too large for a message, bytes. */
  public static final int KEPT_OF_TOO_LARGE_BYTES = 64 * 1024;

  private Failures() {}

  /**
   * A record that was turned away.
   *
   * @param key the record's key; null where it has none
   * @param requeues how often it had been sent again before
   */
  public static Failure ofRecord(
      Complaint complaint,
      Instant failedAt,
      RecordPosition position,
      byte @Nullable [] key,
      byte[] value,
      int requeues) {
    Failure failure = failure(complaint, failedAt, value);
    failure.setOriginalKey(key == null ? null : ByteBuffer.wrap(key));
    failure.setSourceTopic(position.topic());
    failure.setSourcePartition(position.partition());
    failure.setSourceOffset(position.offset());
    failure.setRequeues(requeues);
    return Records.valid(failure);
  }

  /** A line of a file that was turned away. */
  public static Failure ofLine(
      Complaint complaint, Instant failedAt, RecordedSource source, byte[] line) {
    Failure failure = failure(complaint, failedAt, line);
    failure.setSourceFile(source);
    return Records.valid(failure);
  }

  /**
   * The key of a valid failure in its topic: the position of the input.
   *
   * @throws IllegalArgumentException where the failure names no position
   */
  public static String key(Failure failure) {
    RecordedSource file = failure.getSourceFile();
    if (file != null) {
      return file.getFile() + ":" + file.getLine();
    }
    if (failure.getSourceTopic() == null) {
      throw new IllegalArgumentException("a failure without source has no key");
    }
    return failure.getSourceTopic()
        + "/"
        + failure.getSourcePartition()
        + "/"
        + failure.getSourceOffset();
  }

  /** Whether the input can be sent again: it is a whole record, and was not sent too often yet. */
  public static boolean isRequeueable(Failure failure) {
    return failure.getSourceTopic() != null
        && failure.getOriginal().remaining() == failure.getOriginalLength()
        && failure.getRequeues() < MOST_REQUEUES;
  }

  private static Failure failure(Complaint complaint, Instant failedAt, byte[] original) {
    Failure failure = new Failure();
    failure.setBoundary(complaint.boundary());
    failure.setReason(complaint.reason());
    failure.setRemedy(complaint.remedy());
    failure.setFailedAt(failedAt.truncatedTo(ChronoUnit.MILLIS));
    failure.setOriginal(ByteBuffer.wrap(kept(original)));
    failure.setOriginalLength(original.length);
    failure.setOriginalSha256(sha256(original));
    return failure;
  }

  private static byte[] kept(byte[] original) {
    return original.length <= Topic.LARGEST_MESSAGE_BYTES
        ? original
        : Arrays.copyOf(original, KEPT_OF_TOO_LARGE_BYTES);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
