package org.sealflow.python.call;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A callable method of a class.
 *
 * @param name the name calls use
 * @param parameters in declaration order, required ones first, without the instance
 * @param body what it does
 */
public record Method<S>(String name, List<Parameter> parameters, Body<S> body) {
  public Method {
    parameters = List.copyOf(parameters);
  }

  /** How many parameters have no default. */
  public int required() {
    int count = 0;
    for (Parameter parameter : parameters) {
      if (parameter.fallback() == null) {
        count++;
      }
    }
    return count;
  }

  /**
   * A parameter.
   *
   * @param fallback the default value, null if the parameter is required
   */
  public record Parameter(String name, @Nullable Object fallback) {}

  /** The code of a method. */
  @FunctionalInterface
  public interface Body<S> {
    /**
     * Runs the method.
     *
     * @param self the instance
     * @param arguments one Python value per parameter, defaults filled in
     * @return the Python value returned, {@code PyNone.NONE} for None
     * @throws org.sealflow.python.PyException as the reference raises
     */
    Object call(S self, Object[] arguments);
  }
}
