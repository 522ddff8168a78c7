package org.sealflow.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request of HTTP. */
public final class HttpCall {
  static final String HEAD = "HEAD";

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final String method;
  private final URI uri;
  private final Function<String, @Nullable String> headers;
  private final InputStream body;
  private final int mostBytes;

  /**
   * A request.
   *
   * @param headers the first value of a header, null if it is not there
   * @param mostBytes longest body taken
   */
  public HttpCall(
      String method,
      URI uri,
      Function<String, @Nullable String> headers,
      InputStream body,
      int mostBytes) {
    this.method = method;
    this.uri = uri;
    this.headers = headers;
    this.body = body;
    this.mostBytes = mostBytes;
  }

  /** The method; a head is that of what {@code GET} would answer. */
  public String method() {
    return method.equals(HEAD) ? "GET" : method;
  }

  /** The path, decoded; may be empty. */
  public String path() {
    String path = uri.getPath();
    return path == null ? "" : path;
  }

  /** A parameter of the query, decoded; null if it is not there. */
  public @Nullable String query(String name) {
    String query = uri.getRawQuery();
    if (query == null) {
      return null;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String key = equals < 0 ? pair : pair.substring(0, equals);
      if (decoded(key).equals(name)) {
        return equals < 0 ? "" : decoded(pair.substring(equals + 1));
      }
    }
    return null;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return text;
    }
  }

  /** The first value of a header; null if it is not there. */
  public @Nullable String header(String name) {
    return headers.apply(name);
  }

  /**
   * The body.
   *
   * @throws HttpRefusal if it is no JSON, too large, or not declared as JSON: pages of other
   *     origins can send everything else without asking
   */
  public JsonNode json() throws IOException {
    return jsonBody().json();
  }

  /**
   * The body with its text.
   *
   * @throws HttpRefusal as {@link #json}
   */
  public JsonBody jsonBody() throws IOException {
    requireJson();
    String text = new String(bytes(), StandardCharsets.UTF_8);
    return new JsonBody(text, parsed(text));
  }

  /**
   * The body; null if there is none.
   *
   * @throws HttpRefusal as {@link #json}
   */
  public @Nullable JsonNode optionalJson() throws IOException {
    byte[] bytes = bytes();
    if (bytes.length == 0) {
      return null;
    }
    requireJson();
    return parsed(new String(bytes, StandardCharsets.UTF_8));
  }

  private void requireJson() {
    String contentType = header("Content-Type");
    if (contentType == null
        || !contentType.strip().toLowerCase(Locale.ROOT).startsWith("application/json")) {
      throw HttpRefusal.notJson(contentType);
    }
  }

  private byte[] bytes() throws IOException {
    byte[] bytes = body.readNBytes(mostBytes);
    if (bytes.length == mostBytes && body.read() >= 0) {
      throw HttpRefusal.tooLarge(mostBytes);
    }
    return bytes;
  }

  private static JsonNode parsed(String body) throws IOException {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException malformed) {
      String where =
          malformed.getLocation() == null
              ? ""
              : " in line "
                  + malformed.getLocation().getLineNr()
                  + ", column "
                  + malformed.getLocation().getColumnNr();
      throw HttpRefusal.wrong(
          "the body is no JSON" + where + ": " + malformed.getOriginalMessage());
    }
  }
}
