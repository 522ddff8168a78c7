package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpRefusal;

/** A request that is refused or fails, in the form of the service's errors. */
final class ServiceError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int BAD_REQUEST = 400;
  private static final int UNPROCESSABLE = 422;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  private final int status;
  private final transient List<String> place;
  private final transient Map<String, String> headers;

  private ServiceError(
      int status, String message, List<String> place, Map<String, String> headers) {
    super(message.replaceAll("\\s+", " "));
    this.status = status;
    this.place = place;
    this.headers = headers;
  }

  /** A value that is missing or wrong. */
  static ServiceError wrong(String message) {
    return new ServiceError(BAD_REQUEST, message, List.of(), Map.of());
  }

  /** A body of another shape. */
  static ServiceError malformed(String field, String message) {
    List<String> place = field.isEmpty() ? List.of("body") : List.of("body", field);
    return new ServiceError(UNPROCESSABLE, message, place, Map.of());
  }

  /** What the reference answers as a failure of its own. */
  static ServiceError failed(String message) {
    return new ServiceError(FAILED, message, List.of(), Map.of());
  }

  /** More sessions than there may be; trainers come again on this status. */
  static ServiceError full(String message) {
    return new ServiceError(UNAVAILABLE, message, List.of(), Map.of("Retry-After", "1"));
  }

  static ServiceError unknownPath(String path, String known) {
    return new ServiceError(
        404, "no path " + path + ", expected one of " + known, List.of(), Map.of());
  }

  static ServiceError wrongMethod(String method, String path, String allowed) {
    return new ServiceError(
        405,
        "the method is " + method + ", expected " + allowed + " for " + path,
        List.of(),
        Map.of("Allow", allowed));
  }

  /** A refusal of the port; a body that is no JSON is one of another shape. */
  static ServiceError of(HttpRefusal refusal) {
    return refusal.status() == BAD_REQUEST
        ? malformed("", refusal.line())
        : new ServiceError(refusal.status(), refusal.line(), List.of(), refusal.headers());
  }

  /** As the caller gets it. */
  Answer answer() {
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
