package org.sealflow.tau.python;

import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;

/** An exception of a tool, with the text that the benchmark prints after {@code Error: }. */
public final class CallException extends RuntimeException {
  /** Where the text comes from; only texts of the first two families are the benchmark's own. */
  public enum Kind {
    /** Written by the tool or the environment. */
    TOOL,
    /** Arguments that do not fit the signature. */
    BINDING,
    /** A value check, in the words of a validation library. */
    VALIDATION,
    /** Raised by the language. */
    PYTHON
  }

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final String type;

  public CallException(Kind kind, String type, String text) {
    super(text, null, false, false);
    this.kind = kind;
    this.type = type;
  }

  /** A tool's error on arguments that make no sense to it. */
  public static CallException tool(String text) {
    return new CallException(Kind.TOOL, "ValueError", text);
  }

  public static CallException typeError(String text) {
    return new CallException(Kind.PYTHON, "TypeError", text);
  }

  public static CallException noAttribute(String type, String attribute) {
    return new CallException(
        Kind.PYTHON,
        "AttributeError",
        "'" + type + "' object has no attribute '" + attribute + "'");
  }

  /** A missing key of a dictionary, which prints as the key's repr. */
  public static CallException noKey(@Nullable Object key) {
    return new CallException(Kind.PYTHON, "KeyError", Python.repr(key));
  }

  /** A number that does not fit, a division by zero and the like. */
  public static CallException arithmetic(String type, String text) {
    return new CallException(Kind.PYTHON, type, text);
  }

  /** The exception as Python raises it. */
  static CallException raised(PyException raised) {
    return new CallException(Kind.PYTHON, raised.kind().pythonName(), raised.text());
  }

  /** Stands for Python's limit on nesting, which hostile arguments reach. */
  public static CallException tooDeep() {
    return new CallException(Kind.PYTHON, "RecursionError", "maximum recursion depth exceeded");
  }

  public Kind kind() {
    return kind;
  }

  /** The name of the Python exception. */
  public String type() {
    return type;
  }

  public String text() {
    String text = getMessage();
    return text == null ? "" : text;
  }
}
