package org.sealflow.python.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.call.Method.Parameter;

/**
 * The outermost method call of an executed text and how far it came.
 *
 * @param className the class
 * @param methodName the method
 * @param stage the last stage it reached
 * @param arguments parameter name → the Python value the call gave, in the order written and
 *     without defaults; empty before {@link Stage#BODY}. The values are the objects the method got:
 *     a mutable one may change with later calls
 */
public record Invocation(
    String className, String methodName, Stage stage, Map<String, Object> arguments) {
  /** How far a call of a method came. */
  public enum Stage {
    /**
     * An argument could not be evaluated, or the whole text was refused: the method did not run.
     */
    ARGUMENTS,
    /** The arguments do not fit the parameters: the method did not run. */
    BINDING,
    /** The method ran; it may have raised. */
    BODY
  }

  static Invocation begun(String className, String methodName) {
    return new Invocation(className, methodName, Stage.ARGUMENTS, Map.of());
  }

  Invocation unbound() {
    return new Invocation(className, methodName, Stage.BINDING, Map.of());
  }

  Invocation bound(List<Parameter> parameters, CallArguments given) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < given.positionalCount(); i++) {
      arguments.put(parameters.get(i).name(), given.positional(i));
    }
    for (int i = 0; i < given.namedCount(); i++) {
      arguments.put(given.name(i), given.named(i));
    }
    return new Invocation(className, methodName, Stage.BODY, arguments);
  }
}
