package org.sealflow.jobs.otlp;

import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Where diagnoses go as OpenTelemetry's evaluation events, by OTLP over HTTP.
 *
 * @param endpoint the collector, such as {@code http://localhost:4318}; a path that is not empty is
 *     taken as it is, else it is {@code /v1/logs}
 * @param headers further headers of each request, such as a key; never shown
 * @param batch most events of a request, at least 1
 * @param linger longest time an event waits for others
 * @param patience longest time a request may take, tries included, until its events are given up
 */
public record OtlpSettings(
    URI endpoint, Map<String, String> headers, int batch, Duration linger, Duration patience)
    implements Serializable {
  private static final String PATH = "/v1/logs";

  public OtlpSettings {
    boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
    if (!http || endpoint.getHost() == null) {
      throw new IllegalArgumentException(
          "otlp-endpoint is '" + endpoint + "', expected a URL such as http://localhost:4318");
    }
    if (batch < 1) {
      throw new IllegalArgumentException("otlp-batch is " + batch + ", expected at least 1");
    }
    headers = Map.copyOf(headers);
  }

  /**
   * Settings for a collector, all else as it is by default.
   *
   * @throws IllegalArgumentException if the text is not a URL of HTTP
   */
  public static OtlpSettings of(String endpoint, Map<String, String> headers) {
    URI parsed;
    try {
      parsed = URI.create(endpoint);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "otlp-endpoint is '" + endpoint + "', expected a URL such as http://localhost:4318",
          malformed);
    }
    return new OtlpSettings(parsed, headers, 512, Duration.ofSeconds(1), Duration.ofSeconds(20));
  }

  /** Where requests go. */
  URI logs() {
    String path = endpoint.getPath();
    return path == null || path.isEmpty() || path.equals("/") ? endpoint.resolve(PATH) : endpoint;
  }

  /** Without the headers, which may hold a secret. */
  @Override
  public String toString() {
    return "OtlpSettings[" + endpoint + "]";
  }
}
