package org.sealflow.bfcl.task;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;

/**
 * The long-context constants as JSON: one object from name to value, in which {@code {"$python":
 * "Ellipsis"}} stands for Python's {@code ...}.
 */
public final class LongContextJson {
  private static final String MARK = "$python";
  private static final String ELLIPSIS = "Ellipsis";

  private LongContextJson() {}

  /**
   * The constants of a parsed JSON object, which is left as it is.
   *
   * @throws IllegalArgumentException if a {@code $python} object is not the one form there is
   */
  public static LongContext read(PyDict json) {
    Map<String, Object> constants = new LinkedHashMap<>();
    for (PyDict.Entry entry : json.entries()) {
      constants.put(Py.str(entry.key()), fromJson(entry.value()));
    }
    return new LongContext(constants);
  }

  private static Object fromJson(Object value) {
    if (value instanceof PyList list) {
      PyList read = new PyList();
      list.forEach(item -> read.add(fromJson(item)));
      return read;
    }
    if (!(value instanceof PyDict dict)) {
      return value;
    }
    if (dict.containsKey(MARK)) {
      if (dict.size() == 1 && ELLIPSIS.equals(dict.get(MARK))) {
        return PyNone.ELLIPSIS;
      }
      throw new IllegalArgumentException(
          "long_context.json holds "
              + PyJson.dumps(dict)
              + ", but the only Python value it can mark is {\"$python\": \"Ellipsis\"}");
    }
    PyDict read = new PyDict();
    for (PyDict.Entry entry : dict.entries()) {
      read.put(entry.key(), fromJson(entry.value()));
    }
    return read;
  }

  /**
   * The JSON text of constants, one line each, ASCII only. Reading it again gives equal values.
   *
   * @throws IllegalArgumentException naming the constant that holds what JSON has no form for
   */
  public static String write(Map<String, Object> constants) {
    StringBuilder out = new StringBuilder("{");
    String separator = "\n";
    for (Map.Entry<String, Object> constant : constants.entrySet()) {
      out.append(separator)
          .append(PyJson.dumps(constant.getKey()))
          .append(": ")
          .append(PyJson.dumps(toJson(constant.getKey(), constant.getValue())));
      separator = ",\n";
    }
    return out.append("\n}\n").toString();
  }

  private static Object toJson(String name, Object value) {
    if (value == PyNone.ELLIPSIS) {
      return PyDict.of(MARK, ELLIPSIS);
    }
    if (value instanceof PyList list) {
      PyList written = new PyList();
      list.forEach(item -> written.add(toJson(name, item)));
      return written;
    }
    if (value instanceof PyDict dict) {
      PyDict written = new PyDict();
      for (PyDict.Entry entry : dict.entries()) {
        if (!(entry.key() instanceof String key) || key.equals(MARK)) {
          throw notWritable(name, "the key " + Py.repr(entry.key()));
        }
        written.put(key, toJson(name, entry.value()));
      }
      return written;
    }
    if (value instanceof String || Py.isNumber(value) || Py.isNone(value)) {
      return value;
    }
    throw notWritable(name, "a value of type " + Py.typeName(value));
  }

  private static IllegalArgumentException notWritable(String name, String what) {
    return new IllegalArgumentException(
        "the long-context constant " + name + " holds " + what + ", which JSON has no form for");
  }
}
