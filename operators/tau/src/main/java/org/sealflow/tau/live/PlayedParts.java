package org.sealflow.tau.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

/**
 * The words that players of a domain are told, whatever the task.
 *
 * @param agent the agent's system prompt, its tools left out
 * @param solo the same of an agent that plays alone, without its ticket; null if it cannot
 * @param user the user's system prompt without its scenario
 * @param userTools the documentation of the user's tools, each a JSON object
 */
record PlayedParts(String agent, @Nullable String solo, String user, List<String> userTools) {
  PlayedParts {
    userTools = List.copyOf(userTools);
  }

  static PlayedParts of(Benchmark benchmark, String name) {
    Domain domain = benchmark.domain(name);
    Prompts prompts = benchmark.prompts();
    List<JsonNode> tools = benchmark.schemas(domain, Requestor.USER);
    return new PlayedParts(
        prompts.agent(benchmark.policy(name, false)),
        domain.solo() ? prompts.soloFrame(benchmark.policy(name, true)) : null,
        prompts.userFrame(!tools.isEmpty()),
        tools.stream().map(tool -> tool.path("function").toString()).toList());
  }
}
