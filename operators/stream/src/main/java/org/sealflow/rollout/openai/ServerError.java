package org.sealflow.rollout.openai;

import java.util.regex.Pattern;
import org.sealflow.learn.policy.PolicyException;

/** A failure of a server, in words that say what to do, and whether trying again may help. */
final class ServerError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN = 200;
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int TIMEOUT = 408;
  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY = 429;
  private static final int SERVER = 500;

  /** How servers say that prompt and answer do not fit: OpenAI's code, and vLLM's words. */
  private static final Pattern CONTEXT =
      Pattern.compile("context_length_exceeded|maximum context length", Pattern.CASE_INSENSITIVE);

  private final boolean passing;
  private final boolean notFound;
  private final boolean refusal;
  private final PolicyException.Cause reason;

  private ServerError(String message, boolean passing) {
    this(message, passing, false, false, PolicyException.Cause.ENGINE);
  }

  private ServerError(
      String message,
      boolean passing,
      boolean notFound,
      boolean refusal,
      PolicyException.Cause reason) {
    super(message);
    this.passing = passing;
    this.notFound = notFound;
    this.refusal = refusal;
    this.reason = reason;
  }

  /** Whether a request failed since nothing stands at its path, or nothing of its name there. */
  static boolean isNotFound(Throwable failure) {
    Throwable cause = ServerFailures.cause(failure);
    Throwable said = cause instanceof PolicyException ? cause.getCause() : cause;
    return said instanceof ServerError error && error.notFound;
  }

  /** Whether a server took a request for a wrong one. */
  static boolean isRefusal(Throwable failure) {
    Throwable cause = ServerFailures.cause(failure);
    Throwable said = cause instanceof PolicyException ? cause.getCause() : cause;
    return said instanceof ServerError error && error.refusal;
  }

  /** Whether a request failed for a reason that may pass, such as a server that is not there. */
  static boolean isPassing(Throwable failure) {
    Throwable cause = ServerFailures.cause(failure);
    Throwable said = cause instanceof PolicyException ? cause.getCause() : cause;
    boolean late =
        cause instanceof PolicyException told && told.reason() == PolicyException.Cause.DEADLINE;
    return late || (said instanceof ServerError error && error.passing);
  }

  /** Whether trying again may help. */
  boolean passing() {
    return passing;
  }

  /** No connection, or one that broke. */
  static ServerError unreachable(OpenAiSettings settings, Throwable cause) {
    String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : text(cause);
    return new ServerError(
        "the server at "
            + settings.baseUrl()
            + " does not answer ("
            + reason
            + "): start it, or name another base URL",
        true);
  }

  private static String text(Throwable cause) {
    return shown(String.valueOf(cause.getMessage()));
  }

  /** An answer with another status than success. */
  static ServerError status(OpenAiSettings settings, int status, String body) {
    String server = "the server at " + settings.baseUrl();
    if (status == UNAUTHORIZED || status == FORBIDDEN) {
      return new ServerError(
          server
              + " refuses the key (status "
              + status
              + "): set the environment variable "
              + settings.keyVariable()
              + " to one it knows",
          false);
    }
    if (status == NOT_FOUND) {
      return new ServerError(
          server
              + " does not know the model '"
              + settings.model()
              + "' or the path (status 404: "
              + shown(body)
              + "): `GET "
              + settings.baseUrl()
              + "/models` lists what it serves",
          false,
          true,
          false,
          PolicyException.Cause.ENGINE);
    }
    boolean full = status == BAD_REQUEST && CONTEXT.matcher(body).find();
    return new ServerError(
        server + " answered with status " + status + ": " + shown(body),
        status >= SERVER || status == TOO_MANY || status == TIMEOUT,
        false,
        status == BAD_REQUEST || status == NOT_ALLOWED || status == UNPROCESSABLE,
        full ? PolicyException.Cause.CONTEXT : PolicyException.Cause.ENGINE);
  }

  /** Success that carries no answer. */
  static ServerError nonsense(OpenAiSettings settings, String missing, String body) {
    return new ServerError(
        "the server at "
            + settings.baseUrl()
            + " answered without "
            + missing
            + ": "
            + shown(body)
            + "; check that it speaks OpenAI's API",
        false);
  }

  /** As the rollout wants to hear it. */
  PolicyException asPolicyException() {
    return new PolicyException(reason, String.valueOf(getMessage()), this);
  }

  /** A text in one line of bounded length. */
  static String shown(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
  }
}
