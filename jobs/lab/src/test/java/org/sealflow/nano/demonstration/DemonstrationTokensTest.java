package org.sealflow.nano.demonstration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.text.ByteTokenizer;
import org.sealflow.model.text.ChatSegments;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;
import org.sealflow.nano.vocabulary.TestingTokenizer;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemonstrationTokensTest {
  private final TestingLessons lessons = TestingLessons.read();
  private final List<Demonstration> demonstrations =
      lessons.demonstrations(100, TestingLessons.MIXED);
  private PromptTokenizer tokenizer;
  private ChatTemplate template;
  private DemonstrationTokens tokens;
  private int end;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    TestingTokenizer.build(lessons, directory);
    tokenizer = TestingTokenizer.open(directory);
    template = TestingTokenizer.template(directory);
    tokens = new DemonstrationTokens(template, tokenizer);
    end = tokenizer.specialId("<|im_end|>").orElseThrow();
  }

  @AfterAll
  void close() {
    tokenizer.close();
  }

  /** The same conversation as a rollout holds it. */
  private int[] asRolledOut(Demonstration demonstration) {
    ChatSegments segments = new ChatSegments(template, tokenizer, ChatSettings.NONE);
    List<TemplateMessage> context = new ArrayList<>();
    boolean opened = false;
    for (DemonstratedMessage message : demonstration.messages()) {
      if (!message.isAnswer()) {
        context.add(message.asChatMessage());
        continue;
      }
      if (opened) {
        assertThat(segments.add(context).prefixBreak()).isEmpty();
      } else {
        segments.open(context);
      }
      opened = true;
      context.clear();
      int[] said = tokenizer.encode(message.content());
      int[] ended = Arrays.copyOf(said, said.length + 1);
      ended[said.length] = end;
      assertThat(segments.sampled(ended)).isEqualTo(message.content());
    }
    return segments.ids();
  }

  @Test
  void theIdsAreThoseOfARollout() {
    for (Demonstration demonstration : demonstrations) {
      assertThat(tokens.of(demonstration).tokens()).isEqualTo(asRolledOut(demonstration));
    }
  }

  @Test
  void scoredIsWhatIsImitatedAndNothingElse() {
    for (Demonstration demonstration : demonstrations) {
      TokenizedDemonstration row = tokens.of(demonstration);
      List<String> spans = spans(row);
      List<String> expected =
          demonstration.messages().stream()
              .filter(DemonstratedMessage::imitated)
              .map(message -> message.content() + "<|im_end|>")
              .toList();
      assertThat(spans).isEqualTo(expected);
    }
  }

  private List<String> spans(TokenizedDemonstration row) {
    List<String> spans = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < row.length(); i++) {
      if (!row.scored()[i]) {
        begin = i + 1;
      } else if (row.tokens()[i] == end) {
        spans.add(tokenizer.decode(Arrays.copyOfRange(row.tokens(), begin, i + 1)));
        begin = i + 1;
      } else {
        assertThat(i + 1 < row.length() && row.scored()[i + 1]).as("an end at %d", i).isTrue();
      }
    }
    return spans;
  }

  @Test
  void theWholeRowReadsAsTheTemplateRendersTheConversation() {
    for (Demonstration demonstration : demonstrations) {
      String rendered =
          template.render(
              demonstration.messages().stream().map(DemonstratedMessage::asChatMessage).toList(),
              ChatSettings.NONE,
              false);
      assertThat(tokenizer.decode(tokens.of(demonstration).tokens()) + "\n").isEqualTo(rendered);
    }
  }

  @Test
  void aRowIsWhatModelsAreTrainedOn() {
    TokenizedDemonstration row = tokens.of(demonstrations.get(0));
    TokenSequence sequence = row.sequence();
    assertThat(sequence.length()).isEqualTo(row.length());
    assertThat(sequence.isScored(0)).isFalse();
    assertThat(sequence.isScored(row.length() - 1)).isTrue();
  }

  @Test
  void flagsAndTokensAreAsMany() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TokenizedDemonstration(new int[2], new boolean[3]))
        .withMessage("2 tokens and 3 flags; expected as many flags");
  }

  @Test
  void templatesThatHideAnswersAreRefused() {
    ChatTemplate silent =
        ChatTemplate.of(
            "{% for m in messages %}{{ m.role }}{% endfor %}", Map.of(), TestingTokenizer.CLOCK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemonstrationTokens(silent, tokenizer).of(demonstrations.get(0)))
        .withMessageMatching("the chat template shows 0 of \\d+ answers as they are; expected all");
  }

  @Test
  void templatesThatEndTurnsOtherwiseAreRefused() {
    ChatTemplate other =
        ChatTemplate.of(
            "{% for m in messages %}{{ m.content }};{% endfor %}",
            Map.of(), TestingTokenizer.CLOCK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemonstrationTokens(other, tokenizer).of(demonstrations.get(0)))
        .withMessageStartingWith("the chat template does not end an answer with <|im_end|>");
  }

  @Test
  void tokenizersWithoutAnEndOfTurnAreRefused() {
    PromptTokenizer endless = new ByteTokenizer(List.of("<s>"), Set.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemonstrationTokens(template, endless))
        .withMessageStartingWith("the tokenizer has no special token <|im_end|>");
  }
}
