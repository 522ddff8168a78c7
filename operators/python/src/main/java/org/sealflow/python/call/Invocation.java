package org.sealflow.python.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.call.Method.Parameter;

/** The outermost method call of an executed text and how far it came. */
public final class Invocation {
  private final String className;
  private final String methodName;
  private final Stage stage;
  private final List<Parameter> parameters;
  private final @Nullable CallArguments given;

  private Invocation(
      String className,
      String methodName,
      Stage stage,
      List<Parameter> parameters,
      @Nullable CallArguments given) {
    this.className = className;
    this.methodName = methodName;
    this.stage = stage;
    this.parameters = parameters;
    this.given = given;
  }

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
    return new Invocation(className, methodName, Stage.ARGUMENTS, List.of(), null);
  }

  Invocation unbound() {
    return new Invocation(className, methodName, Stage.BINDING, List.of(), null);
  }

  Invocation bound(List<Parameter> parameters, CallArguments given) {
    return new Invocation(className, methodName, Stage.BODY, parameters, given);
  }

  public String className() {
    return className;
  }

  public String methodName() {
    return methodName;
  }

  /** The last stage it reached. */
  public Stage stage() {
    return stage;
  }

  /**
   * The Python values the call gave, by parameter, in the order written and without defaults; empty
   * before {@link Stage#BODY}. The values are the objects the method got: a mutable one may change
   * with later calls.
   */
  public Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    if (given != null) {
      for (int i = 0; i < given.positionalCount(); i++) {
        arguments.put(parameters.get(i).name(), given.positional(i));
      }
      for (int i = 0; i < given.namedCount(); i++) {
        arguments.put(given.name(i), given.named(i));
      }
    }
    return arguments;
  }
}
