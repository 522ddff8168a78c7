package org.sealflow.model.template;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code {% macro name(parameters) %} … {% endmacro %}}.
 *
 * @param names that stand in the body: one that speaks of {@code varargs} or {@code kwargs} may be
 *     called with more than its parameters
 */
record MacroDefinition(String name, List<Parameter> parameters, Statement body, Set<String> names) {
  /** A parameter and, where it may be left out, what it then is. */
  record Parameter(String name, @Nullable TemplateExpression fallback) {}
}
