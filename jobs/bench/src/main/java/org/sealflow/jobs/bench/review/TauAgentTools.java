package org.sealflow.jobs.bench.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.review.OfferedTool;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.Prompts;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

/** The tools of the agents of tau2-bench, by domain. Not thread-safe. */
public final class TauAgentTools {
  private final Benchmark benchmark;
  private final Map<String, List<OfferedTool>> tools = new HashMap<>();

  public TauAgentTools(Benchmark benchmark) {
    this.benchmark = benchmark;
  }

  /** The tools of an agent; one that plays alone has the user's too. */
  public List<OfferedTool> of(String domain, boolean solo) {
    return tools.computeIfAbsent(domain + " " + solo, unread -> read(domain, solo));
  }

  private List<OfferedTool> read(String name, boolean solo) {
    Domain domain = benchmark.domain(name);
    List<JsonNode> schemas = new ArrayList<>(benchmark.schemas(domain, Requestor.ASSISTANT));
    if (solo) {
      schemas.addAll(benchmark.schemas(domain, Requestor.USER));
      ObjectNode done = JsonValues.mapper().createObjectNode().put("type", "function");
      done.putObject("function").put("name", Prompts.DONE);
      schemas.add(done);
    }
    return schemas.stream().map(TauAgentTools::tool).toList();
  }

  private static OfferedTool tool(JsonNode schema) {
    JsonNode function = schema.path("function").isObject() ? schema.get("function") : schema;
    JsonNode parameters = function.path("parameters");
    return new OfferedTool(
        function.path("name").asText(), parameters.isObject() ? parameters : null, schema);
  }
}
