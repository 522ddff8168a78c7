package org.sealflow.serve.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that is refused or fails before or beside what its protocol says. The message is one
 * line; each protocol gives it the form of its own errors.
 */
public final class HttpRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TOO_LARGE = 413;
  private static final int UNSUPPORTED_TYPE = 415;
  private static final int TOO_MANY = 429;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  private final int status;
  private final @Nullable String code;
  private final transient Map<String, String> headers;

  private HttpRefusal(
      int status, @Nullable String code, String message, Map<String, String> headers) {
    super(message.replaceAll("\\s+", " "));
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** The request says something wrong. */
  public static HttpRefusal wrong(String message) {
    return new HttpRefusal(BAD_REQUEST, null, message, Map.of());
  }

  /** A request without the key, or with another. */
  public static HttpRefusal badKey() {
    return new HttpRefusal(
        UNAUTHORIZED,
        "invalid_api_key",
        "the bearer key is missing or wrong: send the header Authorization: Bearer KEY",
        Map.of("WWW-Authenticate", "Bearer"));
  }

  /** A request of a web page from elsewhere. */
  static HttpRefusal otherOrigin(String origin) {
    return new HttpRefusal(
        FORBIDDEN, "origin", "pages of " + origin + " may not call this server", Map.of());
  }

  /** A request of more bytes than the server takes. */
  public static HttpRefusal tooLarge(int mostBytes) {
    return new HttpRefusal(
        TOO_LARGE,
        "request_too_large",
        "the request has more than " + mostBytes + " bytes: send less at once",
        Map.of());
  }

  /** A body that is not declared as JSON. */
  public static HttpRefusal notJson(@Nullable String contentType) {
    return new HttpRefusal(
        UNSUPPORTED_TYPE,
        "unsupported_media_type",
        "Content-Type is "
            + (contentType == null ? "not set" : "'" + contentType + "'")
            + ", expected application/json",
        Map.of());
  }

  /** More than the server can take at once. */
  public static HttpRefusal busy(String message) {
    return new HttpRefusal(TOO_MANY, "rate_limit_exceeded", message, Map.of("Retry-After", "1"));
  }

  /** Anything that is not the caller's fault. */
  public static HttpRefusal failed(Throwable defect) {
    return new HttpRefusal(FAILED, null, "the server failed: " + defect, Map.of());
  }

  /** The server is being closed. */
  public static HttpRefusal closing() {
    return new HttpRefusal(
        UNAVAILABLE, "closing", "the server is being stopped", Map.of("Retry-After", "5"));
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }

  /** A word for programs; null if the status says it all. */
  public @Nullable String code() {
    return code;
  }

  /** Headers of the answer. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The message, never null. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
