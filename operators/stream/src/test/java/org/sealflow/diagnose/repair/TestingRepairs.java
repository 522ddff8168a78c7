package org.sealflow.diagnose.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.bfcl.verify.BfclVerifier;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.verify.PlayedCalls;

/**
 * An episode of one call per step, at first the ground truth, in which faults are planted. Its
 * repair is tried by this class's own hand: edits are made to the recorded calls and everything is
 * verified again.
 */
final class TestingRepairs {
  private static final TaskDirectory TASKS = SampleTasks.read();
  private static final String MODEL = "sample";

  private final BfclTask task;
  private final List<List<String>> turns = new ArrayList<>();

  private TestingRepairs(BfclTask task) {
    this.task = task;
    task.program().task().groundTruth().forEach(calls -> turns.add(new ArrayList<>(calls)));
  }

  static TestingRepairs solved(String task) {
    return new TestingRepairs(TASKS.ready(task));
  }

  int turns() {
    return turns.size();
  }

  int calls(int turn) {
    return turns.get(turn).size();
  }

  void replace(int turn, int call, String text, String by) {
    String before = turns.get(turn).get(call);
    assertThat(before).contains(text);
    turns.get(turn).set(call, before.replace(text, by));
  }

  void remove(int turn, int call) {
    turns.get(turn).remove(call);
  }

  void repeat(int turn, int call) {
    turns.get(turn).add(call, turns.get(turn).get(call));
  }

  void add(int turn, int call, String text) {
    turns.get(turn).add(call, text);
  }

  void swap(int turn, int call, int other) {
    Collections.swap(turns.get(turn), call, other);
  }

  void endAfter(int turnsPlayed) {
    turns.subList(turnsPlayed, turns.size()).clear();
  }

  void addTurn() {
    turns.add(new ArrayList<>());
  }

  PlayedCalls played() {
    List<List<List<String>>> steps = new ArrayList<>();
    turns.forEach(calls -> steps.add(calls.stream().map(List::of).toList()));
    return new PlayedCalls(task, MODEL, SampleTasks.AS_OF, steps);
  }

  List<Integer> failingTurns() {
    List<Integer> failing = new ArrayList<>();
    BfclVerifier verifier = verifier();
    for (List<String> calls : turns) {
      VerifiedTurn turn = verifier.endTurn(PolicySteps.of(calls));
      if (turn != null && !turn.tag().isSuccess()) {
        failing.add(turn.turn());
      }
    }
    return failing;
  }

  boolean passes() {
    return isValid(turns);
  }

  /** The repair; where one is found, it was tried. */
  Repair verified(RepairSettings settings) {
    Repair repair = new RepairFinder(settings).search(played());
    if (repair.getOutcome() == RepairOutcome.FOUND) {
      assertThat(isValid(edited(repair.getEdits()))).as("%s", repair).isTrue();
      assertThat(repair.getEdits()).hasSizeBetween(1, settings.maxEdits());
    }
    assertThat(repair.getExecutions()).isLessThanOrEqualTo(settings.executionsPerEpisode());
    return repair;
  }

  private BfclVerifier verifier() {
    return new BfclVerifier(task, RulesInForce.OFFICIAL, MODEL, SampleTasks.AS_OF, false);
  }

  private boolean isValid(List<List<String>> calls) {
    BfclVerifier verifier = verifier();
    calls.forEach(turn -> verifier.endTurn(PolicySteps.of(turn)));
    verifier.endEpisode();
    return Boolean.TRUE.equals(verifier.episode().official().valid());
  }

  /** From the back, so that places stay what they are; what comes last is appended in order. */
  private List<List<String>> edited(List<CallEdit> edits) {
    List<List<String>> edited = new ArrayList<>();
    turns.forEach(calls -> edited.add(new ArrayList<>(calls)));
    while (edited.size() < task.program().groundTruth().size()) {
      edited.add(new ArrayList<>());
    }
    List<CallEdit> fromTheBack = new ArrayList<>(edits);
    Collections.reverse(fromTheBack);
    List<Integer> recorded = edited.stream().map(List::size).toList();
    for (CallEdit edit : fromTheBack) {
      List<String> calls = edited.get(edit.getTurn());
      Integer step = edit.getStep();
      int place = step == null ? recorded.get(edit.getTurn()) : step;
      if (edit.getKind() != EditKind.INSERT) {
        assertThat(calls.get(place)).isEqualTo(edit.getCallText());
        calls.remove(place);
      }
      if (edit.getKind() != EditKind.DROP) {
        calls.add(place, edit.getWantedText());
      }
    }
    return edited;
  }
}
