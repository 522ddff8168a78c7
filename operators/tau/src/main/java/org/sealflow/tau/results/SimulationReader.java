package org.sealflow.tau.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.world.Step;

/** Reads the simulations of one file. */
final class SimulationReader {
  private static final Set<String> TERMINATIONS =
      Set.of(
          "user_stop",
          "agent_stop",
          "max_steps",
          "timeout",
          "too_many_errors",
          "agent_error",
          "user_error",
          "infrastructure_error",
          "context_window_exceeded",
          "unexpected_error");

  private final ResultHeader header;
  private final ResultListener listener;
  private final Set<String> ids = new HashSet<>();
  private final Set<String> runs = new HashSet<>();

  SimulationReader(ResultHeader header, ResultListener listener) {
    this.header = header;
    this.listener = listener;
  }

  /** Reads one simulation and hands it on, or says why it cannot be used. */
  void read(String place, JsonNode node) throws IOException {
    SimulationProblems problems = new SimulationProblems();
    String id = node.path("id").asText();
    if (!node.isObject()) {
      problems.reject(
          "simulations", "found " + Quotation.of(node.toString()) + ", expected objects");
    } else if (id.isEmpty()) {
      problems.reject("id", "none");
    } else {
      check(node, id, problems);
    }
    List<Step> steps =
        node.path("messages").isArray()
            ? SimulationMessages.read(node.path("messages"), problems)
            : List.of();
    if (problems.report(place, id, listener)) {
      listener.simulation(place, header, simulation(node, id, steps, problems));
    }
  }

  private Simulation simulation(
      JsonNode node, String id, List<Step> steps, SimulationProblems problems) {
    JsonNode trial = node.path("trial");
    return new Simulation(
        id,
        node.path("task_id").asText(),
        trial.isInt() ? trial.intValue() : null,
        new EndedConversation(steps, node.path("termination_reason").asText(), header.solo()),
        RecordedReward.read(node.path("reward_info")),
        problems.unverifiable());
  }

  private void check(JsonNode node, String id, SimulationProblems problems) {
    String task = node.path("task_id").asText();
    if (header.unusableTasks().containsKey(task)) {
      problems.reject("task_id", String.valueOf(header.unusableTasks().get(task)));
    } else if (header.task(task) == null) {
      problems.reject("task_id", Quotation.of(task) + " is none of the file's tasks");
    }
    if (node.path("mode").asText().equals("full_duplex") || node.path("ticks").isArray()) {
      problems.reject("mode", "a voice run; expected a text run with messages");
    } else if (!node.path("messages").isArray()) {
      problems.reject("messages", "none, expected a list");
    }
    if (!ids.add(id)) {
      problems.note("id", "an earlier simulation has it too");
    }
    if (node.path("trial").isInt() && !runs.add(node.path("trial") + " " + task)) {
      problems.note(
          "trial", "an earlier simulation is trial " + node.path("trial") + " of the task too");
    }
    String termination = node.path("termination_reason").asText();
    if (!TERMINATIONS.contains(termination)) {
      problems.note(
          "termination_reason",
          Quotation.of(termination) + " is unknown; it counts as premature, so the reward is 0");
    }
  }
}
