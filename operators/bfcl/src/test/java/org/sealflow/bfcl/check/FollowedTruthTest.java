package org.sealflow.bfcl.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.PyDict;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;

/**
 * Policies that make the ground truth's calls for a while: these are not executed again, unless a
 * blank makes other calls of them.
 */
class FollowedTruthTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 21);
  private static final double FOLLOWS = 0.7;

  private final Random random = new Random(17);
  private final List<String> differences = new ArrayList<>();
  private int followed;
  private int executed;

  @Test
  void verdictsResultsAndStatesAreThoseOfAnExecution() throws IOException {
    for (TaskProgram program : programs("")) {
      compare(program, turns(program));
      compare(program, program.task().groundTruth().stream().map(this::inSteps).toList());
    }

    assertThat(differences).isEmpty();
    assertThat(followed).isGreaterThan(1000);
    assertThat(executed).isGreaterThan(1000);
  }

  @Test
  void verificationsOfOneLongTaskDoNotDisturbEachOther() throws IOException {
    for (TaskProgram program : programs("long_context")) {
      List<List<List<String>>> turns = turns(program);
      String expected = told(program, turns);

      assertThat(IntStream.range(0, 8).parallel().mapToObj(any -> told(program, turns)))
          .as(program.task().id())
          .containsOnly(expected);
    }
  }

  @Test
  void aPolicyIsExecutedWhereResultsMayNameItsInstances() {
    assertThat(isFollowed(turnOf("add(1, 2)", "model"))).isTrue();
    assertThat(isFollowed(turnOf("add('mean(x)', 2)", "model"))).isFalse();
    assertThat(isFollowed(turnOf("add(1, 2)", "a model"))).isFalse();
  }

  private static TurnPass turnOf(String call, String modelName) {
    Task task =
        new Task(
            "followed_base_0",
            List.of(List.of(new Task.Message("user", "Please."))),
            List.of("MathAPI"),
            new PyDict(),
            Map.of(),
            List.of(List.of(call)));
    TaskProgram program = new TaskProgram(task, LongContext.none());
    return new EpisodePass(program, modelName, DAY).turn(List.of(List.of(call)));
  }

  private static List<TaskProgram> programs(String category) throws IOException {
    TaskDirectory tasks = TaskDirectory.read(Reference.folder().resolve("bfcl"));
    return tasks.tasks().stream()
        .filter(task -> task.category().contains(category))
        .map(task -> tasks.ready(task.id()).program())
        .toList();
  }

  /** Turns of the ground truth, some with a call more or less. */
  private List<List<List<String>>> turns(TaskProgram program) {
    List<List<String>> truth = program.task().groundTruth();
    List<String> all = truth.stream().flatMap(List::stream).toList();
    List<List<List<String>>> turns = new ArrayList<>();
    for (List<String> expected : truth) {
      List<String> calls = new ArrayList<>(expected);
      if (random.nextDouble() > FOLLOWS) {
        if (random.nextBoolean() && !calls.isEmpty()) {
          calls.remove(random.nextInt(calls.size()));
        } else {
          calls.add(random.nextInt(calls.size() + 1), all.get(random.nextInt(all.size())));
        }
      }
      turns.add(inSteps(calls));
    }
    return turns;
  }

  private List<List<String>> inSteps(List<String> calls) {
    int first = calls.isEmpty() ? 0 : 1 + random.nextInt(calls.size());
    return Stream.of(calls.subList(0, first), calls.subList(first, calls.size()))
        .filter(step -> !step.isEmpty())
        .toList();
  }

  private void compare(TaskProgram program, List<List<List<String>>> turns) {
    EpisodePass following = new EpisodePass(program, "model", DAY);
    EpisodePass executing = new EpisodePass(program, "model", DAY);
    for (List<List<String>> steps : turns) {
      TurnPass turn = following.turn(steps);
      TurnPass expected = executing.turn(withBlanks(steps));
      assertThat(isFollowed(expected)).isFalse();
      if (isFollowed(turn)) {
        followed++;
      } else if (!steps.isEmpty()) {
        executed++;
      }
      if (!told(following, turn).equals(told(executing, expected))) {
        differences.add(program.task().id() + " " + steps);
      }
    }
    if (!states(following).equals(states(executing))) {
      differences.add(program.task().id() + " ends in another state");
    }
  }

  private static List<List<String>> withBlanks(List<List<String>> steps) {
    return steps.stream().map(step -> step.stream().map(call -> call + " ").toList()).toList();
  }

  private static boolean isFollowed(TurnPass turn) {
    return !turn.policy().isEmpty()
        && !turn.truth().isEmpty()
        && turn.policy().get(0).get(0) == turn.truth().get(0);
  }

  private static String told(TaskProgram program, List<List<List<String>>> turns) {
    EpisodePass pass = new EpisodePass(program, "model", DAY);
    StringBuilder told = new StringBuilder();
    turns.forEach(steps -> told.append(told(pass, pass.turn(steps))));
    return told.append(states(pass)).toString();
  }

  private static String told(EpisodePass pass, TurnPass turn) {
    TurnPass rerun = turn.tag().isSuccess() ? turn : pass.rerunLastTurn();
    return turn.tag()
        + turn.policy().stream().map(FollowedTruthTest::texts).toList().toString()
        + texts(turn.truth())
        + turn.missing()
        + pass.statesAgree()
        + pass.seen().size()
        + rerun.tag()
        + rerun.policy().stream().map(FollowedTruthTest::texts).toList();
  }

  private static List<String> texts(List<CallOutcome> outcomes) {
    return outcomes.stream().map(CallOutcome::text).toList();
  }

  private static List<String> states(EpisodePass pass) {
    return pass.policyInstances().stream().map(CanonicalState::text).toList();
  }
}
