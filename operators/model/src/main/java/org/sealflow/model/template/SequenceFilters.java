package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.ArithmeticOperator;
import org.sealflow.model.template.value.DictMethods;
import org.sealflow.model.template.value.None;
import org.sealflow.model.template.value.Parameters;
import org.sealflow.model.template.value.StringMethods;
import org.sealflow.model.template.value.Strings;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Undefined;
import org.sealflow.model.template.value.Values;

/** The filters of lists, dicts and texts as sequences. */
final class SequenceFilters {
  static final Map<String, Filter> FILTERS =
      Map.ofEntries(
          Map.entry("length", SequenceFilters::length),
          Map.entry("count", SequenceFilters::length),
          Map.entry("first", SequenceFilters::first),
          Map.entry("last", SequenceFilters::last),
          Map.entry("list", SequenceFilters::list),
          Map.entry("items", SequenceFilters::items),
          Map.entry("reverse", SequenceFilters::reverse),
          Map.entry("sort", SequenceFilters::sort),
          Map.entry("dictsort", SequenceFilters::sortDict),
          Map.entry("unique", SequenceFilters::unique),
          Map.entry("min", (value, arguments) -> extreme(value, arguments, -1)),
          Map.entry("max", (value, arguments) -> extreme(value, arguments, 1)),
          Map.entry("sum", SequenceFilters::sum));

  private SequenceFilters() {}

  private static Object length(Object value, Arguments arguments) {
    arguments.bind(0);
    return Values.length(value);
  }

  private static Object first(Object value, Arguments arguments) {
    arguments.bind(0);
    List<Object> items = Values.iterate(value);
    return items.isEmpty()
        ? new Undefined("there is no first item, the list is empty")
        : items.get(0);
  }

  private static Object last(Object value, Arguments arguments) {
    arguments.bind(0);
    List<Object> items = Values.iterate(value);
    return items.isEmpty()
        ? new Undefined("there is no last item, the list is empty")
        : items.get(items.size() - 1);
  }

  private static Object list(Object value, Arguments arguments) {
    arguments.bind(0);
    return new ArrayList<>(Values.iterate(value));
  }

  private static Object items(Object value, Arguments arguments) {
    arguments.bind(0);
    if (value instanceof Undefined) {
      return List.of();
    }
    Map<Object, Object> dict = Values.dictOrNull(value);
    if (dict == null) {
      throw new TemplateFault("filter items expects a dict, found " + Values.typeName(value));
    }
    return DictMethods.items(dict);
  }

  private static Object reverse(Object value, Arguments arguments) {
    arguments.bind(0);
    if (value instanceof String text) {
      return Strings.reverse(text);
    }
    List<Object> items = new ArrayList<>(Values.iterate(value));
    Collections.reverse(items);
    return items;
  }

  private static Object sort(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "reverse", "case_sensitive", "attribute");
    return sorted(
        Values.iterate(value),
        key(parameters.value(2, None.NONE), parameters.isTrue(1)),
        parameters.isTrue(0));
  }

  private static Object sortDict(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "case_sensitive", "by", "reverse");
    String by = parameters.text(1, "key");
    if (!by.equals("key") && !by.equals("value")) {
      throw new TemplateFault("filter dictsort sorts by key or value, found '" + by + "'");
    }
    Map<Object, Object> dict = Values.dictOrNull(value);
    if (dict == null) {
      throw new TemplateFault("filter dictsort expects a dict, found " + Values.typeName(value));
    }
    Object index = by.equals("key") ? 0L : 1L;
    return sorted(DictMethods.items(dict), key(index, parameters.isTrue(0)), parameters.isTrue(2));
  }

  private static List<Object> sorted(
      List<Object> items, UnaryOperator<Object> key, boolean reverse) {
    Comparator<Object> ascending = (a, b) -> Values.compare(key.apply(a), "<", key.apply(b));
    List<Object> sorted = new ArrayList<>(items);
    sorted.sort(reverse ? ascending.reversed() : ascending);
    return sorted;
  }

  /**
   * The key that items are compared by: an attribute of them, texts in lower case unless case
   * counts.
   */
  private static UnaryOperator<Object> key(Object attribute, boolean caseSensitive) {
    return item -> {
      Object value = attribute == None.NONE ? item : SelectionFilters.attribute(item, attribute);
      return value instanceof String text && !caseSensitive ? StringMethods.lower(text) : value;
    };
  }

  private static Object unique(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "case_sensitive", "attribute");
    UnaryOperator<Object> key = key(parameters.value(1, None.NONE), parameters.isTrue(0));
    List<Object> seen = new ArrayList<>();
    List<Object> unique = new ArrayList<>();
    for (Object item : Values.iterate(value)) {
      Object compared = key.apply(item);
      if (!Values.contains(seen, compared)) {
        seen.add(compared);
        unique.add(item);
      }
    }
    return unique;
  }

  private static Object extreme(Object value, Arguments arguments, int wanted) {
    Parameters parameters = arguments.bind(0, "case_sensitive", "attribute");
    UnaryOperator<Object> key = key(parameters.value(1, None.NONE), parameters.isTrue(0));
    Object best = new Undefined("there is no least or greatest item, the list is empty");
    for (Object item : Values.iterate(value)) {
      boolean better =
          best instanceof Undefined
              || Integer.signum(Values.compare(key.apply(item), "<", key.apply(best))) == wanted;
      best = better ? item : best;
    }
    return best;
  }

  private static Object sum(Object value, Arguments arguments) {
    Parameters parameters = arguments.bind(0, "attribute", "start");
    Object attribute = parameters.value(0, None.NONE);
    Object sum = parameters.value(1, 0L);
    for (Object item : Values.iterate(value)) {
      Object term = attribute == None.NONE ? item : SelectionFilters.attribute(item, attribute);
      sum = ArithmeticOperator.ADD.apply(sum, term);
    }
    return sum;
  }
}
