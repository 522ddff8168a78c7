package org.sealflow.serve.gateway;

import java.time.Duration;

/**
 * How much a recorder holds.
 *
 * @param mostWaiting calls that may wait to be recorded, at least 1
 * @param mostWaitingBytes bytes of those
 * @param mostCallBytes longest request, and longest answer, that are kept, bytes
 * @param limits when conversations end
 */
public record RecorderSettings(
    int mostWaiting, long mostWaitingBytes, int mostCallBytes, OpenConversations.Limits limits) {
  private static final int MEBIBYTE = 1 << 20;
  private static final int MOST_WAITING = 4096;
  private static final int MOST_OPEN = 10_000;

  /**
   * As much as a gateway holds unless told otherwise.
   *
   * @param idle how long nothing may be asked in a conversation until it is over
   * @param mostCallBytes longest request, and longest answer, that are kept, bytes
   * @throws IllegalArgumentException if a conversation may not be idle at all: one line
   */
  public static RecorderSettings usual(Duration idle, int mostCallBytes) {
    if (idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("idle is 0, expected a time above it, such as 5m");
    }
    return new RecorderSettings(
        MOST_WAITING,
        256L * MEBIBYTE,
        mostCallBytes,
        new OpenConversations.Limits(idle, MOST_OPEN, 512L * MEBIBYTE));
  }
}
