package org.sealflow.serve.http;

import java.time.Duration;

/**
 * Limits of a port.
 *
 * @param mostBodyBytes longest request, bytes, at least 1
 * @param mostCalls requests under way at once, each of which has a thread, at least 1
 * @param mostConnections connections at once, at least 1; further ones wait to be accepted
 * @param headerTime how long the head of a request may take
 * @param requestTime how long its body may take, and how long a caller may take to read an answer
 * @param idleTime how long a connection may stand without a request
 * @param drain how long requests under way may take when the server is closed
 */
public record PortLimits(
    int mostBodyBytes,
    int mostCalls,
    int mostConnections,
    Duration headerTime,
    Duration requestTime,
    Duration idleTime,
    Duration drain) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * 16 MiB, 1,024 calls, 32,768 connections as rollouts keep one for each episode, 30 s for a head,
   * a minute for a body, five minutes without a request, ten seconds to end.
   */
  public static final PortLimits USUAL =
      new PortLimits(
          16 << 20,
          1024,
          1 << 15,
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofSeconds(10));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first limit out of range
   */
  public PortLimits {
    check(mostBodyBytes >= 1, "mostBodyBytes", mostBodyBytes, "1 or more");
    check(mostCalls >= 1, "mostCalls", mostCalls, "1 or more");
    check(mostConnections >= 1, "mostConnections", mostConnections, "1 or more");
    check(isTime(headerTime), "headerTime", headerTime, "1 ms to a day");
    check(isTime(requestTime), "requestTime", requestTime, "1 ms to a day");
    check(isTime(idleTime), "idleTime", idleTime, "1 ms to a day");
    check(!drain.isNegative(), "drain", drain, "0s or more");
  }

  private static boolean isTime(Duration time) {
    return time.toMillis() >= 1 && time.compareTo(LONGEST) <= 0;
  }

  static void check(boolean fact, String name, Object found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is '" + found + "', expected " + expected);
    }
  }

  /** The same for other bodies, calls and ends. */
  public PortLimits with(int newMostBodyBytes, int newMostCalls, Duration newDrain) {
    return new PortLimits(
        newMostBodyBytes,
        newMostCalls,
        mostConnections,
        headerTime,
        requestTime,
        idleTime,
        newDrain);
  }
}
