package org.sealflow.synthesize;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.sealflow.bfcl.task.Task;
import org.sealflow.schemas.Capabilities;

/**
 * A capability that a policy is weak at.
 *
 * @param capability its key, such as {@code TOOL_FAILURE/*}{@code /cd::MISSING_CALL}
 * @param category the category of tasks it was seen in, or {@code *} for all
 * @param tools the tools that new tasks of it call; empty if any tool will do
 * @param signals what makes it weak, at least one
 * @param weight how weak it is beside others, more than 0, up to 1
 * @param evidence what was counted, in a line; holds no value of any task
 */
public record Weakness(
    String capability,
    String category,
    List<String> tools,
    Set<Signal> signals,
    double weight,
    String evidence) {
  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if there is no signal, or the weight is out of its range
   */
  public Weakness {
    tools = List.copyOf(tools);
    if (signals.isEmpty()) {
      throw new IllegalArgumentException(capability + " has no signal, expected at least one");
    }
    signals = EnumSet.copyOf(signals);
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          capability + " has weight " + weight + ", expected more than 0, up to 1");
    }
  }

  /** Whether a task exercises it: calls one of its tools, in its category. */
  public boolean concerns(Task task) {
    boolean here = category.equals(Capabilities.ALL) || category.equals(task.category());
    return here
        && (tools.isEmpty()
            || TaskCalls.tools(task).stream().flatMap(List::stream).anyMatch(tools::contains));
  }
}
