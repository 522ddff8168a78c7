package org.sealflow.bfcl.simulator;

import java.util.Map;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/**
 * The named constants that fill simulators in the long-context category. The values are shared by
 * all verifications and must never be changed or handed to a caller that could.
 */
public final class LongContext {
  private final Map<String, Object> constants;

  public LongContext(Map<String, Object> constants) {
    this.constants = Map.copyOf(constants);
  }

  /** No constants: enough for tasks of the other categories. */
  public static LongContext none() {
    return new LongContext(Map.of());
  }

  public PyDict dict(String name) {
    return (PyDict) constant(name);
  }

  public PyList list(String name) {
    return (PyList) constant(name);
  }

  public String text(String name) {
    return (String) constant(name);
  }

  private Object constant(String name) {
    Object value = constants.get(name);
    if (value == null) {
      throw new LongContextMissingException(name);
    }
    return value;
  }

  /** A long-context task needs a constant that the task directory does not hold. */
  public static final class LongContextMissingException extends RuntimeException {
    LongContextMissingException(String name) {
      super(
          "the long-context constant "
              + name
              + " is missing: the task directory holds no long_context.json;"
              + " make one with `sealflow tasks import --bfcl DIR`",
          null,
          false,
          false);
    }
  }
}
