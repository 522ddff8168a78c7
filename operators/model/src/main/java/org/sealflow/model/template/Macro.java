package org.sealflow.model.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Arguments;
import org.sealflow.model.template.value.Callable;
import org.sealflow.model.template.value.Run;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.Tuple;
import org.sealflow.model.template.value.Undefined;

/** A macro where it was defined: it sees the variables of that place as they are when called. */
final class Macro implements Callable {
  private final MacroDefinition definition;
  private final Scope scope;
  private final @Nullable Macro caller;

  Macro(MacroDefinition definition, Scope scope, @Nullable Macro caller) {
    this.definition = definition;
    this.scope = scope;
    this.caller = caller;
  }

  /** The macro with a body it may call as {@code caller}. */
  Macro with(Macro body) {
    return new Macro(definition, scope, body);
  }

  @Override
  public String name() {
    return definition.name();
  }

  @Override
  public String call(Arguments arguments, Run run) {
    Frame frame = new Frame(run, scope.inner(), new Output(run));
    bind(arguments, frame);
    run.enterMacro();
    definition.body().render(frame);
    run.leaveMacro();
    return frame.output().text();
  }

  private void bind(Arguments arguments, Frame frame) {
    List<Object> given = arguments.positional();
    Map<Object, Object> others = new LinkedHashMap<>(arguments.named());
    int index = 0;
    for (MacroDefinition.Parameter parameter : definition.parameters()) {
      Object named = others.remove(parameter.name());
      if (named != null && index < given.size()) {
        throw new TemplateFault(name() + " is given twice the argument '" + parameter.name() + "'");
      }
      Object value = index < given.size() ? given.get(index) : named;
      frame.scope().set(parameter.name(), value == null ? fallback(parameter, frame) : value);
      index++;
    }
    bindOthers(given.subList(Math.min(given.size(), index), given.size()), others, frame.scope());
  }

  private void bindOthers(List<Object> positional, Map<Object, Object> named, Scope variables) {
    if (!positional.isEmpty() && !definition.names().contains("varargs")) {
      throw new TemplateFault(
          name() + " takes at most " + definition.parameters().size() + " arguments");
    }
    if (!named.isEmpty() && !definition.names().contains("kwargs")) {
      throw new TemplateFault(
          name() + " takes no argument '" + named.keySet().iterator().next() + "'");
    }
    variables.set("varargs", new Tuple(positional));
    variables.set("kwargs", named);
    if (caller != null) {
      variables.set("caller", caller);
    }
  }

  private static Object fallback(MacroDefinition.Parameter parameter, Frame frame) {
    TemplateExpression fallback = parameter.fallback();
    return fallback == null ? Undefined.variable(parameter.name()) : fallback.evaluate(frame);
  }
}
