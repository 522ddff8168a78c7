package org.sealflow.model.template;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.Namespace;
import org.sealflow.model.template.value.PythonText;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Values;

/** A statement of a template. Immutable; one tree serves many renderings at once. */
interface Statement {
  /**
   * Does it in a frame.
   *
   * @throws TemplateFault if Jinja raises
   */
  Flow render(Frame frame);

  /** Statements one after the other, each with its line. */
  record Block(List<Line> statements) implements Statement {
    static final Block EMPTY = new Block(List.of());

    /** A statement and the line it begins on. */
    record Line(int number, Statement statement) {}

    @Override
    public Flow render(Frame frame) {
      for (Line line : statements) {
        Flow flow = render(line, frame);
        if (flow != Flow.NEXT) {
          return flow;
        }
      }
      return Flow.NEXT;
    }

    private static Flow render(Line line, Frame frame) {
      try {
        frame.run().step();
        return line.statement().render(frame);
      } catch (TemplateFault fault) {
        throw fault.at(line.number());
      }
    }
  }

  /** Text outside tags. */
  record Text(String text) implements Statement {
    @Override
    public Flow render(Frame frame) {
      frame.output().write(text);
      return Flow.NEXT;
    }
  }

  /** {@code {{ value }}}. */
  record Print(TemplateExpression value) implements Statement {
    @Override
    public Flow render(Frame frame) {
      frame.output().write(PythonText.str(value.evaluate(frame)));
      return Flow.NEXT;
    }
  }

  /** {@code {% if %} … {% elif %} … {% else %}}: the first branch that holds, or else the last. */
  record If(List<Branch> branches, Statement otherwise) implements Statement {
    /** A condition, the line it is on, and what is done where it holds. */
    record Branch(int line, TemplateExpression condition, Statement body) {
      boolean holds(Frame frame) {
        try {
          return Values.isTrue(condition.evaluate(frame));
        } catch (TemplateFault fault) {
          throw fault.at(line);
        }
      }
    }

    @Override
    public Flow render(Frame frame) {
      for (Branch branch : branches) {
        if (branch.holds(frame)) {
          return branch.body().render(frame);
        }
      }
      return otherwise.render(frame);
    }
  }

  /** {@code {% set target = value %}}. */
  record Assign(Target target, TemplateExpression value) implements Statement {
    @Override
    public Flow render(Frame frame) {
      target.assign(value.evaluate(frame), frame.scope());
      return Flow.NEXT;
    }
  }

  /** {@code {% set target %} … {% endset %}}: what the body writes, through the filters. */
  record Capture(Target target, Statement body, Filtering filtering) implements Statement {
    @Override
    public Flow render(Frame frame) {
      target.assign(filtering.apply(frame.capture(body), frame), frame.scope());
      return Flow.NEXT;
    }
  }

  /** {@code {% filter name %} … {% endfilter %}}. */
  record FilterBlock(Statement body, Filtering filtering) implements Statement {
    @Override
    public Flow render(Frame frame) {
      frame.output().write(PythonText.str(filtering.apply(frame.capture(body), frame)));
      return Flow.NEXT;
    }
  }

  /** {@code {% with a = b %} … {% endwith %}}: variables for the body alone. */
  record With(Map<Target, TemplateExpression> variables, Statement body) implements Statement {
    @Override
    public Flow render(Frame frame) {
      Frame inner = frame.inner();
      variables.forEach((target, value) -> target.assign(value.evaluate(frame), inner.scope()));
      return body.render(inner);
    }
  }

  /**
   * {@code {% generation %} … {% endgeneration %}} marks what the model says, and changes nothing.
   */
  record Generation(Statement body) implements Statement {
    @Override
    public Flow render(Frame frame) {
      return body.render(frame.inner());
    }
  }

  /** {@code {% break %}} and {@code {% continue %}}. */
  record Leave(Flow flow) implements Statement {
    @Override
    public Flow render(Frame frame) {
      return flow;
    }
  }

  /** {@code {% macro %}} makes a macro a variable. */
  record Define(MacroDefinition definition) implements Statement {
    @Override
    public Flow render(Frame frame) {
      frame.scope().set(definition.name(), new Macro(definition, frame.scope(), null));
      return Flow.NEXT;
    }
  }

  /** {@code {% call macro() %} … {% endcall %}}: the macro may call the body as {@code caller}. */
  record CallBlock(TemplateExpression.Call call, MacroDefinition body) implements Statement {
    @Override
    public Flow render(Frame frame) {
      Object called = Values.requireDefined(call.function().evaluate(frame));
      if (!(called instanceof Macro macro)) {
        throw new TemplateFault("'call' expects a macro, found " + Values.typeName(called));
      }
      Macro caller = new Macro(body, frame.scope(), null);
      Arguments arguments = call.arguments().evaluate(macro.name(), frame);
      frame.output().write(macro.with(caller).call(arguments, frame.run()));
      return Flow.NEXT;
    }
  }

  /** The target of an assignment: a name, an attribute of a namespace, or several. */
  record Target(List<Target> parts, String name, @Nullable String attribute) {
    void assign(Object value, Scope scope) {
      if (!parts.isEmpty()) {
        unpack(value, scope);
      } else if (attribute == null) {
        scope.set(name, value);
      } else if (scope.get(name) instanceof Namespace namespace) {
        namespace.set(attribute, value);
      } else {
        throw new TemplateFault(
            "'" + name + "." + attribute + "' cannot be set, '" + name + "' is no namespace()");
      }
    }

    private void unpack(Object value, Scope scope) {
      List<Object> items = Values.iterate(Values.requireDefined(value));
      if (items.size() != parts.size()) {
        throw new TemplateFault(
            "cannot unpack " + items.size() + " values into " + parts.size() + " variables");
      }
      for (int i = 0; i < parts.size(); i++) {
        parts.get(i).assign(items.get(i), scope);
      }
    }
  }

  /** The filters of a block, the innermost first. */
  record Filtering(List<TemplateExpression.Filtered> filters) {
    static final Filtering NONE = new Filtering(List.of());

    Object apply(String text, Frame frame) {
      Object value = text;
      for (TemplateExpression.Filtered filter : filters) {
        value =
            new TemplateExpression.Filtered(
                    new TemplateExpression.Literal(value), filter.filter(), filter.arguments())
                .evaluate(frame);
      }
      return value;
    }
  }
}
