package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Conversations of random answers, under rules of every kind. */
class PresentationPropertyTest {
  private static final List<String> PIECES =
      List.of(
          "",
          " \n",
          "text",
          "<tool_call>",
          "</tool_call>",
          "{\"name\": \"cat\"}",
          TestingDesk.call("ls", "{}"),
          TestingDesk.call("cat", "{\"file_name\": \"note.txt\"}"),
          TestingDesk.call("cat", "{\"file_name\": \"caf\u00e9 (ls)\"}"),
          TestingDesk.call("cat", "\"{}\""),
          TestingDesk.call("cat", "[]"),
          TestingDesk.call("touch", "{\"file_name\": \"b\"}"),
          TestingDesk.call("wc", "{\"file_name\": \"note.txt\"}"),
          TestingDesk.call("", "{}"),
          TestingDesk.block("{'name': 'ls'}"),
          TestingDesk.block("{\"name\": [1e400], \"arguments\": \"x\"}"),
          TestingDesk.block("{\"name\": \"ls\", \"parameters\": {\"a\": NaN}}"));

  private final Random random = new Random(11);

  private Rules rules() {
    StepLimit.Scope scope = random.nextBoolean() ? StepLimit.Scope.TURN : StepLimit.Scope.EPISODE;
    return new Rules(
        random.nextBoolean(),
        random.nextInt(3) == 0 ? null : new StepLimit(1 + random.nextInt(6), scope),
        random.nextInt(4) == 0,
        new ParserOptions(
            random.nextInt(3) > 0,
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean()));
  }

  private List<String> answers() {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      StringBuilder answer = new StringBuilder();
      for (int pieces = random.nextInt(4); pieces > 0; pieces--) {
        answer.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      answers.add(answer.toString());
    }
    return answers;
  }

  private static List<StepOutcome> play(Conversation conversation, List<String> answers) {
    List<StepOutcome> outcomes = new ArrayList<>();
    for (String answer : answers) {
      if (conversation.end() == null) {
        outcomes.add(conversation.step(answer));
      }
    }
    return outcomes;
  }

  /** The calls executed and refused, and the ends, without the texts shown. */
  private static List<String> effects(List<StepOutcome> outcomes) {
    List<String> effects = new ArrayList<>();
    for (StepOutcome outcome : outcomes) {
      List<String> results = outcome.executed().stream().map(ExecutedCall::result).toList();
      effects.add(
          String.join(
              " ",
              outcome.turn() + "." + outcome.step(),
              outcome.calls().toString(),
              results.toString(),
              String.valueOf(outcome.refusal()),
              outcome.turnEnded() + " " + outcome.end()));
    }
    return effects;
  }

  @Test
  void whatIsShownHasNoPartInWhatHappens() {
    int hints = 0;
    for (int round = 0; round < 2_000; round++) {
      Rules rules = rules();
      List<String> answers = answers();
      TestingPresentation shown = new TestingPresentation();
      Conversation plainly = TestingDesk.start(rules, Presentation.plain());
      Conversation presented = TestingDesk.start(rules, shown);
      List<StepOutcome> plain = play(plainly, answers);
      List<StepOutcome> cued = play(presented, answers);
      assertThat(effects(cued)).as(answers.toString()).isEqualTo(effects(plain));
      assertThat(presented.opening())
          .map(EnvironmentMessage::plain)
          .isEqualTo(plainly.opening().stream().map(EnvironmentMessage::content).toList());
      assertThat(cued)
          .as("what would be said plainly to %s", answers)
          .map(outcome -> outcome.reply().plain())
          .isEqualTo(plain.stream().map(outcome -> outcome.reply().content()).toList());
      hints += shown.seen.size();
    }
    assertThat(hints).isGreaterThan(2_000);
  }

  @Test
  void aPresentationThatCopiesAndChangesNothingIsThePlainOneByteForByte() {
    for (int round = 0; round < 2_000; round++) {
      Rules rules = rules();
      List<String> answers = answers();
      Conversation plain = TestingDesk.start(rules, Presentation.plain());
      Conversation copying = TestingDesk.start(rules, TestingCopies.unchanged());
      assertThat(copying.opening()).isEqualTo(plain.opening());
      assertThat(play(copying, answers)).as(answers.toString()).isEqualTo(play(plain, answers));
    }
  }

  @Test
  void everyReplyIsWhatTheOutcomeSays() {
    for (int round = 0; round < 2_000; round++) {
      List<String> answers = answers();
      for (StepOutcome outcome : play(TestingDesk.start(rules(), Presentation.plain()), answers)) {
        assertThat(outcome.reply()).isEqualTo(EnvironmentMessage.user(expectedReply(outcome)));
        assertThat(outcome.refusal() == null || outcome.executed().isEmpty()).isTrue();
        assertThat(outcome.turnEnded())
            .isEqualTo(outcome.refusal() == null && outcome.executed().isEmpty());
      }
    }
  }

  private static String expectedReply(StepOutcome outcome) {
    Refusal refusal = outcome.refusal();
    if (outcome.end() == EpisodeEnd.COMPLETED || outcome.end() == EpisodeEnd.PARSE_ERROR) {
      return "[CONVERSATION_COMPLETED]";
    }
    if (refusal != null) {
      return "[ERROR] Invalid tool call format: " + refusal.reason();
    }
    if (outcome.turnEnded()) {
      PromptStyle style = PromptStyles.qwenFunctionCalling();
      return outcome.turn() == 0
          ? style.reveal(List.of(style.revealedTool(TestingDesk.tool(TestingDesk.WC))))
          : "Thank you.";
    }
    StringBuilder results = new StringBuilder();
    for (ExecutedCall call : outcome.executed()) {
      results.append("<tool_response>\n").append(call.result()).append("\n</tool_response>\n");
    }
    return results.toString();
  }
}
