package org.sealflow.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request of HTTP and its answer. */
final class Call {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final String HEAD = "HEAD";
  private static final int DRAINED = 32 << 20;
  private static final int CHUNK = 1 << 14;

  private final HttpExchange exchange;
  private final int mostBytes;

  /**
   * A request.
   *
   * @param mostBytes longest body taken
   */
  Call(HttpExchange exchange, int mostBytes) {
    this.exchange = exchange;
    this.mostBytes = mostBytes;
  }

  /** The method; a head is that of what {@code GET} would answer. */
  String method() {
    String method = exchange.getRequestMethod();
    return method.equals(HEAD) ? "GET" : method;
  }

  String path() {
    String path = exchange.getRequestURI().getPath();
    return path == null ? "" : path;
  }

  @Nullable String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  /**
   * The body, an object.
   *
   * @throws ApiError if it is none, too large, or not declared as JSON: pages of other origins can
   *     send everything else without asking
   */
  RequestFields fields() throws IOException {
    String contentType = header("Content-Type");
    if (contentType == null
        || !contentType.strip().toLowerCase(Locale.ROOT).startsWith("application/json")) {
      throw ApiError.notJson(contentType);
    }
    JsonNode body = parsed(body());
    if (body instanceof ObjectNode object) {
      return new RequestFields(object, "");
    }
    throw ApiError.wrong(
        null, "the body is " + RequestFields.shown(body) + ", expected a JSON object");
  }

  private byte[] body() throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(mostBytes);
    if (body.length == mostBytes && exchange.getRequestBody().read() >= 0) {
      throw ApiError.tooLarge(mostBytes);
    }
    return body;
  }

  private static JsonNode parsed(byte[] body) throws IOException {
    try {
      return JSON.readTree(new String(body, StandardCharsets.UTF_8));
    } catch (JsonProcessingException malformed) {
      String where =
          malformed.getLocation() == null
              ? ""
              : " in line "
                  + malformed.getLocation().getLineNr()
                  + ", column "
                  + malformed.getLocation().getColumnNr();
      throw ApiError.wrong(
          null, "the body is no JSON" + where + ": " + malformed.getOriginalMessage());
    }
  }

  /** Sends the answer. */
  void send(Answer answer) throws IOException {
    drain();
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    for (Map.Entry<String, String> header : answer.headers().entrySet()) {
      exchange.getResponseHeaders().put(header.getKey(), List.of(header.getValue()));
    }
    if (exchange.getRequestMethod().equals(HEAD)) {
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    // A length of 0 would mean one that is not known.
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Callers who are still sending when the connection ends hear of that and not of the answer. */
  private void drain() throws IOException {
    byte[] chunk = new byte[CHUNK];
    int drained = 0;
    int read = exchange.getRequestBody().read(chunk);
    while (read >= 0 && drained < DRAINED) {
      drained += read;
      read = exchange.getRequestBody().read(chunk);
    }
  }
}
