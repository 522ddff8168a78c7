package org.sealflow.bfcl.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.DriftCell;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;

/** Recorded results beside those of executing the calls again. */
class DriftTest {
  private static final TaskDirectory TASKS = SampleTasks.read();

  @Test
  void recordedResultsThatAreReproducedAreNoDrift() {
    BfclVerifier verifier = verifier("base_10");
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(recorded("sum_values(numbers=[412.5, 96.0, 131.25])", "{\"result\": 639.75}")));

    assertThat(turn.calls().drift()).isEmpty();
    assertThat(ended(verifier).soundness().drifted()).isFalse();
  }

  @Test
  void recordedResultsThatAreNotReproducedAreDrift() {
    BfclVerifier verifier = verifier("base_10");
    VerifiedTurn turn =
        endTurn(
            verifier,
            List.of(
                recorded("sum_values(numbers=[412.5, 96.0, 131.25])", "{\"result\": 639.75}"),
                new PolicyStep(
                    List.of("get_ticket(ticket_id=9)", "percentage(part=639.75, whole=2000)"),
                    List.of(),
                    null,
                    List.of(
                        "{\"error\": \"Ticket with ID 9 not found.\"}", "{\"result\": 31.99}"))));

    assertThat(turn.calls().drift())
        .containsExactly(new DriftCell(1, 1, "{\"result\": 31.99}", "{\"result\": 31.9875}"));
    assertThat(ended(verifier).soundness().drifted()).isTrue();
  }

  @Test
  void instanceNamesAreNoDrift() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_1"),
            List.of(
                recorded(
                    "echo(content='see cat (plan.txt)')",
                    "{\"terminal_output\": \"see"
                        + " some_model_x_multi_turn_base_1_GorillaFileSystem_instance.cat(plan.txt)"
                        + "\"}")));

    assertThat(turn.calls().made().get(0).result())
        .contains("GorillaFileSystem_instance.cat(plan.txt)");
    assertThat(turn.calls().drift()).isEmpty();
  }

  /** A search for a name at each character of a word takes minutes for these. */
  @Test
  @Timeout(20)
  void wordsOfAnyLengthAreReadOnce() {
    String word = "a_instance".repeat(100_000);
    VerifiedTurn turn =
        endTurn(
            verifier("base_1"),
            List.of(recorded("echo(content='a')", word), recorded("pwd()", word + "_")));

    assertThat(turn.calls().drift())
        .extracting(DriftCell::recorded)
        .containsExactly(word, word + "_");
  }

  @Test
  void whatStandsBesideAnInstanceNameIsDrift() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_1"),
            List.of(
                recorded(
                    "echo(content='see cat (plan.txt)')",
                    "{\"terminal_output\": \"see"
                        + " some_model_x_multi_turn_base_1_GorillaFileSystem_instance.cat(plan.md)"
                        + "\"}")));

    assertThat(turn.calls().drift()).hasSize(1);
  }

  @Test
  void aRefusedCallIsNoDrift() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_10"),
            List.of(recorded("sum_values(numbers=[i for i in (1, 2)])", "{\"result\": 3}")));

    assertThat(turn.calls().made().get(0).status()).isEqualTo(CallStatus.UNSUPPORTED);
    assertThat(turn.calls().drift()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum_values([1, 2])",
        "sum_values(numbers=[+1])",
        "sum_values(numbers=total)",
        "edit_ticket(ticket_id=1, updates={})",
        "edit_ticket(ticket_id=1, updates={'a': {'b': 1}})",
        "sum_values(numbers=[1]",
      })
  void aCallThatTheBenchmarkDecodesToAnotherIsNoDrift(String call) {
    BfclVerifier verifier = verifier("base_10");

    assertThat(endTurn(verifier, List.of(recorded(call, "another result"))).calls().drift())
        .isEmpty();
    assertThat(ended(verifier).soundness().drifted()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum_values(numbers=[1, 2])",
        "sum_values( numbers=[1,-2] )",
        "edit_ticket(ticket_id=1,updates={'priority': 2})",
        "nosuch(numbers=[1])",
      })
  void aCallThatTheBenchmarkOnlyWritesAnewIsDrift(String call) {
    VerifiedTurn turn = endTurn(verifier("base_10"), List.of(recorded(call, "another result")));

    assertThat(turn.calls().drift())
        .extracting(DriftCell::recorded)
        .containsExactly("another result");
  }

  @Test
  void driftIsFoundBesideACallThatIsSetAside() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_10"),
            List.of(
                recorded("sum_values([1])", "one"), recorded("sum_values(numbers=[2])", "two")));

    assertThat(turn.calls().drift()).containsExactly(new DriftCell(1, 0, "two", "{\"result\": 2}"));
  }

  @Test
  void driftIsCountedByTheStepsThatHoldCalls() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_10"),
            List.of(
                PolicyStep.of(List.of()),
                PolicyStep.of(List.of("sum_values(numbers=[1])")),
                recorded("sum_values(numbers=[2])", "two")));

    assertThat(turn.calls().drift()).containsExactly(new DriftCell(1, 0, "two", "{\"result\": 2}"));
  }

  private static BfclVerifier verifier(String task) {
    return new BfclVerifier(
        TASKS.ready("multi_turn_" + task),
        RulesInForce.OFFICIAL,
        "sample",
        SampleTasks.AS_OF,
        false);
  }

  private static VerifiedTurn endTurn(BfclVerifier verifier, List<PolicyStep> steps) {
    return Objects.requireNonNull(verifier.endTurn(steps), "the task has no such turn");
  }

  private static VerifiedEpisode ended(BfclVerifier verifier) {
    verifier.endEpisode();
    return verifier.episode();
  }

  private static PolicyStep recorded(String call, String result) {
    return new PolicyStep(List.of(call), List.of(), null, List.of(result));
  }
}
