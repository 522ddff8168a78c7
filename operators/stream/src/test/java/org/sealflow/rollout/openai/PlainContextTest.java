package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.SampledTokens;

class PlainContextTest {
  private final List<String> read = new ArrayList<>();
  private final PlainContext plain = new PlainContext(Lengths::new);

  /** A message is its length as an id. */
  private final class Lengths implements EpisodeTokens {
    @Override
    public List<Integer> context(List<ChatMessage> added) {
      added.forEach(message -> read.add(message.role() + " " + message.content()));
      return added.stream().map(message -> message.content().length()).toList();
    }

    @Override
    public String sampled(List<Integer> ids) {
      read.add("sampled " + ids);
      return "";
    }

    @Override
    public List<Integer> stopIds() {
      return List.of();
    }
  }

  @Test
  void theIdsAreThoseOfThePlainMessages() {
    assertThat(
            plain.context(
                List.of(
                    new ChatMessage("system", "tools and hints", "tools"),
                    new ChatMessage("user", "go", "go"))))
        .containsExactly(5, 2);
    plain.sampled(List.of(7, 2));
    assertThat(plain.context(List.of(new ChatMessage("user", "error, try b", "error"))))
        .containsExactly(5);
    assertThat(read).containsExactly("system tools", "user go", "sampled [7, 2]", "user error");
  }

  @Test
  void nothingIsKeptOfAnEpisodeThatDoesNotSayHowItWouldRead() {
    assertThat(plain.context(List.of(new ChatMessage("user", "go")))).isNull();
    plain.sampled(List.of(7));
    assertThat(plain.context(List.of(new ChatMessage("user", "error", "error")))).isNull();
    assertThat(read).isEmpty();
  }

  @Test
  void anAnswerThatIsRepeatedIsTakenIn() {
    plain.repeat(
        List.of(new ChatMessage("user", "go, hinted", "go")),
        new PolicyAnswer("said", 1L, new SampledTokens(List.of(10), List.of(7, 2), null)));

    assertThat(plain.context(List.of(new ChatMessage("user", "ok", "ok")))).containsExactly(2);
    assertThat(read).containsExactly("user go", "sampled [7, 2]", "user ok");
  }
}
