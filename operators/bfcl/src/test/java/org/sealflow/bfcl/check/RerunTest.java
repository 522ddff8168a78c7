package org.sealflow.bfcl.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.Tag;
import org.sealflow.python.Reference;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.PreparedCall;

/**
 * Turns that are executed again from the ground truth's state. The blank after each call makes it
 * another call than the ground truth's, of which the trace knows what it leads to.
 */
class RerunTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 21);

  private final List<String> differences = new ArrayList<>();
  private int turns;

  @Test
  void theGroundTruthsCallsPassFromItsStateWhateverThePolicyDidBefore() throws IOException {
    TaskDirectory tasks = TaskDirectory.read(Reference.folder().resolve("bfcl"));
    tasks.tasks().forEach(task -> play(tasks.ready(task.id()).program()));

    assertThat(differences).isEmpty();
    assertThat(turns).isGreaterThan(1000);
  }

  /** A policy that does nothing but in one turn, for each of the turns. */
  private void play(TaskProgram program) {
    List<List<PreparedCall>> truth = program.groundTruth();
    for (int turn = 0; turn < truth.size(); turn++) {
      if (truth.get(turn).isEmpty()) {
        continue;
      }
      EpisodePass pass = new EpisodePass(program, "model", DAY);
      for (int before = 0; before < turn; before++) {
        pass.turn(List.of());
      }
      List<String> calls = truth.get(turn).stream().map(call -> call.source() + " ").toList();
      List<String> expected = texts(pass.turn(List.of(calls)).truth());
      TurnPass again = pass.rerunLastTurn();
      turns++;
      if (again.tag() != Tag.PASS || !texts(again.policy().get(0)).equals(expected)) {
        differences.add(program.task().id() + " turn " + turn + ": " + again);
      }
    }
  }

  private static List<String> texts(List<CallOutcome> outcomes) {
    return outcomes.stream().map(outcome -> outcome.text()).toList();
  }
}
