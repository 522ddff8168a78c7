package org.sealflow.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * The answer to a request.
 *
 * @param status of HTTP
 * @param contentType of the body
 * @param body as text, sent in UTF-8
 * @param headers beside the type and length of the body
 */
public record Answer(int status, String contentType, String body, Map<String, String> headers) {
  private static final int SUCCESS = 200;

  public Answer {
    headers = Map.copyOf(headers);
  }

  /** A value as JSON. */
  public static Answer json(int status, JsonNode body) {
    return new Answer(status, "application/json", body.toString(), Map.of());
  }

  /** A value as JSON, with the status 200. */
  public static Answer json(JsonNode body) {
    return json(SUCCESS, body);
  }

  /** A text, with the status 200. */
  public static Answer text(String contentType, String body) {
    return new Answer(SUCCESS, contentType, body, Map.of());
  }

  /** The same with these headers. */
  public Answer with(Map<String, String> newHeaders) {
    return new Answer(status, contentType, body, newHeaders);
  }
}
