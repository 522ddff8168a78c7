package org.sealflow.diagnose.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.schemas.CallStatus;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

/** The cost of the search for a repair if a turn has thousands of calls. */
class LongTurnTest {
  private static final double LINEAR = 2.5;

  @Test
  void aSearchThatHasUsedUpItsCallsSaysSo() {
    RepairSettings settings = new RepairSettings(3, 500, 10_000, 1_000);
    EditSearch search = new EditSearch(endless(400).played(), settings);
    Repair repair = search.run();
    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.BUDGET_SPENT);
    assertThat(repair.getExecutions()).isLessThan(5);
    assertThat(search.executedCalls()).isBetween(1_000L, 2_000L);
  }

  @Test
  void candidatesOfATurnOfTwiceTheEqualCallsAreFoundInTwiceTheLooks() {
    assertThat(looks(2_000)).isLessThan((long) (LINEAR * looks(1_000)));
  }

  @Test
  void aCallMadeOftenMayBeDroppedAnywhereButOnce() {
    assertThat(CandidateEdits.of(0, new PlayedTurn(equalCalls(4), List.of())))
        .containsExactly(
            List.of(Edit.drop(0, 0)),
            List.of(Edit.drop(0, 1)),
            List.of(Edit.drop(0, 2)),
            List.of(Edit.drop(0, 3)));
  }

  /** Calls that change nothing, and none that is asked for. */
  private static TestingRepairs endless(int calls) {
    TestingRepairs episode = TestingRepairs.solved("multi_turn_base_0");
    while (episode.calls(0) > 0) {
      episode.remove(0, 0);
    }
    for (int i = 0; i < calls; i++) {
      episode.add(0, i, "echo(content='" + i + "')");
    }
    return episode;
  }

  /** How often a call of a turn of equal calls is looked at. */
  private static long looks(int calls) {
    AtomicLong looks = new AtomicLong();
    List<VerifiedCall> equal = equalCalls(calls);
    List<VerifiedCall> counted =
        new AbstractList<>() {
          @Override
          public VerifiedCall get(int index) {
            looks.incrementAndGet();
            return equal.get(index);
          }

          @Override
          public int size() {
            return equal.size();
          }
        };
    assertThat(CandidateEdits.of(0, new PlayedTurn(counted, List.of()))).hasSize(calls);
    return looks.get();
  }

  private static List<VerifiedCall> equalCalls(int count) {
    List<VerifiedCall> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(
          new VerifiedCall(0, i, "pwd()", "pwd", Map.of(), CallStatus.SUCCEEDED, "{}", List.of()));
    }
    return calls;
  }
}
