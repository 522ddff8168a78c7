package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.environment.conversation.TestingDesk.block;
import static org.sealflow.environment.conversation.TestingDesk.call;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Sections 5 (steps 2 and 4) and 5.3 of the protocol, row by row. */
class RefusalTest {
  private static final String CAT = call("cat", "{\"file_name\": \"note.txt\"}");
  private static final String WC = call("wc", "{\"file_name\": \"note.txt\", \"mode\": \"w\"}");

  private static StepOutcome refused(StepOutcome outcome, Refusal.Cause cause, String reason) {
    assertThat(outcome.refusal()).isNotNull();
    assertThat(outcome.refusal().cause()).isEqualTo(cause);
    assertThat(outcome.refusal().reason()).isEqualTo(reason);
    assertThat(outcome.executed()).isEmpty();
    assertThat(outcome.turnEnded()).isFalse();
    return outcome;
  }

  private static StepOutcome refused(Rules rules, String answer, String reason) {
    StepOutcome outcome = TestingDesk.start(rules, Presentation.plain()).step(answer);
    assertThat(outcome.reply().content()).isEqualTo("[ERROR] Invalid tool call format: " + reason);
    return refused(outcome, Refusal.Cause.CALL, reason);
  }

  @Test
  void aMalformedAnswerIsRefusedAndTheTurnGoesOn() {
    Conversation conversation = TestingDesk.plain();
    StepOutcome outcome =
        refused(
            conversation.step(CAT + block("{}") + "x"),
            Refusal.Cause.FORM,
            "Tool call JSON must contain both 'name' and 'arguments'.");
    assertThat(outcome.reply())
        .isEqualTo(
            new EnvironmentMessage(
                "user",
                "[ERROR] Invalid tool call format: Tool call JSON must contain both 'name' and"
                    + " 'arguments'."));
    assertThat(outcome.rejectedCalls()).containsExactly("cat(file_name='note.txt')");
    assertThat(outcome.content()).isEqualTo("x");
    assertThat(outcome.end()).isNull();
    assertThat(conversation.step(CAT).turn()).isZero();
  }

  @Test
  void aMalformedAnswerEndsTheEpisodeWhereTheRulesSaySo() {
    Rules rules = new Rules(true, null, true, ParserOptions.DEFAULTS);
    Conversation conversation = TestingDesk.start(rules, Presentation.plain());
    assertThat(conversation.step(WC).end()).isNull();
    StepOutcome outcome =
        refused(
            conversation.step("<tool_call>"),
            Refusal.Cause.FORM,
            "Found tool_call tag text, but no valid <tool_call>{...}</tool_call> block.");
    assertThat(outcome.end()).isEqualTo(EpisodeEnd.PARSE_ERROR);
    assertThat(outcome.reply().content()).isEqualTo("[CONVERSATION_COMPLETED]");
    assertThatThrownBy(() -> conversation.step("")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theFirstBadCallRefusesTheWholeAnswer() {
    Rules rules = Rules.of(null);
    for (String name : List.of("\"\"", "null", "0", "false", "[]", "{}")) {
      String nameless = block("{\"name\": " + name + ", \"arguments\": {\"a\": 1}}");
      refused(rules, CAT + nameless + WC, "Missing function name in tool call.");
    }
    StepOutcome outcome =
        refused(
            rules,
            CAT + WC + block("{\"name\": \"\", \"arguments\": {}}"),
            "Tool 'wc' is not available in the current tool list.");
    assertThat(outcome.rejectedCalls())
        .containsExactly("cat(file_name='note.txt')", "wc(file_name='note.txt', mode='w')", "()");
    refused(rules, call("max", "{}"), "Tool 'max' is not available in the current tool list.");
    refused(rules, call("touch", "{}"), "Tool 'touch' is not available in the current tool list.");
    refused(
        rules,
        block("{\"name\": 7, \"arguments\": {}}"),
        "Tool '7' is not available in the current tool list.");
  }

  @Test
  void argumentsOfALenientParserAreCheckedBeforeExecution() {
    Rules rules = new Rules(true, null, false, new ParserOptions(false, false, false, false));
    assertThat(
            refused(rules, CAT + call("cat", "\"{x\""), "Tool 'cat' has invalid JSON arguments: {x")
                .rejectedCalls())
        .containsExactly("cat(file_name='note.txt')", "cat('{x')");
    refused(rules, call("cat", "\"[1]\""), "Tool 'cat' arguments must be a JSON object.");
    refused(rules, call("cat", "[1]"), "Tool 'cat' arguments must be a JSON object.");
    refused(rules, call("wc", "[1]"), "Tool 'wc' is not available in the current tool list.");
    StepOutcome outcome =
        TestingDesk.start(rules, Presentation.plain())
            .step(call("cat", "\"{\\\"file_name\\\": \\\"note.txt\\\"}\""));
    assertThat(outcome.calls()).containsExactly("cat(file_name='note.txt')");
  }
}
