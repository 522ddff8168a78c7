package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.environment.conversation.TestingDesk.call;
import static org.sealflow.environment.conversation.TestingDesk.user;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;

class ConversationTest {
  private static final String CAT = call("cat", "{\"file_name\": \"note.txt\"}");
  private static final String WC = call("wc", "{\"file_name\": \"note.txt\", \"mode\": \"w\"}");

  @Test
  void anEpisodeOpensWithThePromptAndTheFirstMessage() {
    PromptStyle style = PromptStyles.qwenFunctionCalling();
    assertThat(TestingDesk.plain().opening())
        .containsExactly(
            new EnvironmentMessage(
                "system", style.systemPrompt(List.of(TestingDesk.LS, TestingDesk.CAT))),
            new EnvironmentMessage("user", "Show me the note."));
  }

  @Test
  void callsAreExecutedInOneLiveWorldAndAnsweredInOneMessage() {
    StepOutcome first = TestingDesk.plain().step("I look.\n" + call("ls", "{}") + CAT);
    String content = "{\"file_content\": \"one two\"}";
    String listing = "{\"current_directory_content\": [\"note.txt\"]}";
    assertThat(first.executed())
        .containsExactly(
            new ExecutedCall("ls()", listing, "<tool_response>\n" + listing + "\n</tool_response>"),
            new ExecutedCall(
                "cat(file_name='note.txt')",
                content,
                "<tool_response>\n" + content + "\n</tool_response>"));
    assertThat(first.reply())
        .isEqualTo(
            new EnvironmentMessage(
                "user",
                "<tool_response>\n"
                    + listing
                    + "\n</tool_response>\n<tool_response>\n"
                    + content
                    + "\n</tool_response>\n"));
    assertThat(first.calls()).containsExactly("ls()", "cat(file_name='note.txt')");
    assertThat(first.content()).isEqualTo("I look.");
    assertThat(first.refusal()).isNull();
    assertThat(first.rejectedCalls()).isEmpty();
    assertThat(first.turnEnded()).isFalse();
    assertThat(first.end()).isNull();
  }

  @Test
  void effectsLastFromStepToStepAndTurnToTurn() {
    Task task = TestingDesk.withTurns(List.of(List.of(user("Go.")), List.of(user("Look."))));
    Conversation conversation =
        TestingDesk.start(
            task, new Rules(false, null, false, ParserOptions.DEFAULTS), Presentation.plain());
    conversation.step(call("touch", "{\"file_name\": \"b.txt\"}"));
    conversation.step("Done.");
    assertThat(conversation.step(call("ls", "{}")).executed().get(0).result())
        .isEqualTo("{\"current_directory_content\": [\"note.txt\", \"b.txt\"]}");
    assertThat(TestingDesk.plain().step(call("ls", "{}")).executed().get(0).result())
        .isEqualTo("{\"current_directory_content\": [\"note.txt\"]}");
  }

  @Test
  void aRaisingCallIsAnsweredAndTheOthersStillRun() {
    StepOutcome outcome = TestingDesk.plain().step(call("cat", "{\"name\": \"note.txt\"}") + CAT);
    assertThat(outcome.executed().get(0).result())
        .isEqualTo(
            "Error during execution: GorillaFileSystem.cat() got an unexpected keyword argument"
                + " 'name'");
    assertThat(outcome.executed().get(1).result()).isEqualTo("{\"file_content\": \"one two\"}");
    assertThat(outcome.turnEnded()).isFalse();
  }

  @Test
  void textsThatNameAToolCarryTheInstanceName() {
    StepOutcome outcome =
        TestingDesk.plain().step(call("cat", "{\"file_name\": \"use ls (now)\"}"));
    assertThat(outcome.executed().get(0).result())
        .contains("desk_0000002a_multi_turn_miss_func_900_GorillaFileSystem_instance.ls(now)");
  }

  @Test
  void anAnswerWithoutCallsEndsTheTurn() {
    Task task =
        TestingDesk.withTurns(
            List.of(
                List.of(new Task.Message("system", "Be quick."), user("One.")),
                List.of(new Task.Message("system", "Be kind."), user("Two."), user("Too late.")),
                List.of(new Task.Message("system", "Nobody speaks.")),
                List.of()));
    Conversation conversation = TestingDesk.start(task, Rules.of(null), Presentation.plain());
    assertThat(conversation.opening().get(1))
        .isEqualTo(new EnvironmentMessage("user", "Be quick."));
    StepOutcome outcome = conversation.step("What do you mean?");
    assertThat(outcome.turnEnded()).isTrue();
    assertThat(outcome.end()).isNull();
    assertThat(outcome.executed()).isEmpty();
    assertThat(outcome.refusal()).isNull();
    assertThat(outcome.reply()).isEqualTo(new EnvironmentMessage("user", "Two."));
    assertThat(conversation.step(null).reply().content()).isEmpty();
    assertThat(conversation.step("").reply().content()).isEmpty();
    assertThat(conversation.step("").reply().content()).isEqualTo("[CONVERSATION_COMPLETED]");
  }

  @Test
  void theLastTurnsEndCompletesTheEpisode() {
    Conversation conversation = TestingDesk.plain();
    conversation.step("");
    conversation.step("");
    assertThat(conversation.end()).isNull();
    StepOutcome last = conversation.step("You are welcome.");
    assertThat(last)
        .isEqualTo(
            new StepOutcome(
                2,
                0,
                "You are welcome.",
                List.of(),
                null,
                true,
                EpisodeEnd.COMPLETED,
                new EnvironmentMessage("user", "[CONVERSATION_COMPLETED]")));
    assertThat(conversation.end()).isEqualTo(EpisodeEnd.COMPLETED);
    assertThatThrownBy(() -> conversation.step("One more."))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the episode of multi_turn_miss_func_900 is over (COMPLETED); start another one");
  }

  @Test
  void stepsAreCountedWithinTheirTurn() {
    Conversation conversation = TestingDesk.plain();
    List<String> answers = List.of(CAT, "<tool_call>", call("wc", "{}"), "Done.", WC, CAT, "", "");
    List<String> places =
        answers.stream()
            .map(conversation::step)
            .map(outcome -> outcome.turn() + "." + outcome.step())
            .toList();
    assertThat(places).containsExactly("0.0", "0.1", "0.2", "0.3", "1.0", "1.1", "1.2", "2.0");
  }

  @Test
  void toolsAreRevealedInTheirTurnAndKnownFromThen() {
    Conversation conversation = TestingDesk.plain();
    assertThat(conversation.step(WC).refusal()).isNotNull();
    StepOutcome reveal = conversation.step("I cannot count.");
    assertThat(reveal.turnEnded()).isTrue();
    assertThat(reveal.reply())
        .isEqualTo(
            new EnvironmentMessage(
                "user",
                "[{\"name\": \"wc\", \"description\": \"Counts \u2014 \\\"all\\\" of it. Note that"
                    + " the provided function is in Python 3 syntax.\", \"parameters\":"
                    + " {\"type\": \"dict\", \"properties\": {\"file_name\": {\"type\":"
                    + " \"string\", \"description\": \"Its name.\"}, \"mode\": {\"type\":"
                    + " \"string\", \"description\": \"What to count.\"}}, \"required\":"
                    + " [\"file_name\"]}}]\n"
                    + "I have updated some more functions you can choose from. What about now?"));
    assertThat(conversation.step(WC).executed().get(0).result())
        .isEqualTo("{\"count\": 2, \"type\": \"words\"}");
    assertThat(conversation.step("Two.").reply().content()).isEqualTo("Thank you.");
    assertThat(conversation.step(WC).executed()).hasSize(1);
  }

  @Test
  void withoutEnforcementEveryNameIsExecuted() {
    Rules rules = new Rules(false, null, false, ParserOptions.DEFAULTS);
    Conversation conversation = TestingDesk.start(rules, Presentation.plain());
    StepOutcome outcome =
        conversation.step(WC + call("nowhere", "{}") + call("ls", "{\"a b\": 1}"));
    assertThat(outcome.executed().stream().map(ExecutedCall::result))
        .containsExactly(
            "{\"count\": 2, \"type\": \"words\"}",
            "Error during execution: name 'nowhere' is not defined",
            "Error during execution: invalid syntax. Perhaps you forgot a comma? (<string>, line"
                + " 1)");
  }

  @Test
  void noAnswerIsTooOddToBeAnswered() {
    Rules rules = new Rules(false, null, false, ParserOptions.DEFAULTS);
    Conversation conversation = TestingDesk.start(rules, Presentation.plain());
    List<String> arguments =
        List.of(
            "{\"a\": " + "[".repeat(800) + "]".repeat(800) + "}",
            "{\"a\": " + "[".repeat(100_000) + "}",
            "{\"a\": " + "9".repeat(4_300) + "}",
            "{\"a\": " + "9".repeat(4_301) + "}",
            "{\"a\": \"\\ud83d\\u0000\"}",
            "{\"\\u0000\": 1, \"a=1)\": 2, \"class\": 3, \"\": 4}",
            "{\"file_name\": \"" + "cat (".repeat(50_000) + "\"}");
    for (String json : arguments) {
      for (String name : List.of("cat", "\\u0000", "a b(", "\\n\\t#", "x".repeat(100_000))) {
        StepOutcome outcome = conversation.step(call(name, json));
        assertThat(outcome.end()).isNull();
        assertThat(outcome.refusal() == null).isNotEqualTo(outcome.executed().isEmpty());
        assertThat(outcome.reply().content()).isNotEmpty();
      }
    }
  }
}
