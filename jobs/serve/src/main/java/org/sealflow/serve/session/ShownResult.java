package org.sealflow.serve.session;

import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;

/** Reads what the texts of results say. */
public final class ShownResult {
  private ShownResult() {}

  /** The value of a JSON text; null if it is none. */
  public static @Nullable Object json(String text) {
    try {
      return PyJsonReader.read(text);
    } catch (PyException | StackOverflowError malformed) {
      return null;
    }
  }

  /** Whether a result is an object with a text under {@code error}. */
  public static boolean isError(String result) {
    return result.startsWith("{")
        && json(result) instanceof PyDict object
        && object.get("error") instanceof String;
  }
}
