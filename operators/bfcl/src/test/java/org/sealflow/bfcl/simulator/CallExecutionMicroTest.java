package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;

/** The reference's recorded answers to single calls on a fresh task. */
class CallExecutionMicroTest {
  private final List<String> differences = new ArrayList<>();
  private final Map<String, Integer> refused = new TreeMap<>();

  /** The recorded calls that use a form calls cannot use here. */
  private static final Map<String, Integer> REFUSED_CALLS =
      Map.ofEntries(
          Map.entry("attribute .strip", 2),
          Map.entry("attribute .upper", 1),
          Map.entry("bytes literal", 2),
          Map.entry("f-string", 3));

  @Test
  void callsOnFreshTasksAnswerAsRecorded() {
    TestingTasks tasks = TestingTasks.read();
    int compared = 0;
    for (JsonNode row : Reference.micro("call_fresh_instance")) {
      TestingTasks.Task task = tasks.task(row.get("task").asText());
      String call = row.get("call").asText();
      CallOutcome outcome = tasks.executor(task, row.get("model_name_arg").asText()).execute(call);
      if (outcome.status() == CallOutcome.Status.REFUSED) {
        refused.merge(String.valueOf(outcome.refusedForm()), 1, Integer::sum);
      } else {
        String recorded = (row.has("r") ? row.get("r") : row.get("msg")).asText();
        if (!outcome.text().equals(recorded)) {
          differences.add(task.id() + " " + call + "\n  " + outcome.text() + "\n  " + recorded);
        }
        compared++;
      }
    }
    assertThat(refused).isEqualTo(REFUSED_CALLS);
    assertThat(differences).isEmpty();
    assertThat(compared).isEqualTo(649);
  }
}
