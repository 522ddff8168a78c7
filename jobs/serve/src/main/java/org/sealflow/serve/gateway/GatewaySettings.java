package org.sealflow.serve.gateway;

import java.net.URI;
import java.util.Locale;
import org.sealflow.serve.http.PortSettings;

/**
 * What a gateway stands before, and where.
 *
 * @param upstream the base URL that agents would use without it, such as {@code
 *     http://localhost:8000/v1}
 * @param place where it listens, and its limits
 * @param labels the headers that name conversations
 * @param askTokens whether chats ask for token ids and log-probabilities even if the agent does not
 */
public record GatewaySettings(
    URI upstream, PortSettings place, CallLabels.Names labels, boolean askTokens) {
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
