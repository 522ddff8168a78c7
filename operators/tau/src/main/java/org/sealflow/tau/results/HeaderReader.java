package org.sealflow.tau.results;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.task.TaskReader;
import org.sealflow.tau.task.TauTask;

/** Collects what all simulations of a file share. */
final class HeaderReader {
  /** Domains that differ from another one in the agent's rules alone. */
  private static final Map<String, String> SAME_DATA = Map.of("telecom-workflow", "telecom");

  private final Map<String, TauTask> tasks = new HashMap<>();
  private final Map<String, String> unusable = new HashMap<>();
  private final List<String> index = new ArrayList<>();
  private JsonNode info = MissingNode.getInstance();
  private boolean simulations;

  void info(JsonNode value) {
    info = value;
  }

  void simulations(boolean isList) {
    simulations = isList;
  }

  /** Whether the document holds the simulations itself. */
  boolean hasSimulations() {
    return simulations;
  }

  void index(JsonNode value) {
    value.forEach(entry -> index.add(entry.path("id").asText()));
  }

  /** The ids of the simulations that stand in files of their own. */
  List<String> index() {
    return index;
  }

  /** Reads the list of tasks, one at a time. */
  void tasks(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonNode node = JsonValues.mapper().readTree(parser);
      try {
        TauTask task = TaskReader.read(node);
        tasks.put(task.id(), task);
      } catch (IllegalArgumentException e) {
        unusable.put(node.path("id").asText(), String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * The header as read.
   *
   * @throws IllegalArgumentException if it names no domain, or none that is known
   */
  ResultHeader header() {
    JsonNode name = info.path("environment_info").path("domain_name");
    if (!name.isTextual()) {
      throw new IllegalArgumentException(
          "info.environment_info.domain_name: none, expected one of "
              + String.join(", ", Benchmark.DOMAINS));
    }
    String domain = SAME_DATA.getOrDefault(name.textValue(), name.textValue());
    if (!Benchmark.DOMAINS.contains(domain)) {
      throw new IllegalArgumentException(
          "info.environment_info.domain_name: found %s, expected one of %s"
              .formatted(Quotation.of(domain), String.join(", ", Benchmark.DOMAINS)));
    }
    return new ResultHeader(domain, isSolo(), tasks, unusable);
  }

  /** The benchmark's agent that plays alone is named after it. */
  private boolean isSolo() {
    return info.path("agent_info").path("implementation").asText().contains("solo");
  }
}
