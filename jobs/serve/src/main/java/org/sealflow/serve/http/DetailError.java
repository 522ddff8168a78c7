package org.sealflow.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A request that is refused or fails, in the form that servers of FastAPI have: {@code {"detail":
 * …}}. The message is one line.
 */
public final class DetailError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int BAD_REQUEST = 400;
  private static final int UNPROCESSABLE = 422;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  private final int status;
  private final transient List<String> place;
  private final transient Map<String, String> headers;

  private DetailError(int status, String message, List<String> place, Map<String, String> headers) {
    super(message.replaceAll("\\s+", " "));
    this.status = status;
    this.place = place;
    this.headers = headers;
  }

  /** A value that is missing or wrong. */
  public static DetailError wrong(String message) {
    return new DetailError(BAD_REQUEST, message, List.of(), Map.of());
  }

  /**
   * A body of another shape.
   *
   * @param field the field; empty for the body as a whole
   */
  public static DetailError malformed(String field, String message) {
    List<String> place = field.isEmpty() ? List.of("body") : List.of("body", field);
    return new DetailError(UNPROCESSABLE, message, place, Map.of());
  }

  /** A failure of the server's own. */
  public static DetailError failed(String message) {
    return new DetailError(FAILED, message, List.of(), Map.of());
  }

  /** More sessions than there may be; trainers come again on this status. */
  public static DetailError full(Throwable limit) {
    String message = String.valueOf(limit.getMessage());
    return new DetailError(UNAVAILABLE, message, List.of(), Map.of("Retry-After", "1"));
  }

  /** No such path. */
  public static DetailError unknownPath(String path, String known) {
    return new DetailError(
        404, "no path " + path + ", expected one of " + known, List.of(), Map.of());
  }

  /** A path that is asked by another method. */
  public static DetailError wrongMethod(String method, String path, String allowed) {
    return new DetailError(
        405,
        "the method is " + method + ", expected " + allowed + " for " + path,
        List.of(),
        Map.of("Allow", allowed));
  }

  /** A refusal of the port; a body that is no JSON is one of another shape. */
  public static DetailError of(HttpRefusal refusal) {
    return refusal.status() == BAD_REQUEST
        ? malformed("", refusal.line())
        : new DetailError(refusal.status(), refusal.line(), List.of(), refusal.headers());
  }

  /** As the caller gets it. */
  public Answer answer() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    String message = String.valueOf(getMessage());
    if (place.isEmpty()) {
      body.put("detail", message);
    } else {
      ObjectNode detail = body.putArray("detail").addObject();
      ArrayNode loc = detail.put("type", "value_error").putArray("loc");
      place.forEach(loc::add);
      detail.put("msg", message);
    }
    return Answer.json(status, body).with(headers);
  }
}
