package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Task;

/**
 * The records of one task.
 *
 * @param task its record
 * @param tools the documentation of all its tools, withheld ones among them, in order
 * @param constants the constants it refers to; null if it refers to none
 */
public record TaskMaterial(
    Task task, List<ToolDoc> tools, @Nullable LongContextConstants constants) {
  public TaskMaterial {
    tools = List.copyOf(tools);
  }
}
