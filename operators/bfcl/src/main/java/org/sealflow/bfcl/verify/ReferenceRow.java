package org.sealflow.bfcl.verify;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.IrrelevanceCheck;
import org.sealflow.bfcl.check.OfficialVerdict;
import org.sealflow.bfcl.check.SealScore;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.check.Verdict;
import org.sealflow.environment.Tag;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.call.CallOutcome;

/**
 * A verification in the shape of the recorded reference, so that the two can be laid side by side:
 * one JSON object of {@code tid, task, exec, model_state, seal, official, irrelevance} and, where a
 * call was refused, {@code unsupported}.
 */
public final class ReferenceRow {
  private ReferenceRow() {}

  /**
   * The row of a verified trajectory.
   *
   * @param states per turn class name → SHA-256 of the policy's canonical state after its last
   *     step, null if the turn had no step
   */
  static String of(
      String id,
      EpisodePass pass,
      List<List<List<String>>> decodedTurns,
      List<@Nullable Map<String, String>> states) {
    int given = decodedTurns.size();
    PyDict row = PyDict.of("tid", id, "task", pass.task().id(), "exec", executed(pass));
    row.put("model_state", states(states));
    row.put("seal", seal(pass.score(given)));
    row.put("official", verdict(pass.official(given)));
    row.put("irrelevance", verdict(IrrelevanceCheck.of(decodedTurns, pass.task().groundTruth())));
    if (pass.turns().stream().anyMatch(TurnPass::anyRefused)) {
      row.put("unsupported", true);
    }
    return PyJson.dumps(row);
  }

  /** The row of a trajectory that is an error text instead of turns. */
  public static String ofInferenceError(String id, String taskId, String text) {
    return PyJson.dumps(
        PyDict.of(
            "tid",
            id,
            "task",
            taskId,
            "exec",
            new PyList(),
            "model_state",
            new PyList(),
            "seal",
            seal(SealScore.notAList()),
            "official",
            verdict(OfficialVerdict.inferenceError(text)),
            "irrelevance",
            verdict(Verdict.NOT_RUN)));
  }

  private static PyList executed(EpisodePass pass) {
    PyList turns = new PyList();
    for (TurnPass turn : pass.turns()) {
      PyList steps = new PyList();
      for (List<CallOutcome> step : turn.policy()) {
        steps.add(new PyList(step.stream().map(CallOutcome::text).toList()));
      }
      turns.add(steps);
    }
    return turns;
  }

  private static PyList states(List<@Nullable Map<String, String>> states) {
    PyList turns = new PyList();
    for (Map<String, String> turn : states) {
      if (turn == null) {
        turns.add(PyNone.NONE);
      } else {
        PyDict hashes = new PyDict();
        turn.forEach(hashes::put);
        turns.add(hashes);
      }
    }
    return turns;
  }

  private static PyDict seal(SealScore score) {
    PyDict seal =
        PyDict.of(
            "progress",
            score.progress(),
            "progress_with_irrelevance",
            score.progressWithIrrelevance(),
            "per_turn_valid",
            nullable(score.valid()),
            "irrelevance_per_turn",
            nullable(score.irrelevance()),
            "failure_tags",
            new PyList(score.tags().stream().map(Tag::label).toList()),
            "passed_turns",
            (long) score.passed(),
            "scorable_turns",
            (long) score.scorable(),
            "passed_irrelevance_turns",
            (long) score.abstained(),
            "irrelevance_turns",
            (long) score.irrelevant(),
            "terminated_early",
            score.terminatedEarly());
    String error = score.error();
    if (error == null) {
      seal.put("errors_per_turn", nullable(score.errors()));
    } else {
      seal.put("error", error);
    }
    return seal;
  }

  private static PyDict verdict(Verdict verdict) {
    return PyDict.of("valid", orNone(verdict.valid()), "error_type", orNone(verdict.errorType()));
  }

  private static PyList nullable(List<?> values) {
    PyList list = new PyList();
    for (Object value : values) {
      list.add(orNone(value));
    }
    return list;
  }

  private static Object orNone(@Nullable Object value) {
    return value == null ? PyNone.NONE : value;
  }
}
