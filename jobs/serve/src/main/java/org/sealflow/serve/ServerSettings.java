package org.sealflow.serve;

import java.time.Duration;
import org.sealflow.serve.http.PortSettings;

/**
 * Settings of a policy server.
 *
 * @param host name or address of the interface to listen on, e.g. {@code 127.0.0.1}
 * @param port where to listen, 0 for any free port
 * @param modelName what callers call the policy
 * @param release the version of the software, as {@code GET /version} tells it
 * @param key what callers of paths under {@code /v1} must show
 * @param mostRows continuations sampled or waiting at once, over all requests, at least 1; a
 *     request beyond it is told to come again
 * @param mostBodyBytes longest request, bytes, at least 1
 * @param requestDeadline how long a request may take
 * @param drain how long requests under way may take when the server is closed
 */
public record ServerSettings(
    String host,
    int port,
    String modelName,
    String release,
    BearerKey key,
    int mostRows,
    int mostBodyBytes,
    Duration requestDeadline,
    Duration drain) {
  private static final int LARGEST_PORT = 65_535;
  private static final int BODY_BYTES = 16 << 20;
  private static final int ROWS = 512;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public ServerSettings {
    check(!host.isBlank(), "host", host, "a name or an address such as 127.0.0.1");
    check(port >= 0 && port <= LARGEST_PORT, "port", port, "0 (any) to " + LARGEST_PORT);
    check(!modelName.isBlank(), "modelName", modelName, "a text that is not blank");
    check(mostRows >= 1, "mostRows", mostRows, "1 or more");
    check(mostBodyBytes >= 1, "mostBodyBytes", mostBodyBytes, "1 or more");
    check(isPositive(requestDeadline), "requestDeadline", requestDeadline, "more than 0s");
    check(!drain.isNegative(), "drain", drain, "0s or more");
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static void check(boolean fact, String name, Object found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is '" + found + "', expected " + expected);
    }
  }

  /**
   * To this computer alone, on any free port, without a key: 512 rows, requests of 16 MiB and ten
   * minutes, ten seconds to end.
   */
  public static ServerSettings local(String modelName, String release) {
    return new ServerSettings(
        "127.0.0.1",
        0,
        modelName,
        release,
        BearerKey.none(),
        ROWS,
        BODY_BYTES,
        Duration.ofMinutes(10),
        Duration.ofSeconds(10));
  }

  /** Whether only this computer can call. */
  public boolean isLocal() {
    return place().isLocal();
  }

  /** Where it listens, and the limits that every server has. */
  PortSettings place() {
    return new PortSettings(host, port, mostBodyBytes, PortSettings.MOST_CALLS, drain);
  }

  /** The same at another place. */
  public ServerSettings at(String newHost, int newPort) {
    return new ServerSettings(
        newHost, newPort, modelName, release, key, mostRows, mostBodyBytes, requestDeadline, drain);
  }

  /** The same behind a key. */
  public ServerSettings withKey(BearerKey newKey) {
    return new ServerSettings(
        host, port, modelName, release, newKey, mostRows, mostBodyBytes, requestDeadline, drain);
  }

  /** The same with other limits. */
  public ServerSettings withLimits(int newMostRows, int newMostBodyBytes, Duration newDeadline) {
    return new ServerSettings(
        host, port, modelName, release, key, newMostRows, newMostBodyBytes, newDeadline, drain);
  }
}
