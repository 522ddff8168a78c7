package org.sealflow.python.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Call;

/** One evaluation of a call, and the note it takes of the outermost method. */
final class Execution {
  private final CallTargets targets;
  private final Evaluator evaluator;
  private @Nullable Invocation invocation;

  Execution(List<LiveInstance<?>> instances, CallTargets targets) {
    this.targets = targets;
    this.evaluator = new Evaluator(targets, instances);
  }

  /** Evaluates and turns whatever comes of it into an outcome. */
  CallOutcome run(Expression expression) {
    try {
      return CallOutcome.returned(ResultText.of(value(expression)), invocation);
    } catch (PyException error) {
      return CallOutcome.raised(error, invocation);
    } catch (PyLimitException tooLarge) {
      return CallOutcome.refused(String.valueOf(tooLarge.getMessage()), invocation);
    } catch (UnsupportedExpressionException refused) {
      return CallOutcome.refused(refused.form(), invocation);
    } catch (StackOverflowError tooDeep) {
      return CallOutcome.raised(
          new PyException(PyException.Kind.RECURSION_ERROR, "maximum recursion depth exceeded"),
          invocation);
    }
  }

  private Object value(Expression expression) {
    MethodTable.Target target = expression instanceof Call call ? targets.target(call) : null;
    return target == null ? evaluator.evaluate(expression) : outermost((Call) expression, target);
  }

  private Object outermost(Call call, MethodTable.Target target) {
    LiveInstance<?> instance = evaluator.instance(target);
    Invocation begun = Invocation.begun(instance.type().name(), target.method());
    invocation = begun;
    CallArguments arguments = evaluator.arguments(call, target);
    invocation = begun.unbound();
    Object[] bound = instance.bind(target.method(), arguments);
    invocation = begun.bound(instance.method(target.method()).parameters(), arguments);
    return instance.run(target.method(), bound);
  }
}
