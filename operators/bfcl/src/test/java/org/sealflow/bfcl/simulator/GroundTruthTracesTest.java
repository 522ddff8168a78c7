package org.sealflow.bfcl.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.python.Reference;

/** The recorded ground truths of 272 tasks, executed call by call. */
class GroundTruthTracesTest {
  private final List<String> differences = new ArrayList<>();
  private final TestingBlobs blobs = TestingBlobs.read("oracle/blobs.jsonl.gz");
  private int calls;

  @Test
  void everyResultIsTheRecordedOne() {
    TestingTasks tasks = TestingTasks.read();
    List<JsonNode> rows = Reference.rows("oracle/gt_traces.jsonl.gz");
    for (JsonNode row : rows) {
      TestingTasks.Task task = tasks.task(row.get("id").asText());
      replay(row, tasks.executor(task, "m_ground_truth_eval"));
    }
    assertThat(differences).isEmpty();
    assertThat(rows).hasSize(272);
    assertThat(calls).isGreaterThan(1000);
  }

  private void replay(JsonNode row, SimulatorInstances executor) {
    for (JsonNode turn : row.get("turns")) {
      for (int i = 0; i < turn.get("calls").size(); i++) {
        String call = turn.get("calls").get(i).asText();
        String expected = blobs.text(turn.get("results").get(i));
        String result = executor.execute(call).text();
        calls++;
        if (!result.equals(expected)) {
          differences.add(
              row.get("id").asText() + " " + call + "\n  " + result + "\n  " + expected);
        }
      }
    }
  }
}
