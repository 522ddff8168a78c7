package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.check.Verdict;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.PyJson;

/** The ground truths of all 800 official tasks, spoken by a policy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroundTruthConversationsTest {
  private static final LocalDate AS_OF = LocalDate.of(2026, 11, 21);
  private static final String DEFECTIVE = "multi_turn_miss_func_49";

  private final TestingBenchmark benchmark = TestingBenchmark.read();

  /**
   * A finished conversation.
   *
   * @param turns per turn what became of its answers
   * @param verdict what the official checker says of the calls executed
   */
  private record Played(
      Conversation conversation, List<List<StepOutcome>> turns, Verdict verdict) {}

  /** One answer with all calls of a turn, one answer without calls to end it. */
  private Played play(Task task, Rules rules) {
    return play(task, rules, calls -> calls.isEmpty() ? List.of() : List.of(calls));
  }

  private Played play(
      Task task, Rules rules, Function<List<String>, List<List<String>>> answersOfTurn) {
    Conversation conversation =
        Conversation.start(
            benchmark.ready(task), rules, Presentation.plain(), "policy_0000002a", AS_OF);
    List<List<StepOutcome>> turns = new ArrayList<>();
    for (List<String> calls : task.groundTruth()) {
      List<StepOutcome> steps = new ArrayList<>();
      for (List<String> answer : answersOfTurn.apply(calls)) {
        steps.add(conversation.step(CallAnswers.of(answer)));
      }
      steps.add(conversation.step("Done."));
      turns.add(steps);
    }
    return new Played(conversation, turns, check(task, turns));
  }

  /** The official verdict; what was shown has to be what the checker's own execution gives. */
  private Verdict check(Task task, List<List<StepOutcome>> turns) {
    EpisodePass pass =
        new EpisodePass(new TaskProgram(task, benchmark.longContext), "policy_0000002a", AS_OF);
    for (List<StepOutcome> turn : turns) {
      List<StepOutcome> calling = turn.stream().filter(s -> !s.executed().isEmpty()).toList();
      List<String> results = new ArrayList<>();
      pass.turn(calling.stream().map(StepOutcome::calls).toList())
          .policy()
          .forEach(step -> step.forEach(call -> results.add(call.text())));
      assertThat(calling.stream().flatMap(s -> s.executed().stream()).map(ExecutedCall::result))
          .as(task.id())
          .isEqualTo(results);
    }
    return pass.official(turns.size());
  }

  @Test
  void underToolEnforcementAllTasksButTheDefectiveOneAreSolved() {
    List<String> failed = new ArrayList<>();
    for (Task task : benchmark.tasks) {
      Played played = play(task, Rules.of(StepLimit.BFCL));
      assertThat(played.conversation().end()).as(task.id()).isEqualTo(EpisodeEnd.COMPLETED);
      placesAreThoseOfTheTask(task, played);
      addFailure(task, played, failed);
    }
    assertThat(benchmark.tasks).hasSize(800);
    assertThat(failed).containsExactly(DEFECTIVE + " multi_turn:empty_turn_model_response");
  }

  @Test
  void withAnAnswerPerCallOnlyTheCallThatIsNotRevealedIsMissing() {
    List<String> failed = new ArrayList<>();
    for (Task task : benchmark.tasks) {
      addFailure(
          task, play(task, Rules.of(null), calls -> calls.stream().map(List::of).toList()), failed);
    }
    assertThat(failed).containsExactly(DEFECTIVE + " multi_turn:execution_response_mismatch");
  }

  private static void addFailure(Task task, Played played, List<String> failed) {
    if (!played.verdict().isValid()) {
      failed.add(task.id() + " " + played.verdict().errorType());
    }
  }

  private static void placesAreThoseOfTheTask(Task task, Played played) {
    for (int turn = 0; turn < played.turns().size(); turn++) {
      List<StepOutcome> steps = played.turns().get(turn);
      for (int step = 0; step < steps.size(); step++) {
        boolean last = step == steps.size() - 1;
        assertThat(steps.get(step).turn()).as(task.id()).isEqualTo(turn);
        assertThat(steps.get(step).step()).as(task.id()).isEqualTo(step);
        assertThat(steps.get(step).turnEnded()).as(task.id()).isEqualTo(last);
        assertThat(steps.get(step).refusal() == null || task.id().equals(DEFECTIVE)).isTrue();
      }
    }
  }

  @Test
  void theDefectiveTaskCallsAToolItHasNotRevealed() {
    Played played = play(benchmark.task(DEFECTIVE), Rules.of(null));
    Refusal refusal = played.turns().get(1).get(0).refusal();
    assertThat(refusal).isNotNull();
    assertThat(refusal.reason())
        .isEqualTo("Tool 'tail' is not available in the current tool list.");
  }

  @Test
  void withoutEnforcementTheDefectiveTaskIsSolvedToo() {
    Rules rules = new Rules(false, null, false, ParserOptions.DEFAULTS);
    assertThat(play(benchmark.task(DEFECTIVE), rules).verdict().isValid()).isTrue();
  }

  @Test
  void promptsHoldTheOfficialDocumentsAsTheyAre() {
    String prompt = opening("multi_turn_base_0").get(0).content();
    List<String> documents = new ArrayList<>();
    for (String file : List.of("posting_api", "gorilla_file_system")) {
      benchmark.rows("multi_turn_func_doc/" + file).stream()
          .map(PyJson::dumps)
          .forEach(documents::add);
    }
    assertThat(documents).hasSize(32);
    assertThat(prompt.lines().filter(documents::contains)).hasSize(32);
    assertThat(opening("multi_turn_base_0").get(1).content())
        .isEqualTo(benchmark.task("multi_turn_base_0").turns().get(0).get(0).content());
  }

  private List<EnvironmentMessage> opening(String id) {
    return Conversation.start(
            benchmark.ready(benchmark.task(id)), Rules.of(null), Presentation.plain(), "m", AS_OF)
        .opening();
  }

  @Test
  void withheldToolsAreShownWhereTheTaskRevealsThem() {
    int reveals = 0;
    for (Task task : benchmark.tasks) {
      Played played = play(task, Rules.of(null));
      for (var withheld : task.withheldTools().entrySet()) {
        List<StepOutcome> before = played.turns().get(withheld.getKey() - 1);
        String reveal = before.get(before.size() - 1).reply().content();
        for (String tool : withheld.getValue()) {
          String name = "{\"name\": " + PyJson.dumps(tool) + ", ";
          assertThat(reveal).as(task.id()).contains(name);
          assertThat(played.conversation().opening().get(0).content()).doesNotContain(name);
          reveals++;
        }
        assertThat(reveal.split(" Python 3 syntax\\.", -1))
            .as(task.id())
            .hasSize(1 + withheld.getValue().size());
      }
    }
    assertThat(reveals).isEqualTo(222);
  }
}
