package org.sealflow.python.call;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.call.Method.Parameter;

/**
 * Binds arguments to parameters as CPython binds those of a method written in Python
 * (call-execution.md, section 5): keywords in the order written, then too many positional
 * arguments, then missing ones. The instance counts as the first parameter.
 */
final class ArgumentBinder {
  private ArgumentBinder() {}

  /**
   * One value per parameter, defaults filled in.
   *
   * @throws PyException TypeError where the arguments do not fit
   */
  static Object[] bind(String className, Method<?> method, CallArguments arguments) {
    List<Parameter> parameters = method.parameters();
    @Nullable Object[] bound = new @Nullable Object[parameters.size()];
    int positional = arguments.positionalCount();
    for (int i = 0; i < Math.min(positional, bound.length); i++) {
      bound[i] = arguments.positional(i);
    }
    bindNamed(className, method, arguments, bound);
    if (positional > bound.length) {
      throw tooMany(className, method, positional);
    }
    return complete(className, method, bound);
  }

  private static void bindNamed(
      String className, Method<?> method, CallArguments arguments, @Nullable Object[] bound) {
    for (int i = 0; i < arguments.namedCount(); i++) {
      String name = arguments.name(i);
      int index = indexOf(method.parameters(), name);
      if (index < 0 && !name.equals("self")) {
        throw error(className, method, "got an unexpected keyword argument '" + name + "'");
      }
      if (index < 0 || bound[index] != null) {
        throw error(className, method, "got multiple values for argument '" + name + "'");
      }
      bound[index] = arguments.named(i);
    }
  }

  private static int indexOf(List<Parameter> parameters, String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static Object[] complete(String className, Method<?> method, @Nullable Object[] bound) {
    Object[] values = new Object[bound.length];
    for (int i = 0; i < values.length; i++) {
      Object given = bound[i];
      Object value = given == null ? method.parameters().get(i).fallback() : given;
      if (value == null) {
        throw missing(className, method, bound);
      }
      values[i] = value;
    }
    return values;
  }

  private static PyException tooMany(String className, Method<?> method, int positional) {
    int most = 1 + method.parameters().size();
    int least = 1 + method.required();
    String range = least == most ? String.valueOf(most) : "from " + least + " to " + most;
    String noun = least == most && most == 1 ? "argument" : "arguments";
    return error(
        className,
        method,
        "takes " + range + " positional " + noun + " but " + (1 + positional) + " were given");
  }

  private static PyException missing(String className, Method<?> method, @Nullable Object[] bound) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < bound.length; i++) {
      Parameter parameter = method.parameters().get(i);
      if (bound[i] == null && parameter.fallback() == null) {
        names.add("'" + parameter.name() + "'");
      }
    }
    String noun = names.size() == 1 ? "argument" : "arguments";
    return error(
        className,
        method,
        "missing " + names.size() + " required positional " + noun + ": " + enumerate(names));
  }

  private static String enumerate(List<String> names) {
    int last = names.size() - 1;
    if (last == 0) {
      return names.get(0);
    }
    String separator = last == 1 ? " and " : ", and ";
    return String.join(", ", names.subList(0, last)) + separator + names.get(last);
  }

  private static PyException error(String className, Method<?> method, String problem) {
    return PyException.typeError(className + "." + method.name() + "() " + problem);
  }
}
