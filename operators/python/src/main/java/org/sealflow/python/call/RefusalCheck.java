package org.sealflow.python.call;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Constant;
import org.sealflow.python.syntax.Expression.Keyword;
import org.sealflow.python.syntax.Expression.Name;
import org.sealflow.python.syntax.Expression.Starred;
import org.sealflow.python.syntax.Expressions;

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

  /** The form because of which the call is refused, or null if it is to be evaluated. */
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
    if (Forms.isClosed(expression)) {
      return tryClosed(expression);
    }
    if (Forms.isOperationOrDisplay(expression)) {
      return visitAll(Expressions.children(expression));
    }
    return Forms.isBranching(expression) ? visitBranching(expression) : visitRefused(expression);
  }

  private @Nullable Stop visitCall(Call call) {
    if (targets.target(call) != null) {
      return visitAll(Expressions.operandsOf(call));
    }
    if (Forms.isClosed(call)) {
      return tryClosed(call);
    }
    Builtin builtin = Builtins.called(call);
    Stop stop = builtin == null ? visit(call.function()) : null;
    if (stop == null) {
      stop = visitAll(Expressions.operandsOf(call));
    }
    if (stop != null) {
      return stop;
    }
    return builtin == null ? ERROR : fit(builtin, call);
  }

  private static @Nullable Stop fit(Builtin builtin, Call call) {
    List<String> names = new ArrayList<>();
    for (Keyword keyword : call.keywords()) {
      names.add(String.valueOf(keyword.name()));
    }
    Builtin.Fit fit =
        ArgumentReader.unpacks(call)
            ? Builtin.REFUSED
            : builtin.rule().fit(call.arguments().size(), names);
    if (fit instanceof Builtin.Fit.Refused) {
      return new Stop(builtin.refusal());
    }
    return fit instanceof Builtin.Fit.Fails ? ERROR : null;
  }

  /** A part that is evaluated only where others say so ends nothing for sure, but may refuse. */
  private @Nullable Stop visitBranching(Expression form) {
    List<Expression> first = Forms.evaluatedFirst(form);
    Stop stop = visitAll(first);
    if (stop != null) {
      return stop;
    }
    List<Expression> children = Expressions.children(form);
    for (Expression child : children.subList(first.size(), children.size())) {
      Stop later = visit(child);
      if (later != null && later.refusedForm() != null) {
        return later;
      }
    }
    return null;
  }

  private static Stop refuse(Expression form) {
    return new Stop(Forms.describe(form));
  }

  /** An expression that reaches no method has no effect, so it can be tried. */
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
