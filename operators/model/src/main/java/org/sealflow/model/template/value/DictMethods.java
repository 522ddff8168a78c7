package org.sealflow.model.template.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods of a dict that leave it as it is. */
public final class DictMethods {
  private static final Map<String, ValueMethod.Body<Map<Object, Object>>> METHODS =
      Map.of(
          "items", DictMethods::items,
          "keys", DictMethods::keys,
          "values", DictMethods::values,
          "get", DictMethods::get,
          "copy", DictMethods::copy);

  private static final Set<String> MUTATORS =
      Set.of("clear", "pop", "popitem", "setdefault", "update", "fromkeys");

  private DictMethods() {}

  /** The attribute of a dict that is no key of it, or null if a dict has none of the name. */
  static @Nullable Object attribute(Map<Object, Object> dict, String name) {
    ValueMethod.Body<Map<Object, Object>> body = METHODS.get(name);
    if (body != null) {
      return new ValueMethod<>(name, dict, body);
    }
    return MUTATORS.contains(name)
        ? new Undefined("'" + name + "' of a dict is not allowed, values never change here")
        : null;
  }

  public static List<Object> items(Map<Object, Object> dict) {
    List<Object> items = new ArrayList<>(dict.size());
    dict.forEach((key, value) -> items.add(new Tuple(List.of(key, value))));
    return items;
  }

  private static Object items(Map<Object, Object> dict, Arguments arguments) {
    arguments.bind(0);
    return items(dict);
  }

  private static Object keys(Map<Object, Object> dict, Arguments arguments) {
    arguments.bind(0);
    return new ArrayList<>(dict.keySet());
  }

  private static Object values(Map<Object, Object> dict, Arguments arguments) {
    arguments.bind(0);
    return new ArrayList<>(dict.values());
  }

  private static Object get(Map<Object, Object> dict, Arguments arguments) {
    Parameters parameters = arguments.bind(1, "key", "default");
    Object value = Values.lookup(dict, parameters.value(0));
    return value == null ? parameters.value(1, None.NONE) : value;
  }

  private static Object copy(Map<Object, Object> dict, Arguments arguments) {
    arguments.bind(0);
    return new LinkedHashMap<>(dict);
  }
}
