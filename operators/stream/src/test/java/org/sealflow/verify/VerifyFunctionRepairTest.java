package org.sealflow.verify;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.verify.VerifyHarness.SETTINGS;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

/** Which episodes are searched for a repair, and what becomes of it. */
class VerifyFunctionRepairTest {
  private static final VerifySettings SEARCHING =
      SETTINGS.withRepairs(new RepairFinder(RepairSettings.DEFAULT));

  private static @Nullable Repair repair(VerifySettings settings, List<ReceivedEvent> events)
      throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(settings)) {
      EndedEpisode ended = harness.send(events).episodes().get(0);
      harness.assertNothingIsLeft();
      return ended.repair();
    }
  }

  private static List<ReceivedEvent> wrongAmount() {
    return new TestingEpisode("episode", 0, "base_4")
        .start()
        .step("get_stock_info(symbol='WAVE')", "get_account_info()")
        .endTurn()
        .step("place_order(order_type='Buy', symbol='WAVE', price=14.2, amount=99)")
        .endTurn()
        .solve()
        .end()
        .received();
  }

  @Test
  void aFailedEpisodeGetsItsRepair() throws Exception {
    Repair repair = requireNonNull(repair(SEARCHING, wrongAmount()));

    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.FOUND);
    assertThat(repair.getEdits()).extracting(CallEdit::getKind).containsExactly(EditKind.REPLACE);
    assertThat(repair.getEdits()).extracting(CallEdit::getTurn).containsExactly(1);
  }

  @Test
  void withoutASearchThereIsNone() throws Exception {
    assertThat(repair(SETTINGS, wrongAmount())).isNull();
  }

  @Test
  void anEpisodeThatPassesIsNotSearched() throws Exception {
    assertThat(repair(SEARCHING, TestingEpisode.solved("episode", 0, "base_4"))).isNull();
  }

  @Test
  void anEpisodeThatStallsIsNotSearched() throws Exception {
    List<ReceivedEvent> events = new ArrayList<>(wrongAmount());
    events.remove(events.size() - 1);
    try (VerifyHarness harness = VerifyHarness.withTasks(SEARCHING)) {
      EndedEpisode ended = harness.send(events).endInput().episodes().get(0);
      assertThat(ended.repair()).isNull();
    }
  }
}
