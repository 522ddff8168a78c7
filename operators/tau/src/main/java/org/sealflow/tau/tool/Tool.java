package org.sealflow.tau.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.state.Database;

/** A function on a database that a party may call by name. */
public record Tool(
    String name, ToolType type, String description, List<Parameter> parameters, Body body) {
  /** The body of the tool. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs one call.
     *
     * @return the result: text, a record, or a list or map of such
     * @throws org.sealflow.tau.python.CallException if the call fails; changes made before stay
     */
    @Nullable Object run(Database data, BoundArguments arguments);
  }

  public Tool {
    parameters = List.copyOf(parameters);
  }

  public static Tool read(String name, String description, Body body, Parameter... parameters) {
    return new Tool(name, ToolType.READ, description, List.of(parameters), body);
  }

  public static Tool write(String name, String description, Body body, Parameter... parameters) {
    return new Tool(name, ToolType.WRITE, description, List.of(parameters), body);
  }

  public static Tool generic(String name, String description, Body body, Parameter... parameters) {
    return new Tool(name, ToolType.GENERIC, description, List.of(parameters), body);
  }

  /** A function that only task files call: for initial states and assertions. */
  public static Tool function(String name, Body body, Parameter... parameters) {
    return new Tool(name, ToolType.GENERIC, "", List.of(parameters), body);
  }

  /** Whether a call can change the data. */
  public boolean mutates() {
    return type == ToolType.WRITE;
  }
}
