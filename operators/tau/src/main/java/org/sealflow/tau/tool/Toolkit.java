package org.sealflow.tau.tool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.state.Database;

/** The tools of one party, in the order offered, and the functions that only task files call. */
public final class Toolkit {
  private final String name;
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Map<String, Tool> functions = new LinkedHashMap<>();

  /**
   * @param name the name of the toolkit in error texts
   */
  public Toolkit(String name, List<Tool> tools, List<Tool> functions) {
    this.name = name;
    tools.forEach(tool -> add(this.tools, tool));
    functions.forEach(tool -> add(this.functions, tool));
  }

  private static void add(Map<String, Tool> map, Tool tool) {
    if (map.put(tool.name(), tool) != null) {
      throw new IllegalArgumentException("two tools named " + tool.name());
    }
  }

  /** The tools by name. */
  public Map<String, Tool> tools() {
    return Collections.unmodifiableMap(tools);
  }

  public @Nullable Tool tool(String tool) {
    return tools.get(tool);
  }

  /**
   * Calls a tool.
   *
   * @throws CallException if there is no such tool or the call fails
   */
  public @Nullable Object call(Database data, String tool, Map<String, ?> arguments) {
    Tool found = tools.get(tool);
    if (found == null) {
      throw CallException.tool("Tool '" + tool + "' not found.");
    }
    return run(data, found, arguments);
  }

  /**
   * Calls a function or a tool for an initial state or an assertion.
   *
   * @throws CallException if there is no such function or the call fails
   */
  public @Nullable Object callFunction(Database data, String function, Map<String, ?> arguments) {
    Tool found = functions.getOrDefault(function, tools.get(function));
    if (found == null) {
      throw CallException.noAttribute(name, function);
    }
    return run(data, found, arguments);
  }

  private @Nullable Object run(Database data, Tool tool, Map<String, ?> arguments) {
    BoundArguments bound =
        BoundArguments.bind(name + "." + tool.name(), tool.parameters(), arguments);
    return tool.body().run(data, bound);
  }
}
