package org.sealflow.python.call;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Keyword;
import org.sealflow.python.syntax.Expression.Starred;

/**
 * Evaluates the arguments of a call and unpacks {@code *} and {@code **} in CPython 3.11's order:
 * all positional ones, then the named ones, those between two {@code **} together
 * (call-execution.md, section 5).
 */
final class ArgumentReader {
  private static final Object[] NO_VALUES = {};
  private static final String[] NO_NAMES = {};

  private final Evaluator evaluator;
  private final Supplier<String> functionText;

  private ArgumentReader(Evaluator evaluator, Supplier<String> functionText) {
    this.evaluator = evaluator;
    this.functionText = functionText;
  }

  /**
   * The arguments of a call.
   *
   * @param functionText what the errors of unpacking call the function
   */
  static CallArguments read(Call call, Evaluator evaluator, Supplier<String> functionText) {
    return unpacks(call)
        ? new ArgumentReader(evaluator, functionText).unpack(call)
        : readPlain(call, evaluator);
  }

  /** Whether an argument is unpacked, so that their number and names show at evaluation alone. */
  static boolean unpacks(Call call) {
    for (Expression argument : call.arguments()) {
      if (argument instanceof Starred) {
        return true;
      }
    }
    for (Keyword keyword : call.keywords()) {
      if (keyword.name() == null) {
        return true;
      }
    }
    return false;
  }

  private static CallArguments readPlain(Call call, Evaluator evaluator) {
    int positionalCount = call.arguments().size();
    Object[] positional = positionalCount == 0 ? NO_VALUES : new Object[positionalCount];
    for (int i = 0; i < positionalCount; i++) {
      positional[i] = evaluator.argument(call.arguments().get(i));
    }
    int namedCount = call.keywords().size();
    String[] names = namedCount == 0 ? NO_NAMES : new String[namedCount];
    Object[] values = namedCount == 0 ? NO_VALUES : new Object[namedCount];
    for (int i = 0; i < namedCount; i++) {
      Keyword keyword = call.keywords().get(i);
      names[i] = String.valueOf(keyword.name());
      values[i] = evaluator.argument(keyword.value());
    }
    return new CallArguments(positional, names, values);
  }

  private CallArguments unpack(Call call) {
    Object lone = loneIterable(call);
    List<Object> positional = lone == null ? readPositional(call) : new ArrayList<>();
    PyDict named = readNamed(call);
    if (lone != null) {
      unpackAlone(lone, positional);
    }
    return new CallArguments(positional.toArray(), textNames(named), named.values().toArray());
  }

  /** Where {@code *value} is the only positional argument, Python tests it after the keywords. */
  private @Nullable Object loneIterable(Call call) {
    return call.arguments().size() == 1 && call.arguments().get(0) instanceof Starred starred
        ? evaluator.argument(starred.value())
        : null;
  }

  private List<Object> readPositional(Call call) {
    List<Object> positional = new ArrayList<>();
    for (Expression argument : call.arguments()) {
      if (argument instanceof Starred starred) {
        evaluator.unpackInto(positional, evaluator.argument(starred.value()));
      } else {
        positional.add(evaluator.argument(argument));
      }
    }
    return positional;
  }

  private void unpackAlone(Object iterable, List<Object> positional) {
    if (!Evaluator.isIterable(iterable)) {
      throw PyException.typeError(
          functionText.get()
              + " argument after * must be an iterable, not "
              + Py.typeName(iterable));
    }
    evaluator.unpackInto(positional, iterable);
  }

  private PyDict readNamed(Call call) {
    PyDict named = new PyDict();
    PyDict group = new PyDict();
    for (Keyword keyword : call.keywords()) {
      String name = keyword.name();
      Object value = evaluator.argument(keyword.value());
      if (name == null) {
        merge(named, group);
        group.clear();
        merge(named, value);
      } else {
        group.put(name, value);
      }
    }
    merge(named, group);
    return named;
  }

  private void merge(PyDict named, Object mapping) {
    if (!(mapping instanceof PyDict dict)) {
      throw PyException.typeError(
          functionText.get() + " argument after ** must be a mapping, not " + Py.typeName(mapping));
    }
    for (PyDict.Entry entry : dict.entries()) {
      if (named.containsKey(entry.key())) {
        throw PyException.typeError(
            functionText.get()
                + " got multiple values for keyword argument '"
                + Py.str(entry.key())
                + "'");
      }
      named.put(entry.key(), entry.value());
    }
  }

  private static String[] textNames(PyDict named) {
    String[] names = new String[named.size()];
    int count = 0;
    for (Object key : named) {
      if (!(key instanceof String name)) {
        throw PyException.typeError("keywords must be strings");
      }
      names[count++] = name;
    }
    return names;
  }
}
