package org.sealflow.bfcl.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.World;
import org.sealflow.python.PyLimitException;
import org.sealflow.schemas.CallStatus;

/** Calls of a few kilobytes that make values too large to be written. */
class HugeValuesTest {
  private static final BfclTask TASK = SampleTasks.read().ready("multi_turn_base_0");

  @Test
  @Timeout(5)
  void aTreeThatCopiesHaveMadeHugeIsDescribedByItsBeginning() {
    VerifiedTurn turn = turn(verifier(false), PolicyStep.of(copies()));

    assertThat(turn.calls().made()).allMatch(call -> call.status() == CallStatus.SUCCEEDED);
    assertThat(turn.tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(turn.deviation().differences())
        .singleElement()
        .satisfies(
            difference ->
                assertThat(difference.policy())
                    .startsWith("<Directory: ")
                    .hasSize(2001)
                    .endsWith("…"));
  }

  @Test
  @Timeout(30)
  void theStateOfSuchATreeIsRefused() {
    BfclVerifier verifier = verifier(true);
    World world = TASK.world("sample", SampleTasks.AS_OF);
    copies().forEach(world::execute);

    assertThatThrownBy(() -> verifier.endTurn(List.of(PolicyStep.of(copies()))))
        .isInstanceOf(PyLimitException.class)
        .hasMessage("the state is longer than 4194304 characters");
    assertThatThrownBy(world::state).isInstanceOf(PyLimitException.class);
  }

  /** Calls that make 2³⁰ paths, as copies of a directory share what it holds. */
  private static List<String> copies() {
    List<String> calls = new ArrayList<>(List.of("mkdir('d0')"));
    for (int i = 0; i < 30; i++) {
      String next = "'d" + (i + 1) + "'";
      calls.add("cp('d" + i + "','e" + i + "')");
      calls.add("mkdir(" + next + ")");
      calls.add("mv('d" + i + "'," + next + ")");
      calls.add("mv('e" + i + "'," + next + ")");
    }
    return calls;
  }

  @Test
  void anIntThatPythonDoesNotPrintFailsTheTurnAndIsWrittenAsItsSize() {
    BfclVerifier verifier = verifier(false);
    VerifiedTurn turn =
        turn(
            verifier,
            PolicyStep.of(
                List.of(
                    "touch(file_name='n')",
                    "echo(content=10**5000)",
                    "echo(content=10**5000, file_name='n')",
                    "add(a=-10**5000, b=[10**5000])")));

    assertThat(turn.tag()).isEqualTo(Tag.STATE_MISMATCH);
    assertThat(turn.calls().made().get(1).status()).isEqualTo(CallStatus.RAISED);
    assertThat(turn.calls().made().get(1).arguments())
        .containsEntry("content", "<int of 16610 bits>");
    assertThat(turn.deviation().differences())
        .singleElement()
        .satisfies(difference -> assertThat(difference.policy()).contains("<int of 16610 bits>"));
    verifier.endEpisode();
    assertThat(verifier.episode().official().valid()).isFalse();
  }

  private static BfclVerifier verifier(boolean keepStates) {
    return new BfclVerifier(TASK, RulesInForce.OFFICIAL, "sample", SampleTasks.AS_OF, keepStates);
  }

  private static VerifiedTurn turn(BfclVerifier verifier, PolicyStep step) {
    return Objects.requireNonNull(verifier.endTurn(List.of(step)), "the task has no such turn");
  }
}
