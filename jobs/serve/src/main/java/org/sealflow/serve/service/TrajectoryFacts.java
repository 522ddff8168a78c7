package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.sealflow.environment.PolicyStep;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.ShownResult;

/** Counts over the messages of an episode (tasks-and-checker.md 5.5). */
final class TrajectoryFacts {
  private static final Pattern ERROR =
      Pattern.compile(
          "\\[ERROR\\]|Error during execution|Invalid tool call format|not available in the current"
              + " tool list|path not allowed|Invalid character|No such file or directory|unexpected"
              + " keyword argument",
          Pattern.CASE_INSENSITIVE);

  private int turnsWithCall;
  private int attempted;
  private int accepted;
  private int withoutError;
  private int errors;
  private boolean invalid;
  private boolean toolError;

  private TrajectoryFacts() {}

  static TrajectoryFacts of(SessionEpisode episode) {
    TrajectoryFacts facts = new TrajectoryFacts();
    for (List<PolicyStep> turn : episode.played()) {
      boolean called = false;
      for (PolicyStep step : turn) {
        called |= facts.add(step);
      }
      facts.turnsWithCall += called ? 1 : 0;
    }
    return facts;
  }

  /** Counts a step; whether it has a call. */
  private boolean add(PolicyStep step) {
    int rejected = step.rejected().size();
    if (rejected > 0) {
      invalid = true;
      attempted += rejected;
      // The refusal of a call stands in the history too, that of a form does not.
      errors += step.undecodable() == null ? 2 : 1;
      return true;
    }
    attempted += step.calls().size();
    accepted += step.calls().size();
    for (String result : step.recorded()) {
      if (hasError(result)) {
        toolError = true;
        errors++;
      } else {
        withoutError++;
      }
    }
    return !step.calls().isEmpty();
  }

  /** Whether a result tells an error. */
  static boolean hasError(String result) {
    if (result.startsWith("{") || result.startsWith("[")) {
      Object parsed = ShownResult.json(result);
      if (parsed != null) {
        return tells(parsed) || ERROR.matcher(Py.str(parsed)).find();
      }
    }
    return ERROR.matcher(result).find();
  }

  private static boolean tells(Object value) {
    if (value instanceof String text) {
      return ERROR.matcher(text).find();
    }
    if (value instanceof PyList list) {
      for (Object item : list) {
        if (tells(item)) {
          return true;
        }
      }
      return false;
    }
    if (value instanceof PyDict dict) {
      for (PyDict.Entry entry : dict.entries()) {
        String key = Py.str(entry.key()).toLowerCase(Locale.ROOT);
        if (isErrorKey(key, entry.value()) || tells(entry.value())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isErrorKey(String key, Object value) {
    if (key.equals("error")) {
      return Py.isTrue(value);
    }
    // A zero is a value; nothing, no, and what is empty are none.
    return key.contains("error")
        && ((Py.isNumber(value) && !(value instanceof Boolean)) || Py.isTrue(value));
  }

  /**
   * Writes them.
   *
   * @param userTurns messages of the user so far
   */
  void write(ObjectNode result, boolean completed, int userTurns) {
    result
        .put("trajectory_clean", completed && !invalid && !toolError)
        .put("trajectory_has_invalid_tool_call", invalid)
        .put("trajectory_has_tool_error", toolError)
        .put("trajectory_error_count", errors)
        .put("trajectory_num_user_turns", userTurns)
        .put("trajectory_num_turns_with_tool_call", turnsWithCall)
        .put("trajectory_num_tool_calls_attempted", attempted)
        .put("trajectory_num_tool_calls_accepted", accepted)
        .put("trajectory_num_tool_executions_no_error", withoutError)
        .put("trajectory_turn_coverage_rate", rate(turnsWithCall, userTurns))
        .put("trajectory_tool_call_accept_rate", rate(accepted, attempted))
        .put("trajectory_tool_exec_success_rate", rate(withoutError, accepted));
  }

  private static double rate(int part, int whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
