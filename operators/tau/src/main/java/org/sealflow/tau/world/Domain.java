package org.sealflow.tau.world;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.tool.Toolkit;

/**
 * A domain of the benchmark with its data as loaded, which never change.
 *
 * @param user the simulated user's side; null in domains whose user has no tools
 * @param solo whether the agent may play alone, with the user's tools in its own hands
 */
public record Domain(
    String name, Side agent, @Nullable Side user, Synchronisation synchronisation, boolean solo) {
  /** One party's tools and data. */
  public record Side(Toolkit toolkit, Database data) {}

  /** The tool of a name, the agent's first; null if neither party has it. */
  public @Nullable Tool tool(String tool) {
    Tool found = agent.toolkit().tool(tool);
    return found != null || user == null ? found : user.toolkit().tool(tool);
  }
}
