package org.sealflow.tau.judge;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.EnvironmentAssertion;
import org.sealflow.tau.tool.ToolType;

/** One thing that a conversation was checked for. */
public final class Check {
  /** An action of the reference solution; the type is null if no party has the tool. */
  public record OfAction(Action action, boolean met, @Nullable ToolType type) {}

  /** An assertion about the environment. */
  public record OfEnvironment(EnvironmentAssertion assertion, boolean met) {}

  /** A text that the agent had to say. */
  public record OfText(String text, boolean met, String justification) {}

  private Check() {}
}
