package org.sealflow.python.call.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.PyList;

/** Decodes the step of a function-calling model (call-execution.md section 1). */
public final class FunctionCallDecoder {
  private FunctionCallDecoder() {}

  /**
   * The call strings of a step: {@code name(key=repr,key=repr)} for each call.
   *
   * @param calls one dict for each call, from the function name to its arguments as a JSON text; of
   *     several names only the first counts
   * @throws UndecodableException if a call is no such dict, or its arguments are no JSON object
   */
  public static List<String> decode(PyList calls) {
    List<String> decoded = new ArrayList<>(calls.size());
    for (Object call : calls) {
      decoded.add(decode(call));
    }
    return decoded;
  }

  private static String decode(Object call) {
    if (!(call instanceof PyDict byName)) {
      throw new UndecodableException(
          "AttributeError", "a call is of type " + Py.typeName(call) + ", expected dict");
    }
    if (byName.isEmpty()) {
      throw new UndecodableException("IndexError", "a call has no function name");
    }
    PyDict.Entry first = byName.entries().get(0);
    if (!(first.value() instanceof String json)) {
      throw new UndecodableException(
          "TypeError",
          "the arguments are of type " + Py.typeName(first.value()) + ", expected a JSON text");
    }
    return render(Py.str(first.key()), arguments(json));
  }

  private static PyDict arguments(String json) {
    try {
      if (PyJsonReader.read(json) instanceof PyDict arguments) {
        return arguments;
      }
      throw new UndecodableException("AttributeError", "the arguments are no JSON object");
    } catch (PyException malformed) {
      throw new UndecodableException("JSONDecodeError", malformed.text());
    }
  }

  private static String render(String name, PyDict arguments) {
    StringJoiner call = new StringJoiner(",", name + "(", ")");
    for (PyDict.Entry argument : arguments.entries()) {
      call.add(Py.str(argument.key()) + "=" + Py.repr(argument.value()));
    }
    return call.toString();
  }
}
