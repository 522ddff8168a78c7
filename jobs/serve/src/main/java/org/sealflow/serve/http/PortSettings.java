package org.sealflow.serve.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * Where a server listens, and its limits.
 *
 * @param host name or address of the interface to listen on, e.g. {@code 127.0.0.1}
 * @param port where to listen, 0 for any free port
 * @param mostBodyBytes longest request, bytes, at least 1
 * @param mostCalls requests under way at once, each of which has a thread, at least 1
 * @param drain how long requests under way may take when the server is closed
 */
public record PortSettings(
    String host, int port, int mostBodyBytes, int mostCalls, Duration drain) {
  /** Requests under way at once unless told otherwise. */
  public static final int MOST_CALLS = 1024;

  private static final int LARGEST_PORT = 65_535;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public PortSettings {
    check(!host.isBlank(), "host", host, "a name or an address such as 127.0.0.1");
    check(port >= 0 && port <= LARGEST_PORT, "port", port, "0 (any) to " + LARGEST_PORT);
    check(mostBodyBytes >= 1, "mostBodyBytes", mostBodyBytes, "1 or more");
    check(mostCalls >= 1, "mostCalls", mostCalls, "1 or more");
    check(!drain.isNegative(), "drain", drain, "0s or more");
  }

  private static void check(boolean fact, String name, Object found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is '" + found + "', expected " + expected);
    }
  }

  /** Whether only this computer can call. */
  public boolean isLocal() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
