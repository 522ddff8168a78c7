package org.sealflow.python.call;

import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Call;

/**
 * The plan for a call: either its outcome is settled without running anything, or its expression is
 * evaluated. Immutable.
 *
 * @param settled the outcome, null if the expression is to be evaluated
 * @param expression the parsed call, null if the outcome is settled
 * @param targets which calls of the expression are methods
 * @param outermost the method that the expression calls, null if it calls none outermost
 */
record Plan(
    @Nullable CallOutcome settled,
    @Nullable Expression expression,
    CallTargets targets,
    MethodTable.@Nullable Target outermost) {

  static Plan denied(String name) {
    return settled(CallOutcome.denied(name));
  }

  static Plan malformed(PyException error) {
    return settled(CallOutcome.malformed(error));
  }

  private static Plan settled(CallOutcome outcome) {
    return new Plan(outcome, null, call -> null, null);
  }

  static Plan ofParsed(Expression expression, CallTargets targets, MethodTable methods) {
    MethodTable.Target outermost = expression instanceof Call call ? targets.target(call) : null;
    String form = RefusalCheck.refusedForm(expression, targets);
    return form == null
        ? new Plan(null, expression, targets, outermost)
        : settled(CallOutcome.refused(form, invocation(outermost, methods)));
  }

  private static @Nullable Invocation invocation(
      MethodTable.@Nullable Target target, MethodTable methods) {
    return target == null
        ? null
        : Invocation.begun(methods.classes().get(target.instance()).name(), target.method());
  }
}
