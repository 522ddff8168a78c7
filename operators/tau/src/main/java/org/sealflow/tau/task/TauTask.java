package org.sealflow.tau.task;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Recorded;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.TauWorld;

/**
 * A task of the benchmark.
 *
 * @param ticket what a solo agent is told; null if it cannot be played solo
 * @param criteria null if every conversation passes
 * @param json the task as its file holds it
 */
public record TauTask(
    String id,
    Scenario scenario,
    @Nullable String ticket,
    InitialState initialState,
    @Nullable Criteria criteria,
    String json) {
  /**
   * A world in the initial state of the task.
   *
   * @param afterNumber where drawn ids start, zero but for a world beside another one
   * @throws CallException if the initial state cannot be reached
   */
  public TauWorld open(Domain domain, boolean solo, long afterNumber) {
    TauWorld world = TauWorld.open(domain, solo, afterNumber);
    if (initialState.agentData() != null) {
      world.initialise(Requestor.ASSISTANT, initialState.agentData());
    }
    if (initialState.userData() != null) {
      world.initialise(Requestor.USER, initialState.userData());
    }
    for (FunctionCall call : initialState.actions()) {
      world.callFunction(call.party(), call.function(), call.arguments());
    }
    if (solo && initialState.history().stream().anyMatch(step -> step.role() == Requestor.USER)) {
      throw CallException.tool("User messages are not allowed in solo mode");
    }
    for (Recorded.Difference difference : Recorded.replay(world, initialState.history())) {
      throw CallException.tool(difference.text());
    }
    world.synchronise();
    return world;
  }
}
