package org.sealflow.tau.task;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.world.Step;

/** The actions before a conversation starts, in the order in which they are done. */
public record InitialState(
    @Nullable Map<String, ?> agentData,
    @Nullable Map<String, ?> userData,
    List<FunctionCall> actions,
    List<Step> history) {
  /** Nothing happened. */
  public static final InitialState NONE = new InitialState(null, null, List.of(), List.of());
}
