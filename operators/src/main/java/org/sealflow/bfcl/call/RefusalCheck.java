package org.sealflow.bfcl.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.call.Expression.Call;
import org.sealflow.bfcl.call.Expression.Constant;
import org.sealflow.bfcl.call.Expression.Name;
import org.sealflow.bfcl.call.Expression.Starred;
import org.sealflow.bfcl.python.PyException;
import org.sealflow.bfcl.python.PyLimitException;

/**
 * Decides before anything runs whether a call is refused: it walks the expression in the order
 * Python evaluates it, and what comes first counts. A form outside the grammar refuses the whole
 * call; a name nobody defined, or an error literals alone cause, means that Python would stop
 * there, so the call is evaluated and ends with that error. Errors that depend on a method's result
 * are not foreseen: a call with a refused form behind one is refused.
 */
final class RefusalCheck {
  /** Where the walk ended before the end of the expression. */
  private record Stop(@Nullable String refusedForm) {}

  private static final Stop ERROR = new Stop(null);

  private final CallTargets targets;

  private RefusalCheck(CallTargets targets) {
    this.targets = targets;
  }

  /** The form because of which the call is refused, or null where it is to be evaluated. */
  static @Nullable String refusedForm(Expression expression, CallTargets targets) {
    Stop stop = new RefusalCheck(targets).visit(expression);
    return stop == null ? null : stop.refusedForm();
  }

  private @Nullable Stop visit(Expression expression) {
    if (expression instanceof Constant constant) {
      return Forms.isEvaluated(constant) ? null : refuse(constant);
    }
    if (expression instanceof Call call) {
      return visitCall(call);
    }
    if (expression instanceof Name name) {
      return PythonNames.isKnown(name.id()) ? refuse(name) : ERROR;
    }
    if (expression instanceof Starred starred) {
      return visit(starred.value());
    }
    if (Expressions.isClosed(expression)) {
      return tryClosed(expression);
    }
    return Forms.isOperationOrDisplay(expression)
        ? visitAll(Expressions.children(expression))
        : visitRefused(expression);
  }

  private @Nullable Stop visitCall(Call call) {
    boolean method = targets.target(call) != null;
    Stop stop = method ? null : visit(call.function());
    for (int i = 0; i < call.arguments().size() && stop == null; i++) {
      stop = visit(call.arguments().get(i));
    }
    for (int i = 0; i < call.keywords().size() && stop == null; i++) {
      stop = visit(call.keywords().get(i).value());
    }
    return stop == null && !method ? ERROR : stop;
  }

  private static Stop refuse(Expression form) {
    return new Stop(Forms.describe(form));
  }

  /** Literals and operators call nothing, so they can be tried. */
  private static @Nullable Stop tryClosed(Expression expression) {
    try {
      Object unused = Evaluator.ofLiterals().evaluate(expression);
      return null;
    } catch (PyException error) {
      return ERROR;
    } catch (PyLimitException tooLarge) {
      return new Stop("" + tooLarge.getMessage());
    } catch (UnsupportedExpressionException refused) {
      return new Stop(refused.form());
    }
  }

  private @Nullable Stop visitAll(List<Expression> expressions) {
    for (Expression expression : expressions) {
      Stop stop = visit(expression);
      if (stop != null) {
        return stop;
      }
    }
    return null;
  }

  private Stop visitRefused(Expression form) {
    Stop stop = visitAll(Forms.evaluatedFirst(form));
    return stop == null ? refuse(form) : stop;
  }
}
