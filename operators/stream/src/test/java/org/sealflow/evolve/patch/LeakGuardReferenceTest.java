package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.GroundTruthValues;
import org.sealflow.diagnose.Tokens;
import org.sealflow.environment.ToolDoc;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TurnFailure;

/** Over all tasks of the benchmark: nothing evolution can say gives a ground-truth value away. */
class LeakGuardReferenceTest {
  private static final TaskKnowledge KNOWLEDGE = new TaskKnowledge();
  private static List<TaskRecord> records;

  @BeforeAll
  static void read() {
    records = ReferenceTasks.records();
    records.forEach(KNOWLEDGE::take);
  }

  /** Every content of every tool, failure and layer, and every hint. */
  private static List<PatchContent> contents() {
    List<PatchContent> contents = new ArrayList<>();
    for (TurnFailure failure : TurnFailure.values()) {
      for (PatchLayer layer : PatchLayer.values()) {
        for (ToolDoc tool : ReferenceTasks.tools(records)) {
          PatchContents.of(
                  PatchScope.ofFailure("category", tool.name(), layer, failure.name()), tool)
              .ifPresent(contents::add);
        }
        PatchContents.of(
                PatchScope.ofFailure("category", Capabilities.ALL, layer, failure.name()), null)
            .ifPresent(contents::add);
      }
    }
    for (String tag :
        List.of(
            "spurious_tool_call",
            "empty_turn_model_response",
            "state_mismatch",
            "instance_mismatch",
            "response_mismatch")) {
      contents.add(PatchContents.of(PatchScope.ofTag("category", tag), null).orElseThrow());
    }
    return contents;
  }

  @Test
  void noContentShowsAGroundTruthValueThatIsNotDocumented() {
    List<PatchContent> contents = contents();

    assertThat(contents).hasSizeGreaterThan(300);
    Set<String> leaks = new LinkedHashSet<>();
    for (PatchContent content : contents) {
      KNOWLEDGE.leakIn(content).ifPresent(value -> leaks.add(value + " in " + content));
    }
    assertThat(leaks).isEmpty();
  }

  @Test
  void aGuidelineWithAValueOfAnyTaskIsRefused() {
    int tasks = 0;
    int values = 0;
    for (TaskRecord record : records) {
      Task task = record.getTask();
      if (task == null) {
        continue;
      }
      tasks++;
      for (var turn : task.getTurns()) {
        for (String call : turn.getGroundTruth()) {
          for (String value : GroundTruthValues.of(call)) {
            PatchContent telling =
                new PatchContent(List.of(), List.of(), "Prefer " + value + " in such a case.");
            boolean refused = KNOWLEDGE.leakIn(telling).isPresent();
            assertThat(refused).as(call).isEqualTo(!isDocumented(value));
            values += refused ? 1 : 0;
          }
        }
      }
    }
    assertThat(tasks).isEqualTo(800);
    assertThat(values).isGreaterThan(3000);
  }

  /** By another way than the guard's: as whole words of one of the documentation's texts. */
  private static boolean isDocumented(String value) {
    String words = words(value);
    return words.isBlank() || DOCUMENTATION.stream().anyMatch(text -> text.contains(words));
  }

  private static final List<String> DOCUMENTATION = new ArrayList<>();

  @BeforeAll
  static void readDocumentation() {
    for (TaskRecord record : records()) {
      if (record.getToolDocs() != null) {
        record.getToolDocs().getDocs().forEach(doc -> DOCUMENTATION.add(words(doc)));
      }
    }
  }

  private static List<TaskRecord> records() {
    return records == null ? ReferenceTasks.records() : records;
  }

  private static String words(String text) {
    return " " + String.join(" ", Tokens.of(text)) + " ";
  }
}
