package org.sealflow.tau.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.KeywordCall;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;

/**
 * Calls as texts: {@code name(key=value, …)} with values as Python writes them, or a JSON object of
 * {@code name} and {@code arguments} where a name is no identifier.
 */
final class CallText {
  /** Numbers that JSON does not have are words without quotes, as Python reads them. */
  private static final ObjectWriter WRITER =
      JsonValues.mapper().writer().without(JsonWriteFeature.WRITE_NAN_AS_STRINGS);

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private CallText() {}

  /** The text of a call; {@link #read} gives the call back. */
  static String of(Call call) {
    StringJoiner text = new StringJoiner(", ", call.name() + "(", ")");
    for (Map.Entry<String, ?> argument : call.arguments().entrySet()) {
      text.add(argument.getKey() + "=" + Python.repr(argument.getValue()));
    }
    return readable(call, text.toString()) ? text.toString() : json(call);
  }

  /** The text of a call that was read from JSON. */
  static String of(String tool, PyDict arguments) {
    return of(new Call(Requestor.ASSISTANT, tool, map(arguments)));
  }

  private static Map<String, @Nullable Object> map(PyDict object) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (PyDict.Entry entry : object.entries()) {
      map.put(Py.str(entry.key()), value(entry.value()));
    }
    return map;
  }

  private static @Nullable Object value(Object read) {
    if (read instanceof PyDict object) {
      return map(object);
    }
    if (read instanceof PyList list) {
      List<@Nullable Object> items = new ArrayList<>(list.size());
      list.forEach(item -> items.add(value(item)));
      return items;
    }
    return Py.isNone(read) ? null : read;
  }

  private static boolean readable(Call call, String text) {
    return IDENTIFIER.matcher(call.name()).matches()
        && call.arguments().keySet().stream().allMatch(name -> IDENTIFIER.matcher(name).matches())
        && isCall(text);
  }

  /** A name can be a keyword of Python, and a value nested too deeply. */
  private static boolean isCall(String text) {
    try {
      KeywordCall unused = KeywordCall.of(text);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static String json(Call call) {
    ObjectNode json = JsonValues.mapper().createObjectNode();
    json.put("name", call.name());
    json.set("arguments", JsonValues.mapper().valueToTree(call.arguments()));
    try {
      return WRITER.writeValueAsString(json);
    } catch (JsonProcessingException tooDeep) {
      throw new IllegalArgumentException("the call cannot be written", tooDeep);
    }
  }

  /** The call of a text; null if the text is none. */
  static @Nullable Call read(Requestor requestor, String text) {
    try {
      String json = text.startsWith("{") ? text : KeywordCall.of(text).json();
      JsonNode call = JsonValues.mapper().readTree(json);
      JsonNode arguments = call.path("arguments");
      return call.path("name").isTextual() && arguments.isObject()
          ? new Call(requestor, call.path("name").textValue(), JsonValues.map(arguments))
          : null;
    } catch (JsonProcessingException | IllegalArgumentException noCall) {
      return null;
    }
  }
}
