package org.sealflow.python.call;

import java.util.List;
import org.sealflow.python.PyException;

/**
 * A function of Python a call may name besides the methods of its task.
 *
 * @param name with its module, where it is no built-in
 * @param rule what it makes of the number and the names of its arguments
 * @param body its value for arguments the rule accepts
 */
public record Builtin(String name, ArgumentRule rule, Body body) {
  /** Decides by the shape of the arguments alone, before they have values. */
  @FunctionalInterface
  interface ArgumentRule {
    /**
     * The effect of a call with such arguments.
     *
     * @param positional how many arguments stand by position
     * @param names the names of the others in the order written
     */
    Fit fit(int positional, List<String> names);
  }

  /** The function itself: no effect but its value. */
  @FunctionalInterface
  interface Body {
    Object value(CallArguments arguments);
  }

  /** The decision of a rule. */
  sealed interface Fit {
    /** The function runs. */
    record Runs() implements Fit {}

    /** Python raises a TypeError of this text. */
    record Fails(String text) implements Fit {}

    /** Python would do what is not done here. */
    record Refused() implements Fit {}
  }

  static final Fit RUNS = new Fit.Runs();
  static final Fit REFUSED = new Fit.Refused();

  /** A function that is known and never run with arguments it takes. */
  static Builtin neverRun(String name, ArgumentRule rule) {
    return new Builtin(
        name,
        rule,
        arguments -> {
          throw new IllegalStateException("a function that is never run was run");
        });
  }

  /**
   * The value for evaluated arguments.
   *
   * @throws PyException as Python raises
   * @throws UnsupportedExpressionException if the rule refuses the arguments
   */
  Object call(CallArguments arguments) {
    Fit fit = rule.fit(arguments.positionalCount(), arguments.names());
    if (fit instanceof Fit.Fails fails) {
      throw PyException.typeError(fails.text());
    }
    if (fit instanceof Fit.Refused) {
      throw new UnsupportedExpressionException(refusal());
    }
    return body.value(arguments);
  }

  /** The name of the function in a refusal. */
  String refusal() {
    return "name " + name;
  }
}
