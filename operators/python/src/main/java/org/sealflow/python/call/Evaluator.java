package org.sealflow.python.call;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Binary;
import org.sealflow.python.syntax.Expression.BoolOperation;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Comparison;
import org.sealflow.python.syntax.Expression.Conditional;
import org.sealflow.python.syntax.Expression.Constant;
import org.sealflow.python.syntax.Expression.DictDisplay;
import org.sealflow.python.syntax.Expression.Entry;
import org.sealflow.python.syntax.Expression.ListDisplay;
import org.sealflow.python.syntax.Expression.Name;
import org.sealflow.python.syntax.Expression.SetDisplay;
import org.sealflow.python.syntax.Expression.Starred;
import org.sealflow.python.syntax.Expression.Subscript;
import org.sealflow.python.syntax.Expression.TupleDisplay;
import org.sealflow.python.syntax.Expression.Unary;

/**
 * Evaluates one call in Python's order (call-execution.md, section 3.3): calls of involved methods
 * and of the {@link Builtins}; literals, displays, subscripts by index; {@code + - * / // % **};
 * {@code not}, {@code and}, {@code or}, comparisons but {@code is}, conditional expressions. Every
 * display makes a new object at each evaluation. Made for one evaluation and dropped.
 */
public final class Evaluator {
  private final CallTargets targets;
  private final IntFunction<LiveInstance<?>> instances;
  private final SizeBudget budget = new SizeBudget();

  Evaluator(CallTargets targets, IntFunction<LiveInstance<?>> instances) {
    this.targets = targets;
    this.instances = instances;
  }

  /** An evaluator of expressions that call nothing. */
  public static Evaluator ofLiterals() {
    return new Evaluator(
        call -> null,
        index -> {
          throw new IndexOutOfBoundsException(index);
        });
  }

  /**
   * The value of an expression.
   *
   * @throws PyException as Python raises
   * @throws UnsupportedExpressionException at a form that is not evaluated here
   * @throws org.sealflow.python.PyLimitException at a value too large to build
   */
  public Object evaluate(Expression expression) {
    if (expression instanceof Constant constant && Forms.isEvaluated(constant)) {
      return constant.value();
    }
    if (expression instanceof Call call) {
      return call(call);
    }
    if (expression instanceof ListDisplay list) {
      return new PyList(items(list.items()));
    }
    if (expression instanceof DictDisplay dict) {
      return dict(dict);
    }
    if (expression instanceof TupleDisplay tuple) {
      return new PyTuple(items(tuple.items()));
    }
    if (expression instanceof SetDisplay set) {
      return set(set);
    }
    if (expression instanceof Subscript subscript) {
      Object container = evaluate(subscript.value());
      return Py.getItem(container, evaluate(subscript.index()));
    }
    if (expression instanceof Unary unary && Forms.isEvaluated(unary)) {
      return Operations.unary(unary.operator(), evaluate(unary.operand()));
    }
    if (expression instanceof Binary binary && Forms.isEvaluated(binary)) {
      return operation(binary);
    }
    if (Forms.isBranching(expression)) {
      return branching(expression);
    }
    if (expression instanceof Name name && !PythonNames.isKnown(name.id())) {
      throw PyException.nameError(name.id());
    }
    throw refusal(expression);
  }

  /** A refused form is reached once its operands have values; one of them may raise first. */
  private UnsupportedExpressionException refusal(Expression form) {
    for (Expression operand : Forms.evaluatedFirst(form)) {
      evaluate(operand);
    }
    return new UnsupportedExpressionException(Forms.describe(form));
  }

  private Object call(Call call) {
    MethodTable.Target target = targets.target(call);
    if (target != null) {
      CallArguments arguments = arguments(call, target);
      LiveMethod<?> method = instance(target).method(target);
      return method.run(method.bind(arguments));
    }
    Builtin builtin = Builtins.called(call);
    if (builtin != null) {
      return builtin.call(ArgumentReader.read(call, this, () -> builtin.name() + "()"));
    }
    Object function = evaluate(call.function());
    ArgumentReader.read(call, this, () -> Py.str(function));
    throw PyException.typeError("'" + Py.typeName(function) + "' object is not callable");
  }

  /** The arguments of a call of a method, evaluated and unpacked. */
  CallArguments arguments(Call call, MethodTable.Target target) {
    return ArgumentReader.read(
        call, this, () -> instance(target).type().qualifiedName(target.method()));
  }

  LiveInstance<?> instance(MethodTable.Target target) {
    return instances.apply(target.instance());
  }

  /** The value of an argument; what a simulator gets to keep counts towards the budget. */
  Object argument(Expression expression) {
    Object value = evaluate(expression);
    if (!(expression instanceof Constant)) {
      budget.charge(value);
    }
    return value;
  }

  /** Evaluates {@code *value} and adds what it holds. */
  void unpackInto(List<Object> items, Object iterable) {
    if (!isIterable(iterable)) {
      throw PyException.typeError(
          "Value after * must be an iterable, not " + Py.typeName(iterable));
    }
    budget.charge(iterable);
    Py.iterate(iterable).forEach(items::add);
  }

  static boolean isIterable(Object value) {
    return value instanceof String
        || value instanceof PyList
        || value instanceof PyTuple
        || value instanceof PyDict
        || value instanceof PySet;
  }

  private List<Object> items(List<Expression> expressions) {
    List<Object> items = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      if (expression instanceof Starred starred) {
        unpackInto(items, evaluate(starred.value()));
      } else {
        items.add(evaluate(expression));
      }
    }
    return items;
  }

  /** Python evaluates the members before the first {@code *} and hashes them together. */
  private PySet set(SetDisplay display) {
    PySet set = new PySet();
    List<Object> leading = new ArrayList<>();
    boolean unpacked = false;
    for (Expression expression : display.items()) {
      if (expression instanceof Starred starred) {
        leading.forEach(set::add);
        leading.clear();
        unpacked = true;
        Object iterable = evaluate(starred.value());
        budget.charge(iterable);
        Py.iterate(iterable).forEach(set::add);
      } else if (unpacked) {
        set.add(evaluate(expression));
      } else {
        leading.add(evaluate(expression));
      }
    }
    leading.forEach(set::add);
    return set;
  }

  /** Python evaluates the pairs up to the next {@code **} and hashes their keys together. */
  private PyDict dict(DictDisplay display) {
    PyDict dict = new PyDict();
    List<Object> pairs = new ArrayList<>();
    for (Entry entry : display.entries()) {
      Expression key = entry.key();
      if (key == null) {
        putPairs(dict, pairs);
        dict.putAll(mapping(evaluate(entry.value())));
      } else {
        pairs.add(evaluate(key));
        pairs.add(evaluate(entry.value()));
      }
    }
    putPairs(dict, pairs);
    return dict;
  }

  private static void putPairs(PyDict dict, List<Object> pairs) {
    for (int i = 0; i < pairs.size(); i += 2) {
      dict.put(pairs.get(i), pairs.get(i + 1));
    }
    pairs.clear();
  }

  private PyDict mapping(Object value) {
    if (value instanceof PyDict dict) {
      budget.charge(dict);
      return dict;
    }
    throw PyException.typeError("'" + Py.typeName(value) + "' object is not a mapping");
  }

  private Object operation(Binary binary) {
    Object left = evaluate(binary.left());
    Object right = evaluate(binary.right());
    Object result = Operations.binary(binary.operator(), left, right);
    if (!(result instanceof Long || result instanceof Double)) {
      budget.charge(result);
    }
    return result;
  }

  private Object branching(Expression expression) {
    if (expression instanceof BoolOperation operation) {
      return junction(operation);
    }
    if (expression instanceof Conditional conditional) {
      return evaluate(
          Py.isTrue(evaluate(conditional.test())) ? conditional.body() : conditional.orElse());
    }
    return comparison((Comparison) expression);
  }

  /** The first operand that decides, or the last one. */
  private Object junction(BoolOperation operation) {
    boolean decisive = operation.operator().equals("or");
    Object value = PyNone.NONE;
    for (Expression operand : operation.operands()) {
      value = evaluate(operand);
      if (Py.isTrue(value) == decisive) {
        return value;
      }
    }
    return value;
  }

  private Object comparison(Comparison comparison) {
    Object left = evaluate(comparison.first());
    for (int i = 0; i < comparison.operators().size(); i++) {
      Object right = evaluate(comparison.others().get(i));
      if (!Operations.comparison(comparison.operators().get(i), left, right)) {
        return false;
      }
      left = right;
    }
    return true;
  }
}
