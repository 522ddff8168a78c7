package org.sealflow.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpRefusal;

/** A request that is refused or fails, in the form of OpenAI's errors. */
public final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String REQUEST = "invalid_request_error";
  private static final String SERVER = "server_error";

  private final int status;
  private final String type;
  private final @Nullable String param;
  private final @Nullable String code;
  private final transient Map<String, String> headers = new LinkedHashMap<>();

  private ApiError(
      int status, String type, @Nullable String param, @Nullable String code, String message) {
    super(message);
    this.status = status;
    this.type = type;
    this.param = param;
    this.code = code;
  }

  private ApiError with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  /**
   * The request says something wrong.
   *
   * @param param the field that does; null if it is the request as a whole
   */
  static ApiError wrong(@Nullable String param, String message) {
    return new ApiError(400, REQUEST, param, null, message);
  }

  /** A field asks for what the server does not do. */
  static ApiError unsupported(String param, String message) {
    return new ApiError(400, REQUEST, param, "unsupported_parameter", message);
  }

  /** A prompt leaves no room for an answer; worded as clients of such servers look for it. */
  static ApiError tooLong(String param, int tokens, int contextLength) {
    return new ApiError(
        400,
        REQUEST,
        param,
        "context_length_exceeded",
        "This model's maximum context length is "
            + contextLength
            + " tokens, but the prompt has "
            + tokens
            + ": expected at most "
            + (contextLength - 1)
            + ", so that one can be sampled");
  }

  static ApiError unknownPath(String path, String known) {
    return new ApiError(
        404, REQUEST, null, "unknown_path", "no path " + path + ", expected one of " + known);
  }

  static ApiError unknownModel(String param, String name, String served) {
    return new ApiError(
        404,
        REQUEST,
        param,
        "model_not_found",
        "the model '" + name + "' is not served, expected one of " + served);
  }

  /** A file or directory that is not there. */
  static ApiError missing(String param, String message) {
    return new ApiError(404, REQUEST, param, "not_found", message);
  }

  static ApiError wrongMethod(String method, String path, String allowed) {
    return new ApiError(
            405,
            REQUEST,
            null,
            "method_not_allowed",
            "the method is " + method + ", expected " + allowed + " for " + path)
        .with("Allow", allowed);
  }

  /** A refusal that is not the API's own. */
  public static ApiError of(HttpRefusal refusal) {
    int status = refusal.status();
    String type = status == 429 ? "rate_limit_error" : status >= 500 ? SERVER : REQUEST;
    ApiError error = new ApiError(status, type, null, refusal.code(), refusal.line());
    refusal.headers().forEach(error::with);
    return error;
  }

  /** More than the server can take at once. */
  static ApiError busy(String message) {
    return of(HttpRefusal.busy(message));
  }

  /** Anything that is not the caller's fault. */
  static ApiError failed(String message) {
    return new ApiError(500, SERVER, null, null, message);
  }

  /** The server is being closed. */
  static ApiError closing() {
    return of(HttpRefusal.closing());
  }

  static ApiError late(String message) {
    return new ApiError(504, SERVER, null, "deadline_exceeded", message);
  }

  /** A server behind this one that does not answer. */
  public static ApiError unreachable(String message) {
    return new ApiError(502, SERVER, null, "bad_gateway", message);
  }

  int status() {
    return status;
  }

  /** As the caller gets it. */
  public Answer answer() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putObject("error")
        .put("message", String.valueOf(getMessage()).replaceAll("\\s+", " "))
        .put("type", type)
        .put("param", param)
        .put("code", code);
    return Answer.json(status, body).with(headers);
  }
}
