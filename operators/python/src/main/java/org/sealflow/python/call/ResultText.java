package org.sealflow.python.call;

import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyText;

/** The text of a call's value (call-execution.md, section 3.4). */
public final class ResultText {
  private ResultText() {}

  /**
   * Text as it is, a dict as JSON, or as Python prints it where JSON cannot hold it, everything
   * else as Python prints it.
   *
   * @throws PyException if Python cannot print the value either
   */
  public static String of(Object value) {
    if (value instanceof PyDict dict) {
      try {
        return PyJson.dumps(dict);
      } catch (PyException notJson) {
        return PyText.str(dict);
      }
    }
    return PyText.str(value);
  }
}
