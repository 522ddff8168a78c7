package org.sealflow.schemas;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.digest.Sha256;

/**
 * Makes valid failures. Each method throws {@link IllegalArgumentException} where the failure would
 * be invalid, naming every problem. Run and episode, where known, are set afterwards.
 */
public final class Failures {
  /** How often the same input is sent again at most. */
  public static final int MOST_REQUEUES = 3;

  /** Longest reason and remedy, in characters: what they quote may be of any length. */
  private static final int LONGEST_TEXT = 2_000;

  /** Longest name of a run or an episode that a shortened failure keeps, in characters. */
  private static final int LONGEST_NAME = 1_000;

  /** The part that is kept of input too large for a message, bytes. */
  public static final int KEPT_OF_TOO_LARGE_BYTES = 64 * 1024;

  private Failures() {}

  /**
   * A record that was turned away.
   *
   * @param key the record's key; null if it has none
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
   * @throws IllegalArgumentException if the failure names no position
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
    failure.setReason(line(complaint.reason()));
    failure.setRemedy(line(complaint.remedy()));
    failure.setFailedAt(failedAt.truncatedTo(ChronoUnit.MILLIS));
    failure.setOriginal(ByteBuffer.wrap(kept(original)));
    failure.setOriginalLength(original.length);
    failure.setOriginalSha256(Sha256.hex(original));
    return failure;
  }

  /**
   * The failure without what may make it too large for a message: of the input its beginning is
   * left, and its key only if it is short.
   */
  public static Failure shortened(Failure failure) {
    Failure shortened = Failure.newBuilder(failure).build();
    byte[] original =
        new byte[Math.min(failure.getOriginal().remaining(), KEPT_OF_TOO_LARGE_BYTES)];
    failure.getOriginal().duplicate().get(original);
    shortened.setOriginal(ByteBuffer.wrap(original));
    ByteBuffer key = failure.getOriginalKey();
    if (key != null && key.remaining() > KEPT_OF_TOO_LARGE_BYTES) {
      shortened.setOriginalKey(null);
    }
    shortened.setRunId(name(failure.getRunId()));
    shortened.setEpisodeId(name(failure.getEpisodeId()));
    return shortened;
  }

  private static @Nullable String name(@Nullable String name) {
    return name == null || name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
  }

  /** One line, which names where it was cut off. */
  private static String line(String text) {
    String line = text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    return line.replaceAll("\\s*\\R\\s*", " ");
  }

  private static byte[] kept(byte[] original) {
    return original.length <= Topic.LARGEST_MESSAGE_BYTES
        ? original
        : Arrays.copyOf(original, KEPT_OF_TOO_LARGE_BYTES);
  }
}
