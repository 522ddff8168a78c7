package org.sealflow.bfcl.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.PolicySteps;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.CallStatus;

/** The facts of calls: how they ended, and with which arguments. */
class VerifiedCallsTest {
  private static final TaskDirectory TASKS = SampleTasks.read();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get_ticket(ticket_id=1) | SUCCEEDED | get_ticket",
        "get_ticket(ticket_id=9) | ERROR_RESULT | get_ticket",
        "get_ticket(ticket_id=1)['title'] | SUCCEEDED | get_ticket",
        "get_ticket(ticket_id=1)['colour'] | RAISED | get_ticket",
        "create_ticket(title='a', priority='4') | TYPE_ERROR | create_ticket",
        "get_user_tickets(status=1) | TYPE_ERROR | get_user_tickets",
        "power(base=10.0, exponent=400) | RAISED | power",
        "percentage(part=1, whole=1 / 0) | RAISED | percentage",
        "percentage(part='1' + 1, whole=1) | TYPE_ERROR | percentage",
        "get_ticket(ticket=1) | UNBOUND | get_ticket",
        "get_ticket(ticket_id=number) | UNKNOWN_NAME | get_ticket",
        "get_ticket | UNKNOWN_NAME | get_ticket",
        "find_ticket(ticket_id=1) | UNKNOWN_NAME | find_ticket",
        "1 + 1 | UNKNOWN_NAME | 1 + 1",
        "get_ticket(ticket_id=1 | MALFORMED | get_ticket",
        "run(ticket_id=1) | DENIED | run",
        "get_ticket(ticket_id=[i for i in (1, 2)][0]) | UNSUPPORTED | get_ticket",
      })
  void everyCallEndsInOneWay(String text, CallStatus status, String tool) {
    VerifiedTurn turn = endTurn(verifier("base_10"), calls(text));

    assertThat(turn.calls().made()).hasSize(1);
    assertThat(turn.calls().made().get(0).status()).isEqualTo(status);
    assertThat(turn.calls().made().get(0).tool()).isEqualTo(tool);
    assertThat(turn.calls().made().get(0).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get_order_history() | [{'error'",
        "get_watchlist() | ['Error: ",
        "get_account_info() | {\"error\"",
      })
  void anErrorIsOneInWhateverShape(String text, String beginning) {
    VerifiedCall call = endTurn(verifier("miss_func_3"), calls(text)).calls().made().get(0);

    assertThat(call.result()).startsWith(beginning);
    assertThat(call.status()).isEqualTo(CallStatus.ERROR_RESULT);
    assertThat(call.isError()).isTrue();
    assertThat(call.isInvalid()).isFalse();
  }

  @Test
  void argumentsStandByParameterWithDefaultsFilledIn() {
    VerifiedTurn turn =
        endTurn(
            verifier("miss_func_9"),
            calls(
                "post_tweet('Low water', mentions=['@otter_ole'])",
                "set_navigation(destination=\"Gull's Point\")",
                "set_navigation()"));

    assertThat(turn.calls().made())
        .extracting(VerifiedCall::arguments)
        .containsExactly(
            Map.of("content", "'Low water'", "tags", "[]", "mentions", "['@otter_ole']"),
            Map.of("destination", "\"Gull's Point\""),
            Map.of());
  }

  @Test
  void onlyArgumentsOutsideTheirEnumerationAreNamed() {
    VerifiedTurn turn =
        endTurn(
            verifier("base_6"),
            calls(
                "adjustClimateControl(temperature=20, unit='kelvin', mode='warm')",
                "adjustClimateControl(temperature=20, unit='celsius', mode='heat')",
                "lockDoors(unlock=True, door=['driver', 'trunk'])",
                "lockDoors(unlock=True, door=['driver', 'rear_left'])",
                "setHeadlights(mode=1)",
                "set_navigation(destination='anywhere')"));

    assertThat(turn.calls().made())
        .extracting(VerifiedCall::outsideEnumeration)
        .containsExactly(
            List.of("unit", "mode"),
            List.of(),
            List.of("door"),
            List.of(),
            List.of("mode"),
            List.of());
  }

  @Test
  void theGroundTruthsCallsAreFactsToo() {
    VerifiedTurn turn = endTurn(verifier("base_10"), List.of());

    assertThat(turn.calls().truth())
        .extracting(VerifiedCall::tool)
        .containsExactly("sum_values", "percentage");
    assertThat(turn.calls().truth()).allMatch(call -> call.status() == CallStatus.SUCCEEDED);
    assertThat(turn.calls().truth().get(1).result()).isEqualTo("{\"result\": 31.9875}");
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

  /** One step per call. */
  private static List<PolicyStep> calls(String... calls) {
    return PolicySteps.of(List.of(calls));
  }
}
