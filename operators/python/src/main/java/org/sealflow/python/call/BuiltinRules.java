package org.sealflow.python.call;

import java.util.List;
import java.util.Set;
import org.sealflow.python.call.Builtin.ArgumentRule;
import org.sealflow.python.call.Builtin.Fit;

/** How CPython 3.11's own functions answer arguments that do not fit them. */
final class BuiltinRules {
  private BuiltinRules() {}

  private static Fit fails(String text) {
    return new Fit.Fails(text);
  }

  private static Fit tooMany(String function, int most, int given) {
    return fails(function + "() takes at most " + most + " arguments (" + given + " given)");
  }

  /** {@code len}, {@code abs}: one argument without a name. */
  static ArgumentRule exactlyOne(String function) {
    return (positional, names) -> {
      if (!names.isEmpty()) {
        return fails(function + "() takes no keyword arguments");
      }
      return positional == 1
          ? Builtin.RUNS
          : fails(function + "() takes exactly one argument (" + positional + " given)");
    };
  }

  /** {@code list}, {@code float} and their like: at most one argument without a name. */
  static ArgumentRule atMostOne(String function) {
    return (positional, names) -> {
      if (!names.isEmpty()) {
        return fails(function + "() takes no keyword arguments");
      }
      return positional <= 1 ? Builtin.RUNS : expectedAtMostOne(function, positional);
    };
  }

  private static Fit expectedAtMostOne(String function, int positional) {
    return fails(function + " expected at most 1 argument, got " + positional);
  }

  /** {@code dict(name=value)}; a mapping or pairs as argument are refused. */
  static Fit dict(int positional, List<String> names) {
    if (positional > 1) {
      return expectedAtMostOne("dict", positional);
    }
    return positional == 0 ? Builtin.RUNS : Builtin.REFUSED;
  }

  /** {@code int} of at most one value; a base is refused. */
  static Fit integer(int positional, List<String> names) {
    return conversion("int", 2, Set.of("base"), positional, names);
  }

  /** {@code str} of at most one value; an encoding is refused. */
  static Fit str(int positional, List<String> names) {
    return conversion("str", 3, Set.of("object", "encoding", "errors"), positional, names);
  }

  private static Fit conversion(
      String function, int most, Set<String> known, int positional, List<String> names) {
    int given = positional + names.size();
    return given > most
        ? tooMany(function, most, given)
        : withUnknownName(function, names, known, positional <= 1);
  }

  private static Fit withUnknownName(
      String function, List<String> names, Set<String> known, boolean runs) {
    for (String name : names) {
      if (!known.contains(name)) {
        return fails("'" + name + "' is an invalid keyword argument for " + function + "()");
      }
    }
    return runs && names.isEmpty() ? Builtin.RUNS : Builtin.REFUSED;
  }

  /** {@code max}, {@code min}: {@code key} and {@code default} are refused. */
  static ArgumentRule extreme(String function) {
    return (positional, names) ->
        positional == 0
            ? fails(function + " expected at least 1 argument, got 0")
            : withUnknownName(function, names, Set.of("key", "default"), true);
  }

  /** {@code sum} of one iterable; a start value is refused. */
  static Fit sum(int positional, List<String> names) {
    if (positional == 0) {
      return fails("sum() takes at least 1 positional argument (0 given)");
    }
    if (positional + names.size() > 2) {
      return tooMany("sum", 2, positional + names.size());
    }
    return withUnknownName("sum", names, Set.of("start"), positional == 1);
  }

  /** {@code sorted} of one iterable; {@code key} and {@code reverse} are refused. */
  static Fit sorted(int positional, List<String> names) {
    if (positional != 1) {
      return fails("sorted expected 1 argument, got " + positional);
    }
    return names.isEmpty() ? Builtin.RUNS : Builtin.REFUSED;
  }

  /** {@code round} of one or two arguments without a name. */
  static Fit round(int positional, List<String> names) {
    if (positional + names.size() > 2) {
      return tooMany("round", 2, positional + names.size());
    }
    if (positional == 0 && !names.contains("number")) {
      return fails("round() missing required argument 'number' (pos 1)");
    }
    return withUnknownName("round", names, Set.of("number", "ndigits"), true);
  }

  /** {@code pow} of two arguments without a name. */
  static Fit pow(int positional, List<String> names) {
    if (positional + names.size() > 3) {
      return tooMany("pow", 3, positional + names.size());
    }
    if (positional == 0 && !names.contains("base")) {
      return fails("pow() missing required argument 'base' (pos 1)");
    }
    return positional == 2 && names.isEmpty() ? Builtin.RUNS : Builtin.REFUSED;
  }

  /** {@code print} without options. */
  static Fit print(int positional, List<String> names) {
    return withUnknownName("print", names, Set.of("sep", "end", "file", "flush"), true);
  }

  /** {@code exec} without source. */
  static Fit exec(int positional, List<String> names) {
    return positional == 0
        ? fails("exec() takes at least 1 positional argument (0 given)")
        : Builtin.REFUSED;
  }

  /** {@code eval} without source, or with names. */
  static Fit eval(int positional, List<String> names) {
    if (!names.isEmpty()) {
      return fails("eval() takes no keyword arguments");
    }
    return positional == 0 ? fails("eval expected at least 1 argument, got 0") : Builtin.REFUSED;
  }

  /** {@code open} without a file. */
  static Fit open(int positional, List<String> names) {
    return positional == 0 && !names.contains("file")
        ? fails("open() missing required argument 'file' (pos 1)")
        : Builtin.REFUSED;
  }

  /** {@code help} with arguments it does not know. */
  static Fit help(int positional, List<String> names) {
    String function = "Helper.__call__()";
    for (String name : names) {
      if (!name.equals("request")) {
        return fails(function + " got an unexpected keyword argument '" + name + "'");
      }
    }
    return positional > 1
        ? fails(
            function
                + " takes from 1 to 2 positional arguments but "
                + (positional + 1)
                + " were given")
        : Builtin.REFUSED;
  }

  /** {@code copy.deepcopy} with arguments it does not know, or without a value. */
  static Fit deepcopy(int positional, List<String> names) {
    for (String name : names) {
      if (!Set.of("x", "memo", "_nil").contains(name)) {
        return fails("deepcopy() got an unexpected keyword argument '" + name + "'");
      }
    }
    return positional == 0 && !names.contains("x")
        ? fails("deepcopy() missing 1 required positional argument: 'x'")
        : Builtin.REFUSED;
  }

  /** {@code json.dumps} without a value. */
  static Fit dumps(int positional, List<String> names) {
    return positional == 0 && !names.contains("obj")
        ? fails("dumps() missing 1 required positional argument: 'obj'")
        : Builtin.REFUSED;
  }
}
