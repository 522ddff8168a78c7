package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.Parameters;
import org.sealflow.model.template.value.PythonText;
import org.sealflow.model.template.value.Strings;
import org.sealflow.model.template.value.Subscripts;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Undefined;
import org.sealflow.model.template.value.Values;

/** {@code map}, {@code select}, {@code reject} and their forms for attributes. */
final class SelectionFilters {
  static final Map<String, Filter> FILTERS =
      Map.of(
          "map", SelectionFilters::map,
          "select", (value, arguments) -> select(value, arguments, true),
          "reject", (value, arguments) -> select(value, arguments, false),
          "selectattr", (value, arguments) -> selectByAttribute(value, arguments, true),
          "rejectattr", (value, arguments) -> selectByAttribute(value, arguments, false));

  private SelectionFilters() {}

  /** The attribute of a path such as {@code function.name}; digits stand for an index. */
  static Object attribute(Object value, Object path) {
    if (!(path instanceof String names)) {
      return Subscripts.item(value, path);
    }
    Object at = value;
    for (Object part : Strings.split(names, ".", -1)) {
      String name = (String) part;
      boolean index = !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
      at = Subscripts.item(at, index && name.length() < 10 ? (Object) Long.valueOf(name) : name);
    }
    return at;
  }

  /** A false value holds no items here, whatever its type. */
  private static List<Object> items(Object value) {
    return Values.isTrue(value) ? Values.iterate(value) : List.of();
  }

  private static Object map(Object value, Arguments arguments) {
    List<Object> mapped = new ArrayList<>();
    for (Object item : items(value)) {
      mapped.add(
          arguments.positional().isEmpty()
              ? byAttribute(item, arguments)
              : byFilter(item, arguments));
    }
    return mapped;
  }

  private static Object byAttribute(Object item, Arguments arguments) {
    Parameters parameters =
        new Arguments(arguments.function(), List.of(), arguments.named())
            .bind(1, "attribute", "default");
    Object attribute = attribute(item, parameters.value(0));
    return attribute instanceof Undefined ? parameters.value(1, attribute) : attribute;
  }

  private static Object byFilter(Object item, Arguments arguments) {
    String name = PythonText.str(arguments.positional().get(0));
    return Filters.named(name).apply(item, arguments.rest("filter " + name));
  }

  private static Object select(Object value, Arguments arguments, boolean wanted) {
    return kept(value, item -> holds(item, arguments) == wanted);
  }

  private static Object selectByAttribute(Object value, Arguments arguments, boolean wanted) {
    if (arguments.positional().isEmpty()) {
      throw new TemplateFault(arguments.function() + " needs the name of an attribute");
    }
    Object path = arguments.positional().get(0);
    Arguments test = arguments.rest(arguments.function());
    return kept(value, item -> holds(attribute(item, path), test) == wanted);
  }

  private static Object kept(Object value, Predicate<Object> wanted) {
    List<Object> kept = new ArrayList<>();
    for (Object item : items(value)) {
      if (wanted.test(item)) {
        kept.add(item);
      }
    }
    return kept;
  }

  /** Without a test, what is true is kept. */
  private static boolean holds(Object value, Arguments arguments) {
    if (arguments.positional().isEmpty()) {
      return Values.isTrue(value);
    }
    String name = PythonText.str(arguments.positional().get(0));
    return ValueTests.named(name).holds(value, arguments.rest("test " + name));
  }
}
