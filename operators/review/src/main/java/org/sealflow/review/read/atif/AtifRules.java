package org.sealflow.review.read.atif;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.read.FormatGuess;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.Quoted;
import org.sealflow.review.read.RecordPlace;
import org.sealflow.review.read.RecordProblems;

/**
 * The rules of the format's reference validator, except that an unknown field and a missing picture
 * are noted, and that text for an integer passes.
 */
final class AtifRules {
  private static final Pattern VERSION = Pattern.compile("ATIF-v1\\.[0-8]");
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-(0\\d|1[0-2])-([0-2]\\d|3[01])"
              + "([T ]([01]\\d|2[0-4]):[0-5]\\d(:[0-6]\\d([.,]\\d+)?)?"
              + " ?(Z|z|[+-]\\d{2}(:?\\d{2})?)?)?");
  private static final Set<String> ROOT =
      Set.of(
          "schema_version",
          "session_id",
          "trajectory_id",
          "agent",
          "steps",
          "notes",
          "final_metrics",
          "continued_trajectory_ref",
          "extra",
          "subagent_trajectories");
  private static final Set<String> AGENT =
      Set.of("name", "version", "model_name", "tool_definitions", "extra");
  private static final Set<String> TOTALS =
      Set.of(
          "total_prompt_tokens",
          "total_completion_tokens",
          "total_cached_tokens",
          "total_cost_usd",
          "total_steps",
          "extra");
  private static final Set<String> STEP =
      Set.of(
          "step_id",
          "timestamp",
          "source",
          "message",
          "model_name",
          "reasoning_effort",
          "reasoning_content",
          "tool_calls",
          "observation",
          "metrics",
          "is_copied_context",
          "llm_call_count",
          "extra");
  private static final List<String> AGENT_ONLY =
      List.of("model_name", "reasoning_effort", "reasoning_content", "tool_calls", "metrics");
  private static final Set<String> CALL =
      Set.of("tool_call_id", "function_name", "arguments", "extra");
  private static final Set<String> METRICS =
      Set.of(
          "prompt_tokens",
          "completion_tokens",
          "cached_tokens",
          "cost_usd",
          "prompt_token_ids",
          "completion_token_ids",
          "logprobs",
          "extra");

  private final RecordProblems problems;
  private final AtifContent content;

  AtifRules(RecordPlace place, RecordProblems problems) {
    this.problems = problems;
    this.content = new AtifContent(place, problems);
  }

  /** Checks a document; embedded ones only for what ties them to it. */
  void check(JsonNode document) {
    if (!document.isObject() || !(document.has("steps") || document.has("agent"))) {
      problems.reject("", FormatGuess.unknown(document, "expected an ATIF document"));
      return;
    }
    checkVersion(document.path("schema_version"));
    content.known("", document, ROOT);
    checkAgent(document.path("agent"));
    JsonNode totals = document.path("final_metrics");
    content.known("final_metrics", totals, TOTALS);
    for (String count : List.of("total_prompt_tokens", "total_completion_tokens", "total_steps")) {
      content.count("final_metrics." + count, totals.path(count));
    }
    JsonNode steps = document.path("steps");
    if (!steps.isArray() || steps.isEmpty()) {
      problems.reject("steps", "there is none, expected at least one");
      return;
    }
    for (int at = 0; at < steps.size(); at++) {
      checkStep("steps[" + at + "]", at + 1, steps.get(at));
    }
    if (content.list("subagent_trajectories", document.path("subagent_trajectories"))) {
      checkSubagents(document.get("subagent_trajectories"));
    }
  }

  private void checkVersion(JsonNode version) {
    if (!version.isMissingNode() && !VERSION.matcher(version.asText()).matches()) {
      problems.reject(
          "schema_version", Quoted.of(version) + " is unknown, expected ATIF-v1.0 to ATIF-v1.8");
    }
  }

  private void checkAgent(JsonNode agent) {
    if (!agent.isObject()) {
      problems.reject("agent", "is missing");
      return;
    }
    content.known("agent", agent, AGENT);
    content.text("agent.name", agent.path("name"));
    content.text("agent.version", agent.path("version"));
  }

  private void checkSubagents(JsonNode documents) {
    Set<String> ids = new HashSet<>();
    for (int at = 0; at < documents.size(); at++) {
      String place = "subagent_trajectories[" + at + "].trajectory_id";
      String id = Json.text(documents.get(at), "trajectory_id");
      if (id == null) {
        problems.reject(place, "is missing");
      } else if (!ids.add(id)) {
        problems.reject(place, Quoted.of(id) + " is used twice");
      }
    }
  }

  private void checkStep(String place, int number, JsonNode step) {
    content.known(place, step, STEP);
    JsonNode id = step.path("step_id");
    if (!id.asText().equals(Integer.toString(number))) {
      problems.reject(
          place + ".step_id",
          (id.isMissingNode() ? "is missing" : id.asText()) + ", expected " + number);
    }
    String source = Json.idOf(step, "source");
    if (!List.of("system", "user", "agent").contains(source)) {
      problems.reject(
          place + ".source", Quoted.of(step.path("source")) + ", expected system, user or agent");
    }
    JsonNode time = step.path("timestamp");
    if (step.hasNonNull("timestamp") && !TIME.matcher(time.asText()).matches()) {
      problems.reject(place + ".timestamp", Quoted.of(time) + " is not an ISO 8601 time");
    }
    checkAgentFields(place, source, step);
    content.content(place + ".message", step.path("message"), true);
    if (content.list(place + ".tool_calls", step.path("tool_calls"))) {
      checkCalls(place, step.get("tool_calls"));
    }
    checkMetrics(place + ".metrics", step.path("metrics"));
    checkObservation(place + ".observation", step.path("observation"));
  }

  private void checkAgentFields(String place, String source, JsonNode step) {
    for (String field : AGENT_ONLY) {
      if (step.hasNonNull(field) && !source.equals("agent")) {
        problems.reject(place + "." + field, "belongs to agent steps, source is " + source);
      }
    }
    JsonNode count = step.path("llm_call_count");
    content.count(place + ".llm_call_count", count);
    for (String field : List.of("metrics", "reasoning_content")) {
      if (count.asText().equals("0") && step.hasNonNull(field)) {
        problems.reject(place + "." + field, "is present although llm_call_count is 0");
      }
    }
  }

  private void checkCalls(String place, JsonNode calls) {
    for (int at = 0; at < calls.size(); at++) {
      JsonNode call = calls.get(at);
      String where = place + ".tool_calls[" + at + "]";
      content.known(where, call, CALL);
      content.text(where + ".tool_call_id", call.path("tool_call_id"));
      content.text(where + ".function_name", call.path("function_name"));
      if (!call.path("arguments").isObject()) {
        problems.reject(
            where + ".arguments",
            call.has("arguments")
                ? Quoted.of(call.get("arguments")) + ", expected an object"
                : "is missing");
      }
    }
  }

  private void checkMetrics(String place, JsonNode metrics) {
    content.known(place, metrics, METRICS);
    for (String count : List.of("prompt_tokens", "completion_tokens", "cached_tokens")) {
      content.count(place + "." + count, metrics.path(count));
    }
    int tokens = metrics.path("completion_token_ids").size();
    int logprobs = metrics.path("logprobs").size();
    if (tokens != logprobs && tokens > 0 && logprobs > 0) {
      problems.note(place, tokens + " completion_token_ids, but " + logprobs + " logprobs");
    }
  }

  private void checkObservation(String place, @Nullable JsonNode observation) {
    if (observation == null || observation.isMissingNode() || observation.isNull()) {
      return;
    }
    content.known(place, observation, Set.of("results"));
    JsonNode results = observation.path("results");
    if (!results.isArray()) {
      problems.reject(place + ".results", "is missing, expected an array");
      return;
    }
    for (int at = 0; at < results.size(); at++) {
      content.result(place + ".results[" + at + "]", results.get(at));
    }
  }
}
