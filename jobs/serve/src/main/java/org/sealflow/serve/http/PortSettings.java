package org.sealflow.serve.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

/**
 * Where a server listens, its limits, and who may call.
 *
 * @param host name or address of the interface to listen on, e.g. {@code 127.0.0.1}
 * @param port where to listen, 0 for any free port
 */
public record PortSettings(String host, int port, PortLimits limits, PortSecurity security) {
  /** Requests under way at once unless told otherwise. */
  public static final int MOST_CALLS = PortLimits.USUAL.mostCalls();

  private static final int LARGEST_PORT = 65_535;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public PortSettings {
    PortLimits.check(!host.isBlank(), "host", host, "a name or an address such as 127.0.0.1");
    PortLimits.check(port >= 0 && port <= LARGEST_PORT, "port", port, "0 (any) to " + LARGEST_PORT);
  }

  /**
   * A place for everybody, with usual limits but these.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public PortSettings(String host, int port, int mostBodyBytes, int mostCalls, Duration drain) {
    this(host, port, PortLimits.USUAL.with(mostBodyBytes, mostCalls, drain), PortSecurity.none());
  }

  /** Longest request, bytes. */
  public int mostBodyBytes() {
    return limits.mostBodyBytes();
  }

  /** Requests under way at once. */
  public int mostCalls() {
    return limits.mostCalls();
  }

  /** How long requests under way may take when the server is closed. */
  public Duration drain() {
    return limits.drain();
  }

  /** The same at another port. */
  public PortSettings at(int newPort) {
    return new PortSettings(host, newPort, limits, security);
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
