package org.sealflow.diagnose.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.task.Task;
import org.sealflow.schemas.ArgumentChange;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

/** Repairs of the project's own tasks: their ground truth with faults planted by hand. */
class RepairFinderTest {
  private static final String FILES = "multi_turn_base_0";
  private static final String TICKETS = "multi_turn_base_3";
  private static final String TRADING = "multi_turn_base_4";
  private static final String VEHICLE = "multi_turn_miss_param_5";

  @Test
  void oneWrongArgumentIsMendedAtItsCall() {
    TestingRepairs episode = TestingRepairs.solved(TRADING);
    episode.replace(1, 0, "amount=20", "amount=30");
    Repair repair = episode.verified(RepairSettings.DEFAULT);

    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.FOUND);
    CallEdit edit = repair.getEdits().get(0);
    assertThat(repair.getEdits()).hasSize(1);
    assertThat(edit.getKind()).isEqualTo(EditKind.REPLACE);
    assertThat(edit.getTurn()).isEqualTo(1);
    assertThat(edit.getStep()).isZero();
    assertThat(edit.getCall()).isZero();
    assertThat(edit.getTool()).isEqualTo("place_order");
    assertThat(edit.getArguments()).containsExactly(new ArgumentChange("amount", "30", "20"));
    assertThat(edit.getCallText()).contains("amount=30");
    assertThat(edit.getWantedText()).contains("amount=20");
  }

  @Test
  void aCascadeIsMendedAtItsRoot() {
    TestingRepairs episode = TestingRepairs.solved(FILES);
    episode.replace(0, 0, "episodes", "guests.csv");

    assertThat(episode.failingTurns()).hasSizeGreaterThan(1);
    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(tuple(EditKind.REPLACE, 0, 0, "cd"));
  }

  @Test
  void twoFaultsOfTwoTurnsNeedTwoEdits() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.replace(1, 0, "priority=4", "priority=1");
    episode.replace(2, 0, "Plugged in again.", "Gone.");

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(
            tuple(EditKind.REPLACE, 1, 0, "create_ticket"),
            tuple(EditKind.REPLACE, 2, 0, "resolve_ticket"));
  }

  @Test
  void aCallThatIsMissingIsInsertedWhereItBelongs() {
    TestingRepairs episode = TestingRepairs.solved(FILES);
    episode.remove(2, 0);

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(tuple(EditKind.INSERT, 2, 0, "mv"));
  }

  @Test
  void aCallMadeTwiceIsDroppedOnce() {
    TestingRepairs episode = TestingRepairs.solved(TRADING);
    episode.repeat(1, 0);

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(tuple(EditKind.DROP, 1, 1, "place_order"));
  }

  @Test
  void aCallInATurnThatWantsNoneIsDropped() {
    TestingRepairs episode = TestingRepairs.solved(VEHICLE);
    episode.add(0, 0, "fillFuelTank(fuelAmount=5)");

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(tuple(EditKind.DROP, 0, 0, "fillFuelTank"));
  }

  @Test
  void aWrongToolIsDroppedAndTheRightOneInserted() {
    TestingRepairs episode = TestingRepairs.solved(TRADING);
    episode.remove(2, 1);
    episode.add(2, 1, "fund_account(amount=10)");

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(
            tuple(EditKind.INSERT, 2, 1, "cancel_order"),
            tuple(EditKind.DROP, 2, 1, "fund_account"));
  }

  @Test
  void aWrongToolThatDoesNoHarmStays() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.remove(2, 0);
    episode.add(2, 0, "close_ticket(ticket_id=2)");

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(tuple(EditKind.INSERT, 2, 1, "resolve_ticket"));
  }

  @Test
  void callsInTheWrongOrderAreMoved() {
    TestingRepairs episode = TestingRepairs.solved("multi_turn_base_6");
    episode.swap(1, 1, 2);
    Repair repair = episode.verified(RepairSettings.DEFAULT);

    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.FOUND);
    assertThat(repair.getEdits()).allMatch(edit -> edit.getTurn() == 1);
  }

  @Test
  void aCallThatCameTooEarlyAndDidNoHarmIsMadeOnceMore() {
    TestingRepairs episode = TestingRepairs.solved(FILES);
    episode.swap(2, 0, 1);

    assertThat(edits(episode.verified(RepairSettings.DEFAULT)))
        .containsExactly(tuple(EditKind.INSERT, 2, null, "diff"));
  }

  @Test
  void anEpisodeCutOffBeforeItsLastCallGetsThatCall() {
    TestingRepairs episode = TestingRepairs.solved("multi_turn_base_2");
    episode.endAfter(3);
    Repair repair = episode.verified(RepairSettings.DEFAULT);

    assertThat(repair.getEdits()).hasSize(1);
    CallEdit edit = repair.getEdits().get(0);
    assertThat(edit.getKind()).isEqualTo(EditKind.INSERT);
    assertThat(edit.getTurn()).isEqualTo(3);
    assertThat(edit.getStep()).isNull();
    assertThat(edit.getCall()).isNull();
    assertThat(edit.getTool()).isEqualTo("get_user_stats");
  }

  @Test
  void anEpisodeThatLacksMoreCallsThanEditsAllowHasNone() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.endAfter(0);
    Repair repair = episode.verified(RepairSettings.DEFAULT);

    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.NONE_FOUND);
    assertThat(repair.getEdits()).isEmpty();
  }

  @Test
  void twoFaultsHaveNoRepairOfOneEdit() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.replace(1, 0, "priority=4", "priority=1");
    episode.replace(2, 0, "Plugged in again.", "Gone.");

    assertThat(episode.verified(new RepairSettings(1, 500, 1000)).getOutcome())
        .isEqualTo(RepairOutcome.NONE_FOUND);
  }

  @Test
  void aTurnTooManyCannotBeMendedAndCostsNoExecution() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.addTurn();
    Repair repair = episode.verified(RepairSettings.DEFAULT);

    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.NONE_FOUND);
    assertThat(repair.getExecutions()).isZero();
  }

  @Test
  void theSearchStopsWhenItsExecutionsAreUsedUp() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.replace(1, 0, "priority=4", "priority=1");
    episode.replace(2, 0, "Plugged in again.", "Gone.");
    Repair repair = episode.verified(new RepairSettings(3, 2, 1000));

    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.BUDGET_SPENT);
    assertThat(repair.getExecutions()).isEqualTo(2);
  }

  @Test
  void recordsBeyondTheBudgetOfTheRunAreLeftOut() {
    TestingRepairs episode = TestingRepairs.solved(TRADING);
    episode.replace(1, 0, "amount=20", "amount=30");
    RepairFinder finder = new RepairFinder(new RepairSettings(3, 100, 300));

    assertThat(finder.search(episode.played(), 2L)).isNotNull();
    assertThat(finder.search(episode.played(), 3L)).isNull();
    assertThat(finder.search(episode.played(), null)).isNotNull();
  }

  @Test
  void theSameEpisodeHasTheSameRepair() {
    TestingRepairs episode = TestingRepairs.solved(TICKETS);
    episode.replace(1, 0, "priority=4", "priority=1");
    episode.remove(2, 0);

    assertThat(episode.verified(RepairSettings.DEFAULT))
        .isEqualTo(episode.verified(RepairSettings.DEFAULT));
  }

  /** Any one call of any task that is left out, made twice or made late, with its repair tried. */
  @Test
  void whatIsFoundPassesWhenExecutedByAnotherHand() {
    List<String> unrepaired = new ArrayList<>();
    int searched = 0;
    for (Task task : SampleTasks.read().tasks()) {
      for (TestingRepairs faulty : faults(task.id())) {
        if (!faulty.failingTurns().isEmpty() && !faulty.passes()) {
          searched++;
          Repair repair = faulty.verified(RepairSettings.DEFAULT);
          if (repair.getOutcome() != RepairOutcome.FOUND) {
            unrepaired.add(task.id() + " " + faulty.played().turns() + " " + repair);
          }
        }
      }
    }
    assertThat(searched).isGreaterThan(150);
    assertThat(unrepaired).isEmpty();
  }

  private static List<TestingRepairs> faults(String task) {
    List<TestingRepairs> faults = new ArrayList<>();
    TestingRepairs solved = TestingRepairs.solved(task);
    for (int turn = 0; turn < solved.turns(); turn++) {
      for (int call = 0; call < solved.calls(turn); call++) {
        TestingRepairs missing = TestingRepairs.solved(task);
        missing.remove(turn, call);
        TestingRepairs repeated = TestingRepairs.solved(task);
        repeated.repeat(turn, call);
        TestingRepairs late = TestingRepairs.solved(task);
        late.swap(turn, call, solved.calls(turn) - 1);
        faults.addAll(List.of(missing, repeated, late));
      }
    }
    return faults;
  }

  private static List<Tuple> edits(Repair repair) {
    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.FOUND);
    return repair.getEdits().stream()
        .map(edit -> tuple(edit.getKind(), edit.getTurn(), edit.getStep(), edit.getTool()))
        .toList();
  }
}
