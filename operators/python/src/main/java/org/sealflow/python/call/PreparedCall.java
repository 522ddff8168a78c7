package org.sealflow.python.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * A call rewritten, parsed and checked once, to be executed any number of times against any
 * instances of its table's classes. Immutable and thread-safe.
 */
public final class PreparedCall {
  private final String source;
  private final MethodTable methods;
  private final @Nullable Plan plan;

  private PreparedCall(String source, MethodTable methods, @Nullable Plan plan) {
    this.source = source;
    this.methods = methods;
    this.plan = plan;
  }

  /**
   * Prepares a call.
   *
   * @param source the call as written
   * @param methods the methods of the task the call belongs to
   */
  public static PreparedCall of(String source, MethodTable methods) {
    return new PreparedCall(source, methods, planWithoutNames(source, methods));
  }

  /**
   * The plan that serves every instance name. There is none if a text literal mentions a method
   * (then the name becomes part of the literal), where a name is called from a distance as in
   * {@code (cat)('a')}, and where the call is malformed (then positions in the error may count the
   * name).
   */
  private static @Nullable Plan planWithoutNames(String source, MethodTable methods) {
    CallRewriter.Rewritten rewritten = CallRewriter.rewriteWithoutNames(source, methods);
    String denied = DenyList.deniedName(rewritten.text());
    if (denied != null) {
      return Plan.denied(denied);
    }
    CallTargets targets = CallTargets.withoutNames(methods);
    Expression expression = ExpressionParser.parseValid(rewritten.text());
    return expression != null && targets.countIn(expression) == rewritten.mentions()
        ? Plan.ofParsed(expression, targets, methods)
        : null;
  }

  /** The call as written. */
  public String source() {
    return source;
  }

  MethodTable methods() {
    return methods;
  }

  /** Whether its effects can depend on how the instances are named. */
  public boolean dependsOnNames() {
    return plan == null;
  }

  /** Plans the execution of the call on instances of these names. */
  Plan plan(InstanceNames instances) {
    return plan != null && instances.areIdentifiers() ? plan : planWithNames(instances.names());
  }

  private Plan planWithNames(List<String> instanceNames) {
    String text = CallRewriter.rewrite(source, methods, instanceNames);
    String denied = DenyList.deniedName(text);
    if (denied != null) {
      return Plan.denied(denied);
    }
    CallTargets targets = CallTargets.withNames(methods, instanceNames);
    try {
      return Plan.ofParsed(ExpressionParser.parse(text), targets, methods);
    } catch (PyException malformed) {
      return Plan.malformed(malformed);
    }
  }

  @Override
  public String toString() {
    return source;
  }
}
