package org.sealflow.python;

/** An exception of Python's normal hierarchy. Its message is what {@code str(exception)} gives. */
public final class PyException extends RuntimeException {
  /** The exception classes that something in the benchmark raises or catches by name. */
  public enum Kind {
    ASSERTION_ERROR("AssertionError"),
    ATTRIBUTE_ERROR("AttributeError"),
    INDEX_ERROR("IndexError"),
    KEY_ERROR("KeyError"),
    NAME_ERROR("NameError"),
    OVERFLOW_ERROR("OverflowError"),
    RECURSION_ERROR("RecursionError"),
    SYNTAX_ERROR("SyntaxError"),
    TYPE_ERROR("TypeError"),
    UNICODE_ERROR("UnicodeEncodeError"),
    VALUE_ERROR("ValueError"),
    ZERO_DIVISION_ERROR("ZeroDivisionError"),
    /** Any other class (decimal signals, exceptions a simulator defines). */
    EXCEPTION("Exception");

    private final String pythonName;

    Kind(String pythonName) {
      this.pythonName = pythonName;
    }

    public String pythonName() {
      return pythonName;
    }
  }

  private final Kind kind;
  private final String text;

  public PyException(Kind kind, String text) {
    super(text, null, false, false);
    this.kind = kind;
    this.text = text;
  }

  public Kind kind() {
    return kind;
  }

  /** The text of the exception; never null, may be empty. */
  public String text() {
    return text;
  }

  public static PyException typeError(String text) {
    return new PyException(Kind.TYPE_ERROR, text);
  }

  public static PyException valueError(String text) {
    return new PyException(Kind.VALUE_ERROR, text);
  }

  public static PyException indexError(String text) {
    return new PyException(Kind.INDEX_ERROR, text);
  }

  public static PyException nameError(String name) {
    return new PyException(Kind.NAME_ERROR, "name '" + name + "' is not defined");
  }

  /** The text of a KeyError is the repr of the key. */
  public static PyException keyError(Object key) {
    return new PyException(Kind.KEY_ERROR, PyText.repr(key));
  }

  public static PyException noAttribute(Object value, String attribute) {
    return new PyException(
        Kind.ATTRIBUTE_ERROR,
        "'" + Py.typeName(value) + "' object has no attribute '" + attribute + "'");
  }

  public static PyException unhashable(Object value) {
    return typeError("unhashable type: '" + Py.typeName(value) + "'");
  }
}
