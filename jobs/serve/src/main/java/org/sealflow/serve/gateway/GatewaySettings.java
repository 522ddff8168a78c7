package org.sealflow.serve.gateway;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.PortSettings;

/**
 * The server that a gateway stands before, and where the gateway listens.
 *
 * @param upstream the base URL that agents would use without it, such as {@code
 *     http://localhost:8000/v1}
 * @param place where it listens, and its limits
 * @param labels the headers that name conversations
 * @param askTokens whether chats ask for token ids and log-probabilities even if the agent does not
 * @param upstreamKey the bearer key that the upstream is shown instead of what agents show; null
 *     for none
 */
public record GatewaySettings(
    URI upstream,
    PortSettings place,
    CallLabels.Names labels,
    boolean askTokens,
    @Nullable String upstreamKey) {
  /**
   * Checks the upstream.
   *
   * @throws IllegalArgumentException if it is no URL of HTTP: one line
   */
  public GatewaySettings {
    String scheme = upstream.getScheme() == null ? "" : upstream.getScheme();
    if (!scheme.toLowerCase(Locale.ROOT).matches("https?")
        || upstream.getHost() == null
        || upstream.getRawQuery() != null
        || upstream.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "upstream is '" + upstream + "', expected a URL such as http://localhost:8000/v1");
    }
  }

  /**
   * As {@link GatewaySettings}, where the upstream is shown what agents show; if the gateway asks
   * for a key of its own, nothing.
   */
  public GatewaySettings(
      URI upstream, PortSettings place, CallLabels.Names labels, boolean askTokens) {
    this(upstream, place, labels, askTokens, null);
  }

  /** Whether the upstream is shown what agents show; a key of the gateway's is none of its. */
  boolean agentsKeyPasses() {
    return upstreamKey == null && !place.security().key().isSet();
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "GatewaySettings[upstream=" + upstream + ", place=" + place + "]";
  }

  /** Scheme, host and port of the upstream: requests keep their paths. */
  String origin() {
    return upstream.getScheme() + "://" + upstream.getRawAuthority();
  }

  /** The path where the upstream's API begins; may be empty. */
  String basePath() {
    String path = upstream.getRawPath() == null ? "" : upstream.getRawPath();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
