package org.sealflow.python.call;

import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;

/**
 * The outcome of a call.
 *
 * @param text the result text, as the reference gives it; for a refused call {@code Error during
 *     execution: unsupported expression: FORM}
 * @param status how the call ended
 * @param exception the exception class; null if the call returned or was refused
 * @param refusedForm what was refused; null otherwise
 * @param invocation the outermost method call; null if the outermost form is anything else or the
 *     text was denied or malformed
 */
public record CallOutcome(
    String text,
    Status status,
    PyException.@Nullable Kind exception,
    @Nullable String refusedForm,
    @Nullable Invocation invocation) {

  private static final String ERROR_PREFIX = "Error during execution: ";

  /** How a call ended. */
  public enum Status {
    /** It has a value. */
    RETURNED,
    /** Its evaluation raised; what ran before stays done. */
    RAISED,
    /** It is no well-formed expression: nothing ran. */
    MALFORMED,
    /** It begins with a name of the deny list: nothing ran. */
    DENIED,
    /**
     * It uses a form that is not evaluated here: nothing ran. Where a value turns out too large, or
     * a method's result a text that {@code %} would format, the methods called before did run.
     */
    REFUSED
  }

  static CallOutcome returned(String text, @Nullable Invocation invocation) {
    return new CallOutcome(text, Status.RETURNED, null, null, invocation);
  }

  static CallOutcome raised(PyException error, @Nullable Invocation invocation) {
    return new CallOutcome(
        ERROR_PREFIX + error.text(), Status.RAISED, error.kind(), null, invocation);
  }

  static CallOutcome malformed(PyException error) {
    return new CallOutcome(ERROR_PREFIX + error.text(), Status.MALFORMED, error.kind(), null, null);
  }

  static CallOutcome denied(String name) {
    return new CallOutcome(
        ERROR_PREFIX + "Function call " + name + " is not allowed.",
        Status.DENIED,
        PyException.Kind.EXCEPTION,
        null,
        null);
  }

  static CallOutcome refused(String form, @Nullable Invocation invocation) {
    return new CallOutcome(
        ERROR_PREFIX + "unsupported expression: " + form, Status.REFUSED, null, form, invocation);
  }
}
