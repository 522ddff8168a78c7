package org.sealflow.model.template;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Undefined;

/** The variables of a block, seen through those of the blocks around it. */
final class Scope {
  private final @Nullable Scope outer;
  private final Map<String, Object> variables;

  private Scope(@Nullable Scope outer, Map<String, Object> variables) {
    this.outer = outer;
    this.variables = variables;
  }

  /** The outermost scope. */
  static Scope of(Map<String, Object> variables) {
    return new Scope(null, new HashMap<>(variables));
  }

  Scope inner() {
    return new Scope(this, new HashMap<>());
  }

  void set(String name, Object value) {
    variables.put(name, value);
  }

  /** The innermost variable of the name, or what stands for a variable nobody set. */
  Object get(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Object value = scope.variables.get(name);
      if (value != null) {
        return value;
      }
    }
    return Undefined.variable(name);
  }
}
