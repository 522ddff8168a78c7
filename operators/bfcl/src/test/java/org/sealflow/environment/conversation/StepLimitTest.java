package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.environment.conversation.TestingDesk.call;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepLimitTest {
  private static final String CAT = call("cat", "{\"file_name\": \"note.txt\"}");
  private static final String WC = call("wc", "{\"file_name\": \"note.txt\", \"mode\": \"w\"}");

  @Test
  void aLimitPerTurnEndsTheEpisodeInTheTurnThatReachesIt() {
    Rules rules = Rules.of(new StepLimit(2, StepLimit.Scope.TURN));
    Conversation conversation = TestingDesk.start(rules, Presentation.plain());
    assertThat(conversation.step(CAT).end()).isNull();
    StepOutcome inTime = conversation.step("Done.");
    assertThat(inTime.turnEnded()).isTrue();
    assertThat(inTime.end()).isNull();
    assertThat(conversation.step("<tool_call>").end()).isNull();
    StepOutcome outcome = conversation.step(WC);
    assertThat(outcome.end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
    assertThat(outcome.turnEnded()).isFalse();
    assertThat(outcome.executed()).hasSize(1);
    assertThat(outcome.reply().content()).startsWith("<tool_response>");
    assertThatThrownBy(() -> conversation.step("")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLimitPerEpisodeCountsEveryAnswer() {
    Rules rules = Rules.of(new StepLimit(4, StepLimit.Scope.EPISODE));
    Conversation conversation = TestingDesk.start(rules, Presentation.plain());
    for (String answer : List.of(CAT, "Done.", "<tool_call>")) {
      assertThat(conversation.step(answer).end()).isNull();
    }
    StepOutcome outcome = conversation.step("That is all.");
    assertThat(outcome.turnEnded()).isTrue();
    assertThat(outcome.reply().content()).isEqualTo("Thank you.");
    assertThat(outcome.end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
    assertThat(conversation.end()).isEqualTo(EpisodeEnd.STEP_LIMIT);
  }

  @Test
  void theLastAnswerAllowedMayCompleteTheEpisode() {
    for (StepLimit.Scope scope : StepLimit.Scope.values()) {
      int steps = scope == StepLimit.Scope.TURN ? 1 : 3;
      Conversation conversation =
          TestingDesk.start(Rules.of(new StepLimit(steps, scope)), Presentation.plain());
      assertThat(conversation.step("").end()).isNull();
      assertThat(conversation.step("").end()).isNull();
      assertThat(conversation.step("").end()).isEqualTo(EpisodeEnd.COMPLETED);
    }
  }

  @Test
  void aLimitLeavesAtLeastOneAnswer() {
    assertThatThrownBy(() -> new StepLimit(0, StepLimit.Scope.TURN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a step limit of 0 leaves the policy no answer; give at least 1");
    assertThat(StepLimit.BFCL).isEqualTo(new StepLimit(20, StepLimit.Scope.TURN));
    assertThat(StepLimit.SEAL).isEqualTo(new StepLimit(20, StepLimit.Scope.EPISODE));
  }
}
