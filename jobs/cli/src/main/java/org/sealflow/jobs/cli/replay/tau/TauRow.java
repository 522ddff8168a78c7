package org.sealflow.jobs.cli.replay.tau;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.tau.diagnose.EarlyEnd;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.diagnose.TauFailure;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.results.Simulation;
import org.sealflow.tau.task.RewardPart;

/** The line of an episode in {@code --output}. */
final class TauRow {
  private TauRow() {}

  static ObjectNode of(TauEpisode episode) {
    ObjectNode row =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", episode.id())
            .put("source", episode.place())
            .put("domain", episode.domain());
    Simulation simulation = episode.simulation();
    ReplayedEpisode replayed = episode.replayed();
    if (simulation != null) {
      row.put("task", simulation.task()).put("trial", simulation.trial());
      row.put("termination", simulation.conversation().termination());
    } else if (replayed != null) {
      RecordedConversation recorded = replayed.recorded();
      row.put("task", recorded.task()).put("termination", recorded.conversation().termination());
    }
    row.put("verdict", episode.verdict().name()).put("reward", episode.reward());
    if (simulation != null) {
      row.put("recordedReward", episode.recordedReward());
    }
    if (replayed != null) {
      row.put("driftedResults", replayed.drift()).put("lenient", replayed.lenient());
      parts(row, replayed.judgement());
    }
    if (episode.diagnosis() != null) {
      row.set("diagnosis", diagnosis(episode.diagnosis()));
    }
    return row;
  }

  private static void parts(ObjectNode row, @Nullable Judgement judgement) {
    if (judgement != null && judgement.breakdown() != null) {
      ObjectNode parts = row.putObject("rewardParts");
      for (Map.Entry<RewardPart, Double> part : judgement.breakdown().entrySet()) {
        parts.put(part.getKey().name(), part.getValue());
      }
      List<Boolean> language = judgement.checks().language();
      if (language != null && !language.isEmpty()) {
        ArrayNode judged = row.putArray("judgedAssertions");
        language.forEach(judged::add);
      }
    }
  }

  /** Why an episode failed. */
  static ObjectNode diagnosis(TauDiagnosis diagnosis) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    EarlyEnd end = diagnosis.end();
    if (end != null) {
      node.putObject("end").put("reason", end.reason()).put("by", end.by().name());
    }
    TauFailure root = diagnosis.rootCause();
    node.put("rootCauseTurn", root == null ? null : (Integer) root.place().turn())
        .put("proven", diagnosis.proven())
        .put(
            "repair", (isMended(diagnosis) ? RepairOutcome.FOUND : RepairOutcome.NONE_FOUND).name())
        .put("executions", diagnosis.executions());
    ArrayNode failures = node.putArray("failures");
    diagnosis
        .failures()
        .forEach(failure -> failures.add(failure(failure).put("edit", edit(failure))));
    ArrayNode consequences = node.putArray("consequences");
    diagnosis.consequences().forEach(failure -> consequences.add(failure(failure)));
    return node;
  }

  /** Whether the edits of the failures, and nothing else, make the episode pass. */
  private static boolean isMended(TauDiagnosis diagnosis) {
    return diagnosis.proven() && diagnosis.end() == null && !diagnosis.failures().isEmpty();
  }

  /** The edit that mends a failure. */
  private static String edit(TauFailure failure) {
    return switch (failure.kind()) {
      case INVALID_CALL, ARGUMENT_MISMATCH -> EditKind.REPLACE.name();
      case MISSING_CALL -> EditKind.INSERT.name();
      case SPURIOUS_CALL -> EditKind.DROP.name();
      case WRONG_EFFECT, RECOVERY_FAILURE -> "REORDER";
      case WRONG_RESPONSE -> "SAY";
    };
  }

  /** One thing that made an episode fail. */
  static ObjectNode failure(TauFailure failure) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("failure", failure.kind().name())
            .put("evidence", failure.evidence().name())
            .put("origin", failure.origin().name())
            .put("by", failure.by().name())
            .put("turn", failure.place().turn())
            .put("call", failure.place().call())
            .put("tool", failure.tool());
    ArrayNode arguments = node.putArray("arguments");
    for (TauFailure.Argument argument : failure.arguments()) {
      arguments
          .addObject()
          .put("argument", argument.name())
          .put("expected", argument.expected())
          .put("actual", argument.actual());
    }
    return node.put("expected", failure.expected())
        .put("actual", failure.actual())
        .put("note", failure.note());
  }
}
