package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.ArithmeticOperator;
import org.sealflow.model.template.value.Callable;
import org.sealflow.model.template.value.ComparisonOperator;
import org.sealflow.model.template.value.Numbers;
import org.sealflow.model.template.value.PythonText;
import org.sealflow.model.template.value.Sizes;
import org.sealflow.model.template.value.Subscripts;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Tuple;
import org.sealflow.model.template.value.Undefined;
import org.sealflow.model.template.value.Values;
import org.sealflow.python.PyNumbers;

/** An expression in a template. Immutable; one tree serves many renderings at once. */
interface TemplateExpression {
  /**
   * The value in a frame.
   *
   * @throws TemplateFault if Jinja raises
   */
  Object evaluate(Frame frame);

  /** A number, text, {@code true}, {@code false} or {@code none}. */
  record Literal(Object value) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return value;
    }
  }

  /** The name of a variable. */
  record Name(String name) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return frame.scope().get(name);
    }
  }

  /** {@code [a, b]}. */
  record ListDisplay(List<TemplateExpression> items) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return evaluateAll(items, frame);
    }
  }

  /** {@code (a, b)} or {@code a, b}. */
  record TupleDisplay(List<TemplateExpression> items) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return new Tuple(evaluateAll(items, frame));
    }
  }

  private static List<Object> evaluateAll(List<TemplateExpression> expressions, Frame frame) {
    List<Object> values = new ArrayList<>(expressions.size());
    for (TemplateExpression expression : expressions) {
      values.add(expression.evaluate(frame));
    }
    return values;
  }

  /** {@code {a: b}}. */
  record DictDisplay(List<Entry> entries) implements TemplateExpression {
    record Entry(TemplateExpression key, TemplateExpression value) {}

    @Override
    public Object evaluate(Frame frame) {
      Map<Object, Object> dict = new LinkedHashMap<>();
      for (Entry entry : entries) {
        Values.put(dict, entry.key().evaluate(frame), entry.value().evaluate(frame));
      }
      return dict;
    }
  }

  /** {@code of.name}. */
  record Attribute(TemplateExpression of, String name) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return Subscripts.attribute(of.evaluate(frame), name);
    }
  }

  /** {@code of[key]}. */
  record Item(TemplateExpression of, TemplateExpression key) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return Subscripts.item(of.evaluate(frame), key.evaluate(frame));
    }
  }

  /** {@code of[start:stop:step]}; what is left out is none. */
  record Slice(
      TemplateExpression of,
      TemplateExpression start,
      TemplateExpression stop,
      TemplateExpression step)
      implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return Subscripts.slice(
          of.evaluate(frame), start.evaluate(frame), stop.evaluate(frame), step.evaluate(frame));
    }
  }

  /** The arguments between the parentheses of a call. */
  record CallArguments(List<TemplateExpression> positional, Map<String, TemplateExpression> named) {
    static final CallArguments EMPTY = new CallArguments(List.of(), Map.of());

    Arguments evaluate(String function, Frame frame) {
      Map<String, Object> values = new LinkedHashMap<>();
      named.forEach((name, expression) -> values.put(name, expression.evaluate(frame)));
      return new Arguments(function, evaluateAll(positional, frame), values);
    }
  }

  /** {@code function(arguments)}. */
  record Call(TemplateExpression function, CallArguments arguments) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      Object called = Values.requireDefined(function.evaluate(frame));
      if (!(called instanceof Callable callable)) {
        throw new TemplateFault(Values.typeName(called) + " cannot be called");
      }
      frame.run().step();
      return callable.call(arguments.evaluate(callable.name(), frame), frame.run());
    }
  }

  /** {@code value|filter(arguments)}. */
  record Filtered(TemplateExpression value, String filter, CallArguments arguments)
      implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      Filter found = Filters.named(filter);
      frame.run().step();
      return found.apply(value.evaluate(frame), arguments.evaluate("filter " + filter, frame));
    }
  }

  /** {@code value is test(arguments)}. */
  record Tested(TemplateExpression value, String test, CallArguments arguments)
      implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      ValueTest found = ValueTests.named(test);
      return found.holds(value.evaluate(frame), arguments.evaluate("test " + test, frame));
    }
  }

  /** {@code not operand}. */
  record Not(TemplateExpression operand) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return !Values.isTrue(operand.evaluate(frame));
    }
  }

  /** {@code left and right}: the first that decides. */
  record And(TemplateExpression left, TemplateExpression right) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      Object first = left.evaluate(frame);
      return Values.isTrue(first) ? right.evaluate(frame) : first;
    }
  }

  /** {@code left or right}: the first that decides. */
  record Or(TemplateExpression left, TemplateExpression right) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      Object first = left.evaluate(frame);
      return Values.isTrue(first) ? first : right.evaluate(frame);
    }
  }

  /** {@code then if condition else otherwise}. */
  record Conditional(
      TemplateExpression condition, TemplateExpression then, @Nullable TemplateExpression otherwise)
      implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      if (Values.isTrue(condition.evaluate(frame))) {
        return then.evaluate(frame);
      }
      return otherwise == null
          ? new Undefined("a conditional without 'else' was false")
          : otherwise.evaluate(frame);
    }
  }

  /** {@code a ~ b}: both as texts. */
  record Concatenation(List<TemplateExpression> parts) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      StringBuilder text = new StringBuilder();
      for (TemplateExpression part : parts) {
        String next = PythonText.str(part.evaluate(frame));
        Sizes.requireText((long) text.length() + next.length());
        text.append(next);
      }
      return text.toString();
    }
  }

  /** {@code -operand} and {@code +operand}. */
  record Signed(boolean negative, TemplateExpression operand) implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      Object value = Values.requireDefined(operand.evaluate(frame));
      if (!Numbers.isNumber(value)) {
        throw new TemplateFault(Values.typeName(value) + " has no sign, expected a number");
      }
      return negative ? PyNumbers.negate(value) : PyNumbers.positive(value);
    }
  }

  /** {@code left operator right} for an arithmetic operator. */
  record Arithmetic(TemplateExpression left, ArithmeticOperator operator, TemplateExpression right)
      implements TemplateExpression {
    @Override
    public Object evaluate(Frame frame) {
      return operator.apply(left.evaluate(frame), right.evaluate(frame));
    }
  }

  /** {@code first < second < third}: holds where each neighbouring pair does. */
  record Comparison(TemplateExpression first, List<Link> links) implements TemplateExpression {
    record Link(ComparisonOperator operator, TemplateExpression right) {}

    @Override
    public Object evaluate(Frame frame) {
      Object left = first.evaluate(frame);
      for (Link link : links) {
        Object right = link.right().evaluate(frame);
        if (!link.operator().holds(left, right)) {
          return false;
        }
        left = right;
      }
      return true;
    }
  }
}
