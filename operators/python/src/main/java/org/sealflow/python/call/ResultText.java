package org.sealflow.python.call;

import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyText;

/** The texts of calls' values (call-execution.md, section 3.4). Not thread-safe. */
final class ResultText {
  private final PyJson json = new PyJson();

  /**
   * Text as it is, a dict as JSON, or as Python prints it where JSON cannot hold it, everything
   * else as Python prints it.
   *
   * @throws PyException if Python cannot print the value either
   * @throws PyLimitException if the text would be huge
   */
  String of(Object value) {
    if (value instanceof PyDict dict) {
      try {
        return json.text(dict);
      } catch (PyException notJson) {
        return PyText.str(dict);
      }
    }
    return PyText.str(value);
  }
}
