package org.sealflow.serve;

import java.time.Duration;
import org.sealflow.serve.http.BearerKey;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSecurity;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.settings.TimeSpans;

/**
 * Settings of a policy server.
 *
 * @param place where it listens, its limits, and who may call
 * @param modelName what callers call the policy
 * @param release the version of the software, as {@code GET /version} tells it
 * @param mostRows continuations sampled or waiting at once, over all requests, at least 1; a
 *     request beyond it is told to come again
 * @param requestDeadline how long a request may take
 */
public record ServerSettings(
    PortSettings place, String modelName, String release, int mostRows, Duration requestDeadline) {
  private static final int ROWS = 512;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public ServerSettings {
    check(!modelName.isBlank(), "modelName", modelName, "a text that is not blank");
    check(mostRows >= 1, "mostRows", mostRows, "1 or more");
    check(
        isPositive(requestDeadline),
        "requestDeadline",
        TimeSpans.text(requestDeadline),
        "more than 0s");
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
   * To this computer alone, on any free port, without a key: 512 rows, requests of ten minutes,
   * usual limits of the port.
   */
  public static ServerSettings local(String modelName, String release) {
    return new ServerSettings(
        new PortSettings("127.0.0.1", 0, PortLimits.USUAL, PortSecurity.none()),
        modelName,
        release,
        ROWS,
        Duration.ofMinutes(10));
  }

  /** Whether only this computer can call. */
  public boolean isLocal() {
    return place.isLocal();
  }

  /** The key that callers must show. */
  public BearerKey key() {
    return place.security().key();
  }

  /** The same at another place. */
  public ServerSettings at(PortSettings newPlace) {
    return new ServerSettings(newPlace, modelName, release, mostRows, requestDeadline);
  }

  /** The same at another host and port. */
  public ServerSettings at(String newHost, int newPort) {
    return at(new PortSettings(newHost, newPort, place.limits(), place.security()));
  }

  /** The same behind a key. */
  public ServerSettings withKey(BearerKey newKey) {
    PortSecurity security = new PortSecurity(newKey, place.security().tls());
    return at(new PortSettings(place.host(), place.port(), place.limits(), security));
  }

  /** The same with other limits. */
  public ServerSettings withLimits(int newMostRows, int newMostBodyBytes, Duration newDeadline) {
    PortLimits limits = place.limits().with(newMostBodyBytes, place.mostCalls(), place.drain());
    return new ServerSettings(
        new PortSettings(place.host(), place.port(), limits, place.security()),
        modelName,
        release,
        newMostRows,
        newDeadline);
  }
}
