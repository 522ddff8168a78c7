package org.sealflow.python.call;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Call;

/** One evaluation of a call, and the note it takes of the outermost method. */
final class Execution {
  private final Evaluator evaluator;
  private final ResultText texts;
  private @Nullable Invocation invocation;

  Execution(IntFunction<LiveInstance<?>> instances, CallTargets targets, ResultText texts) {
    this.evaluator = new Evaluator(targets, instances);
    this.texts = texts;
  }

  /**
   * Evaluates and turns whatever comes of it into an outcome.
   *
   * @param outermost the method that the expression calls, null if it calls none outermost
   */
  CallOutcome run(Expression expression, MethodTable.@Nullable Target outermost) {
    try {
      Object value =
          outermost == null ? evaluator.evaluate(expression) : call((Call) expression, outermost);
      return CallOutcome.returned(texts.of(value), invocation);
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

  private Object call(Call call, MethodTable.Target target) {
    LiveInstance<?> instance = evaluator.instance(target);
    Invocation begun = Invocation.begun(instance.type().name(), target.method());
    invocation = begun;
    CallArguments arguments = evaluator.arguments(call, target);
    invocation = begun.unbound();
    LiveMethod<?> method = instance.method(target);
    Object[] bound = method.bind(arguments);
    invocation = begun.bound(method.method().parameters(), arguments);
    return method.run(bound);
  }
}
