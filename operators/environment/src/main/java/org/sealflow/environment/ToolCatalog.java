package org.sealflow.environment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.PyDict;

/** The documented arguments of a task's tools. Immutable. */
public final class ToolCatalog {
  private static final ToolCatalog EMPTY = new ToolCatalog(List.of());

  /** Tool to parameter to values; of tools that list any. */
  private final Map<String, Map<String, List<String>>> allowed = new HashMap<>();

  public ToolCatalog(List<ToolDoc> documents) {
    for (ToolDoc document : documents) {
      Map<String, List<String>> byParameter = new HashMap<>();
      for (Map.Entry<String, PyDict> parameter : document.parameters().entrySet()) {
        List<String> values = AllowedValues.of(parameter.getValue());
        if (!values.isEmpty()) {
          byParameter.put(parameter.getKey(), values);
        }
      }
      if (!byParameter.isEmpty()) {
        allowed.put(document.name(), byParameter);
      }
    }
  }

  /** A catalog of no documents: nothing is known of any argument. */
  public static ToolCatalog empty() {
    return EMPTY;
  }

  /** The values the documentation lists for an argument; empty if it lists none. */
  public List<String> allowedValues(String tool, String argument) {
    Map<String, List<String>> byParameter = allowed.get(tool);
    return byParameter == null ? List.of() : byParameter.getOrDefault(argument, List.of());
  }
}
