package org.sealflow.python.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PyNumbers;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;
import org.sealflow.python.syntax.Expression.Attribute;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Name;

/**
 * The functions of Python that calls of models name (call-execution.md, section 3.3). The ones that
 * compute a value from values are computed. The ones that reach outside are never run; what is
 * known of them is the error of arguments they do not take, which is all that real calls of them
 * give.
 */
final class Builtins {
  private static final Map<String, Builtin> BY_NAME =
      byName(
          one("abs", PyNumbers::absolute),
          one("len", Py::length),
          optional("bool", false, Py::isTrue),
          optional("float", 0.0, PyNumbers::parseFloat),
          new Builtin("list", BuiltinRules.atMostOne("list"), Builtins::list),
          new Builtin("tuple", BuiltinRules.atMostOne("tuple"), Builtins::tuple),
          new Builtin("set", BuiltinRules.atMostOne("set"), Builtins::set),
          new Builtin("dict", BuiltinRules::dict, Builtins::dict),
          new Builtin("int", BuiltinRules::integer, Builtins::integer),
          new Builtin("str", BuiltinRules::str, Builtins::str),
          new Builtin("max", BuiltinRules.extreme("max"), Builtins::max),
          new Builtin("min", BuiltinRules.extreme("min"), Builtins::min),
          new Builtin("sum", BuiltinRules::sum, Builtins::sum),
          new Builtin("sorted", BuiltinRules::sorted, Builtins::sorted),
          new Builtin("round", BuiltinRules::round, Builtins::round),
          new Builtin("pow", BuiltinRules::pow, Builtins::pow),
          new Builtin("print", BuiltinRules::print, Builtins::print),
          Builtin.neverRun("exec", BuiltinRules::exec),
          Builtin.neverRun("eval", BuiltinRules::eval),
          Builtin.neverRun("open", BuiltinRules::open),
          Builtin.neverRun("help", BuiltinRules::help),
          Builtin.neverRun("copy.deepcopy", BuiltinRules::deepcopy),
          Builtin.neverRun("json.dumps", BuiltinRules::dumps));

  private Builtins() {}

  private static Map<String, Builtin> byName(Builtin... builtins) {
    Map<String, Builtin> byName = new HashMap<>();
    for (Builtin builtin : builtins) {
      byName.put(builtin.name(), builtin);
    }
    return byName;
  }

  /**
   * The function a call calls: one of the table, or any other name Python knows where it evaluates
   * calls, which is refused with whatever arguments. Null where the call calls anything else.
   */
  static @Nullable Builtin called(Call call) {
    if (call.function() instanceof Name name) {
      Builtin builtin = BY_NAME.get(name.id());
      return builtin == null && PythonNames.isKnown(name.id()) ? refused(name.id()) : builtin;
    }
    return call.function() instanceof Attribute attribute
            && attribute.value() instanceof Name module
        ? BY_NAME.get(module.id() + "." + attribute.name())
        : null;
  }

  private static Builtin refused(String name) {
    return Builtin.neverRun(name, (positional, names) -> Builtin.REFUSED);
  }

  /** A function of one value. */
  @FunctionalInterface
  private interface OfOne {
    Object value(Object argument);
  }

  private static Builtin one(String function, OfOne body) {
    return new Builtin(
        function,
        BuiltinRules.exactlyOne(function),
        arguments -> body.value(arguments.positional(0)));
  }

  private static Builtin optional(String function, Object otherwise, OfOne body) {
    return new Builtin(
        function,
        BuiltinRules.atMostOne(function),
        arguments ->
            arguments.positionalCount() == 0 ? otherwise : body.value(arguments.positional(0)));
  }

  private static Iterable<Object> optionalItems(CallArguments arguments) {
    return arguments.positionalCount() == 0 ? List.of() : Py.iterate(arguments.positional(0));
  }

  private static List<Object> items(Iterable<Object> iterable) {
    List<Object> items = new ArrayList<>();
    iterable.forEach(items::add);
    return items;
  }

  private static Object list(CallArguments arguments) {
    return new PyList(items(optionalItems(arguments)));
  }

  private static Object tuple(CallArguments arguments) {
    return new PyTuple(items(optionalItems(arguments)));
  }

  private static Object set(CallArguments arguments) {
    return PySet.of(optionalItems(arguments));
  }

  private static Object dict(CallArguments arguments) {
    PyDict dict = new PyDict();
    for (int i = 0; i < arguments.namedCount(); i++) {
      dict.put(arguments.name(i), arguments.named(i));
    }
    return dict;
  }

  private static Object integer(CallArguments arguments) {
    return arguments.positionalCount() == 0 ? 0L : PyNumbers.parseInt(arguments.positional(0));
  }

  private static Object str(CallArguments arguments) {
    return arguments.positionalCount() == 0 ? "" : Py.str(arguments.positional(0));
  }

  private static Object max(CallArguments arguments) {
    return extreme("max", arguments, Py.Order.GREATER);
  }

  private static Object min(CallArguments arguments) {
    return extreme("min", arguments, Py.Order.LESS);
  }

  /** The first value that no later one surpasses. */
  private static Object extreme(String function, CallArguments arguments, Py.Order order) {
    Object best = null;
    for (Object value : compared(arguments)) {
      if (best == null || Operations.compare(value, order, best)) {
        best = value;
      }
    }
    if (best == null) {
      throw PyException.valueError(function + "() arg is an empty sequence");
    }
    return best;
  }

  private static Iterable<Object> compared(CallArguments arguments) {
    if (arguments.positionalCount() == 1) {
      return Py.iterate(arguments.positional(0));
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < arguments.positionalCount(); i++) {
      values.add(arguments.positional(i));
    }
    return values;
  }

  private static Object sum(CallArguments arguments) {
    Object sum = 0L;
    for (Object value : Py.iterate(arguments.positional(0))) {
      sum = PyNumbers.add(sum, value);
    }
    return sum;
  }

  private static Object sorted(CallArguments arguments) {
    return new PyList(Py.sorted(Py.iterate(arguments.positional(0))));
  }

  private static Object round(CallArguments arguments) {
    Object digits = arguments.positionalCount() == 1 ? PyNone.NONE : arguments.positional(1);
    return PyNumbers.round(arguments.positional(0), digits);
  }

  private static Object pow(CallArguments arguments) {
    return PyNumbers.power(arguments.positional(0), arguments.positional(1));
  }

  /** Printed text is no result: only an error of {@code str} shows. */
  private static Object print(CallArguments arguments) {
    for (int i = 0; i < arguments.positionalCount(); i++) {
      Py.str(arguments.positional(i));
    }
    return PyNone.NONE;
  }
}
