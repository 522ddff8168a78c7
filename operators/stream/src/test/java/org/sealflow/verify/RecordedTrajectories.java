package org.sealflow.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.bfcl.verify.ReferenceRow;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.schemas.EndReason;

/** The recorded trajectories of the reference data, and their verification. */
final class RecordedTrajectories {
  /** The date on which the reference was recorded. */
  static final LocalDate RECORDED_ON = LocalDate.of(2026, 11, 21);

  /** The name of the model in the recordings: it shows in results that quote instance names. */
  static final String MODEL = "oracle";

  private RecordedTrajectories() {}

  /** The rows of a recording whose calls are all strings: what the contract covers. */
  static List<JsonNode> rows(String recording) {
    List<JsonNode> rows = new ArrayList<>();
    Reference.forEachRow(
        recording + "/trajectories.jsonl.gz",
        row -> {
          if (allCallsAreStrings(row.get("model_turns"))) {
            rows.add(row);
          }
        });
    return rows;
  }

  private static boolean allCallsAreStrings(JsonNode turns) {
    for (JsonNode turn : turns) {
      for (JsonNode step : turn) {
        if (step.isArray()) {
          for (JsonNode call : step) {
            if (!call.isTextual()) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  /** SHA-256 → text of what the recording stores apart. */
  static Map<String, String> texts(String recording) {
    Map<String, String> texts = new HashMap<>();
    Reference.forEachRow(
        recording + "/blobs.jsonl.gz",
        row -> texts.put(row.get("sha256").asText(), row.get("text").asText()));
    return texts;
  }

  /** The steps of a row, turn by turn. */
  static List<List<PolicyStep>> turns(JsonNode row) {
    List<List<PolicyStep>> turns = new ArrayList<>();
    row.get("model_turns").forEach(turn -> turns.add(PolicySteps.of(turn)));
    return turns;
  }

  /**
   * The verdict on a row, in the shape of the reference.
   *
   * @param tasks task id → the task
   */
  static String verify(JsonNode row, Function<String, BfclTask> tasks) {
    String id = row.get("tid").asText();
    if (row.get("model_turns").isTextual()) {
      return ReferenceRow.ofInferenceError(
          id, row.get("task").asText(), row.get("model_turns").asText());
    }
    BfclVerifier verifier = verified(row, tasks);
    VerifiedEpisode facts = verifier.episode();
    if (facts.turns().tags().size() != verifier.pass().turnCount()) {
      throw new AssertionError("tags and turns of " + id + " differ in number");
    }
    return verifier.referenceRow(id, null);
  }

  /** A verification as the recordings were made, before its first turn. */
  static BfclVerifier verifier(BfclTask task, boolean keepStates) {
    return new BfclVerifier(task, RulesInForce.OFFICIAL, MODEL, RECORDED_ON, keepStates);
  }

  /** A row's verification after its end; not of an error text. */
  static BfclVerifier verified(JsonNode row, Function<String, BfclTask> tasks) {
    BfclVerifier verifier = verifier(tasks.apply(row.get("task").asText()), true);
    turns(row).forEach(verifier::endTurn);
    verifier.endEpisode();
    return verifier;
  }

  /** The forms verification refuses in a row, each once. */
  static Set<String> refusedForms(JsonNode row, Function<String, BfclTask> tasks) {
    Set<String> forms = new LinkedHashSet<>();
    for (TurnPass turn : verified(row, tasks).pass().turns()) {
      for (List<CallOutcome> step : turn.policy()) {
        step.stream().map(CallOutcome::refusedForm).filter(Objects::nonNull).forEach(forms::add);
      }
    }
    return forms;
  }

  /** Why such a row ended. */
  static EndReason reason(JsonNode row) {
    return row.get("model_turns").isTextual() ? EndReason.INFERENCE_ERROR : EndReason.COMPLETED;
  }
}
