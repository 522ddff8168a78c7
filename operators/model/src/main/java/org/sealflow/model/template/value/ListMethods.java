package org.sealflow.model.template.value;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods of a list or tuple that leave it as it is. */
final class ListMethods {
  private static final Map<String, ValueMethod.Body<List<Object>>> METHODS =
      Map.of("count", ListMethods::count, "index", ListMethods::index);

  private static final Set<String> MUTATORS =
      Set.of("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort");

  private ListMethods() {}

  /** An attribute of a list or tuple, or null if it has none of the name. */
  static @Nullable Object attribute(List<Object> items, String name) {
    ValueMethod.Body<List<Object>> body = METHODS.get(name);
    if (body != null) {
      return new ValueMethod<>(name, items, body);
    }
    return MUTATORS.contains(name)
        ? new Undefined("'" + name + "' of a list is not allowed, values never change here")
        : null;
  }

  private static Object count(List<Object> items, Arguments arguments) {
    Object wanted = arguments.bind(1, "value").value(0);
    return items.stream().filter(item -> Values.equal(item, wanted)).count();
  }

  private static Object index(List<Object> items, Arguments arguments) {
    Object wanted = arguments.bind(1, "value").value(0);
    for (int i = 0; i < items.size(); i++) {
      if (Values.equal(items.get(i), wanted)) {
        return (long) i;
      }
    }
    throw new TemplateFault(PythonText.repr(wanted) + " is not in the list");
  }
}
