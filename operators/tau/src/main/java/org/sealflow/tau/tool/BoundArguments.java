package org.sealflow.tau.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;

/** The arguments of one call, bound to the parameters of its tool. Their types are not checked. */
public final class BoundArguments {
  private final List<Parameter> parameters;
  private final Map<String, ?> values;

  private BoundArguments(List<Parameter> parameters, Map<String, ?> values) {
    this.parameters = parameters;
    this.values = values;
  }

  /**
   * Binds by name.
   *
   * @param function the name of the function in error texts
   * @throws CallException for the first argument without a parameter, else for all parameters
   *     without an argument
   */
  public static BoundArguments bind(
      String function, List<Parameter> parameters, Map<String, ?> values) {
    int bound = 0;
    for (Parameter parameter : parameters) {
      bound += values.containsKey(parameter.name()) ? 1 : 0;
    }
    if (bound < values.size()) {
      throw error(
          function, " got an unexpected keyword argument '" + extra(parameters, values) + "'");
    }
    List<String> missing = new ArrayList<>();
    for (Parameter parameter : parameters) {
      if (parameter.required() && !values.containsKey(parameter.name())) {
        missing.add("'" + parameter.name() + "'");
      }
    }
    if (!missing.isEmpty()) {
      throw error(
          function,
          " missing %d required positional argument%s: %s"
              .formatted(missing.size(), missing.size() == 1 ? "" : "s", listed(missing)));
    }
    return new BoundArguments(parameters, values);
  }

  /** The value of a parameter. */
  public @Nullable Object get(String name) {
    Object value = values.get(name);
    return value != null || values.containsKey(name) ? value : absent(name);
  }

  private @Nullable Object absent(String name) {
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(name)) {
        return parameter.absent();
      }
    }
    throw new IllegalArgumentException("no parameter " + name);
  }

  private static String extra(List<Parameter> parameters, Map<String, ?> values) {
    for (String name : values.keySet()) {
      if (parameters.stream().noneMatch(parameter -> parameter.name().equals(name))) {
        return name;
      }
    }
    throw new IllegalStateException("every argument has a parameter");
  }

  private static String listed(List<String> names) {
    int last = names.size() - 1;
    return switch (names.size()) {
      case 1 -> names.get(0);
      case 2 -> names.get(0) + " and " + names.get(1);
      default -> String.join(", ", names.subList(0, last)) + ", and " + names.get(last);
    };
  }

  private static CallException error(String function, String text) {
    return new CallException(CallException.Kind.BINDING, "TypeError", function + "()" + text);
  }
}
