package org.sealflow.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServedJudgeTest {
  private static final List<String> STATEMENTS = List.of("It is kind.", "It is short.");

  /** A clock that a test moves. */
  private static final class MovedClock extends Clock {
    private Instant now = Instant.EPOCH;

    void pass(Duration time) {
      now = now.plus(time);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final MovedClock clock = new MovedClock();

  private ServedJudge judge(TestingChatServer server, Duration timeout) {
    return new ServedJudge(
        new JudgeSettings(server.baseUrl(), "judge", "KEY", timeout), Map.of(), clock);
  }

  private static @Nullable List<Boolean> asked(ServedJudge judge) {
    return judge.judge("Decide.", "Hello. You too.", STATEMENTS);
  }

  private static String decisions(boolean... met) {
    StringBuilder results = new StringBuilder("Well: {\"results\": [");
    for (int i = 0; i < met.length; i++) {
      results
          .append(i == 0 ? "" : ", ")
          .append("{\"expectedOutcome\": \"")
          .append(STATEMENTS.get(i))
          .append("\", \"metExpectation\": ")
          .append(met[i])
          .append("}");
    }
    return results + "]}";
  }

  @Test
  void decisionsAreInTheOrderOfTheStatementsAndCounted() {
    try (TestingChatServer server = TestingChatServer.saying(any -> decisions(true, false))) {
      ServedJudge judge = judge(server, Duration.ofSeconds(20));
      assertThat(asked(judge)).containsExactly(true, false);
      assertThat(server.questions()).containsExactly("Decide.Hello. You too.");
      assertThat(judge.counts()).isEqualTo(new JudgeCounts(1, 0, 1, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"All is well.", "{\"results\": []}", "{\"results\": 7}", "{\"results\""})
  void anAnswerThatDoesNotDecideEveryStatementDecidesNoneAndTheNextIsAskedFor(String answer) {
    try (TestingChatServer server = TestingChatServer.saying(any -> answer)) {
      ServedJudge judge = judge(server, Duration.ofSeconds(20));
      assertThat(asked(judge)).isNull();
      assertThat(asked(judge)).isNull();
      assertThat(server.questions()).hasSize(2);
      assertThat(judge.counts()).isEqualTo(new JudgeCounts(2, 2, 0, 0));
    }
  }

  @Test
  void aHangingServerLeavesStatementsOpen() {
    try (TestingChatServer server = TestingChatServer.hanging()) {
      ServedJudge judge = judge(server, Duration.ofMillis(200));
      assertThat(asked(judge)).isNull();
      assertThat(judge.counts()).isEqualTo(new JudgeCounts(1, 1, 0, 0));
    }
  }

  @Test
  void aServerThatFailsIsLeftAloneForLongerEachTime() {
    try (TestingChatServer server = TestingChatServer.answering(500, "broken")) {
      ServedJudge judge = judge(server, Duration.ofSeconds(20));
      assertThat(asked(judge)).isNull();
      clock.pass(Duration.ofSeconds(59));
      assertThat(asked(judge)).isNull();
      assertThat(server.questions()).hasSize(1);
      clock.pass(Duration.ofSeconds(1));
      assertThat(asked(judge)).isNull();
      clock.pass(Duration.ofSeconds(119));
      assertThat(asked(judge)).isNull();
      assertThat(server.questions()).hasSize(2);
      assertThat(judge.counts()).isEqualTo(new JudgeCounts(4, 4, 0, 0));
    }
  }

  @Test
  void settingsThatCannotBeUsedAreRefused() {
    assertThatThrownBy(() -> new JudgeSettings("localhost", "judge", "KEY", Duration.ofSeconds(1)))
        .hasMessageContaining("the base URL is 'localhost'");
    assertThatThrownBy(() -> new JudgeSettings("http://a/v1", " ", "KEY", Duration.ofSeconds(1)))
        .hasMessageContaining("the model is blank");
  }
}
