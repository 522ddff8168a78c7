package org.sealflow.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.template.Goldens;

class ChatSegmentsTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-03-05T14:07:09Z"), ZoneOffset.UTC);
  private static final PromptTokenizer TOKENIZER = ByteTokenizer.chatMl();
  private static final int END = 258;
  private static final String CHATML =
      "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
          + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
  private static final List<TemplateMessage> OPENING =
      List.of(TemplateMessage.system("Rules"), TemplateMessage.user("Hi"));

  private static ChatTemplate template(String source) {
    return ChatTemplate.of(source, Map.of(), CLOCK);
  }

  private static ChatSegments segments(String source) {
    return new ChatSegments(template(source), TOKENIZER, ChatSettings.NONE);
  }

  private static int[] ended(String text) {
    return TOKENIZER.encode(text + "<|im_end|>");
  }

  private static List<TemplateMessage> user(String text) {
    return List.of(TemplateMessage.user(text));
  }

  @Test
  void theFirstPromptIsTheRenderedOpening() {
    AddedContext opened = segments(CHATML).open(OPENING);
    assertThat(opened.text())
        .isEqualTo(
            "<|im_start|>system\nRules<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                + "<|im_start|>assistant\n");
    assertThat(opened.ids()).isEqualTo(TOKENIZER.encode(opened.text()));
    assertThat(opened.prefixBreak()).isEmpty();
  }

  @Test
  void whatIsAddedBeginsBehindTheTokenThatEndedTheTurn() {
    ChatSegments segments = segments(CHATML);
    segments.open(OPENING);
    assertThat(segments.sampled(ended("Hello"))).isEqualTo("Hello");
    AddedContext added = segments.add(user("Bye"));
    assertThat(added.text())
        .isEqualTo("\n<|im_start|>user\nBye<|im_end|>\n<|im_start|>assistant\n");
    assertThat(added.ids()).isEqualTo(TOKENIZER.encode(added.text()));
    assertThat(added.prefixBreak()).isEmpty();
  }

  @Test
  void aTurnThatWasCutIsClosedByTheTemplate() {
    ChatSegments segments = segments(CHATML);
    segments.open(OPENING);
    assertThat(segments.sampled(TOKENIZER.encode("Hel"))).isEqualTo("Hel");
    AddedContext added = segments.add(user("Bye"));
    assertThat(added.text()).startsWith("<|im_end|>\n<|im_start|>user\nBye");
    assertThat(added.prefixBreak()).isEmpty();
  }

  @Test
  void theIdsOfAWholeConversationAreThoseOfItsText() {
    ChatSegments segments = segments(CHATML);
    segments.open(OPENING);
    for (int turn = 0; turn < 4; turn++) {
      segments.sampled(ended("  answer " + turn + " 🙂\n"));
      assertThat(segments.add(user("question <|im_end|> " + turn)).prefixBreak()).isEmpty();
    }
    String text = template(CHATML).render(segments.messages(), ChatSettings.NONE, true);
    assertThat(segments.ids()).isEqualTo(TOKENIZER.encode(text));
    assertThat(segments.messages()).hasSize(2 + 4 * 2);
  }

  @Test
  void sampledIdsAreNeverTokenisedAgain(@TempDir Path directory) throws IOException {
    TestingTokenizerFile.write(directory);
    try (PromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(directory)) {
      ChatSegments segments = new ChatSegments(template(CHATML), tokenizer, ChatSettings.NONE);
      int[] opened = segments.open(OPENING).ids();
      // The tokenizer would write this in one token, the policy has chosen four.
      int[] sampled = {'c', 'a', 'l', 'l'};
      assertThat(tokenizer.encode("call")).hasSize(1);
      assertThat(segments.sampled(sampled)).isEqualTo("call");
      int[] added = segments.add(user("Bye")).ids();
      assertThat(segments.ids()).isEqualTo(concatenated(opened, sampled, added));
    }
  }

  private static int[] concatenated(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }

  @Test
  void anySampledBytesStayAsTheyAre() {
    Random random = new Random(3);
    for (int round = 0; round < 100; round++) {
      ChatSegments segments = segments(CHATML);
      List<int[]> parts = new ArrayList<>();
      parts.add(segments.open(OPENING).ids());
      for (int turn = 0; turn < 3; turn++) {
        int[] sampled = random.ints(random.nextInt(12), 0, 262).toArray();
        segments.sampled(sampled);
        parts.add(sampled);
        parts.add(segments.add(user("next")).ids());
      }
      assertThat(segments.ids()).isEqualTo(concatenated(parts.toArray(int[][]::new)));
    }
  }

  @Test
  void severalAnswersAreAddedAtOnce() {
    ChatSegments segments =
        new ChatSegments(
            template(Goldens.text("chatml-tools.jinja")), TOKENIZER, ChatSettings.NONE);
    segments.open(user("Weather?"));
    segments.sampled(ended("<tool_call>\n{\"name\": \"w\", \"arguments\": {}}\n</tool_call>"));
    AddedContext added =
        segments.add(List.of(TemplateMessage.tool("one"), TemplateMessage.tool("two")));
    assertThat(added.text())
        .isEqualTo(
            "\n<|im_start|>user\n<tool_response>\none\n</tool_response>\n<tool_response>\ntwo\n"
                + "</tool_response><|im_end|>\n<|im_start|>assistant\n");
    assertThat(added.prefixBreak()).isEmpty();
  }

  @Test
  void thoughtsAreKeptWhileToolsAnswerAndTheirLossIsReportedAtTheNextQuestion() {
    ChatSegments segments =
        new ChatSegments(template(Goldens.text("thinking.jinja")), TOKENIZER, ChatSettings.NONE);
    segments.open(user("Weather?"));
    segments.sampled(ended("<think>\nLook.\n</think>\n\n<tool_call>\n{}\n</tool_call>"));
    assertThat(segments.add(List.of(TemplateMessage.tool("rain"))).prefixBreak()).isEmpty();
    segments.sampled(ended("<think>\nRain.\n</think>\n\nIt rains."));
    AddedContext added = segments.add(user("Thanks"));
    assertThat(added.text())
        .isEqualTo("\n<|im_start|>user\nThanks<|im_end|>\n<|im_start|>assistant\n");
    PrefixBreak found = added.prefixBreak().orElseThrow();
    assertThat(found.shown()).contains("assistant\n<think>\nLook.");
    assertThat(found.rendered()).contains("assistant\n<tool_call>\n{}");
    assertThat(found.message())
        .startsWith("the chat template rewrites earlier text at character 60: shown was '")
        .contains("<think>\\nLook.\\n</think>")
        .doesNotContain("\n");
  }

  @Test
  void aThoughtTheTemplateWouldHaveAddedIsReported() {
    ChatSegments segments =
        new ChatSegments(template(Goldens.text("thinking.jinja")), TOKENIZER, ChatSettings.NONE);
    segments.open(user("Weather?"));
    segments.sampled(ended("<think>\nLook.</think>call"));
    assertThat(segments.add(List.of(TemplateMessage.tool("rain"))).prefixBreak()).isPresent();
  }

  @Test
  void textTheTemplateTrimsIsReported() {
    String trimming = CHATML.replace("m.content", "m.content | trim");
    ChatSegments segments = segments(trimming);
    segments.open(OPENING);
    segments.sampled(ended("Hello"));
    assertThat(segments.add(user("more")).prefixBreak()).isEmpty();
    segments.sampled(ended("Hello \n"));
    AddedContext added = segments.add(user("Bye"));
    assertThat(added.text()).startsWith("\n<|im_start|>user\nBye");
    assertThat(added.prefixBreak()).isPresent();
  }

  @Test
  void aTurnEndedByAnotherTokenIsNotEndedTwice() {
    PromptTokenizer twoEnds =
        new ByteTokenizer(
            List.of("<|im_start|>", "<|im_end|>", "<|stop|>"), Set.of("<|im_end|>", "<|stop|>"));
    ChatSegments segments = new ChatSegments(template(CHATML), twoEnds, ChatSettings.NONE);
    segments.open(OPENING);
    assertThat(segments.sampled(twoEnds.encode("Hello<|stop|>"))).isEqualTo("Hello");
    AddedContext added = segments.add(user("Bye"));
    assertThat(added.text()).startsWith("\n<|im_start|>user\nBye");
    assertThat(added.prefixBreak().orElseThrow().shown()).contains("Hello<|stop|>");
  }

  @Test
  void aTemplateWithoutATokenThatEndsTurnsIsClosedAsItCloses() {
    ChatSegments segments =
        segments(
            "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
                + "{% if add_generation_prompt %}[assistant] {% endif %}");
    segments.open(OPENING);
    segments.sampled(TOKENIZER.encode("Hello"));
    AddedContext added = segments.add(user("Bye"));
    assertThat(added.text()).isEqualTo("\n[user] Bye\n[assistant] ");
    assertThat(added.prefixBreak()).isEmpty();
  }

  @Test
  void anEndTokenTheTemplateDoesNotWriteIsReportedAndKept() {
    ChatSegments segments = segments("{% for m in messages %}{{ m.content }}\n{% endfor %}");
    segments.open(OPENING);
    int[] sampled = ended("Hello");
    segments.sampled(sampled);
    AddedContext added = segments.add(user("<|im_end|>Bye"));
    assertThat(added.text()).isEqualTo("\n<|im_end|>Bye\n");
    assertThat(added.prefixBreak()).isPresent();
    assertThat(Arrays.stream(segments.ids()).filter(id -> id == END)).hasSize(2);
  }

  @Test
  void whatStandsInForTheAnswerMayStandInTheConversation() {
    ChatSegments segments = segments(CHATML);
    segments.open(user("StandInForTheAnswer"));
    segments.sampled(ended("StandInForTheAnswerX"));
    assertThat(segments.add(user("StandInForTheAnswerXX")).text())
        .isEqualTo("\n<|im_start|>user\nStandInForTheAnswerXX<|im_end|>\n<|im_start|>assistant\n");
  }

  @Test
  void aTemplateThatHidesOrRepeatsAnswersIsRefused() {
    for (String source :
        List.of("{{ messages | length }}", CHATML + "{{ messages[-1].content }}" + CHATML)) {
      ChatSegments segments = segments(source);
      segments.open(OPENING);
      segments.sampled(ended("Hello"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> segments.add(user("Bye")))
          .withMessage(
              "the chat template does not show an assistant's text once and as it is, so a"
                  + " conversation cannot be continued by token ids; use a template that does");
    }
  }

  @Test
  void theStepsOfAConversationHaveAnOrder() {
    ChatSegments segments = segments(CHATML);
    assertThatIllegalStateException().isThrownBy(() -> segments.sampled(ended("a")));
    assertThatIllegalStateException().isThrownBy(() -> segments.add(user("a")));
    segments.open(OPENING);
    assertThatIllegalStateException().isThrownBy(() -> segments.open(OPENING));
    assertThatIllegalStateException().isThrownBy(() -> segments.add(user("a")));
    segments.sampled(ended("a"));
    assertThatIllegalStateException().isThrownBy(() -> segments.sampled(ended("a")));
    assertThatIllegalArgumentException().isThrownBy(() -> segments.add(List.of()));
  }

  @Test
  void toolsStandInThePromptAndVariablesHold() {
    ChatSettings settings =
        new ChatSettings(
            List.of(TemplateJson.object("{\"name\": \"look\"}", "tool")),
            Map.of("enable_thinking", false));
    ChatSegments segments =
        new ChatSegments(template(Goldens.text("thinking.jinja")), TOKENIZER, settings);
    assertThat(segments.open(user("Hi")).text())
        .contains("{\"name\": \"look\"}")
        .endsWith("<|im_start|>assistant\n<think>\n\n</think>\n\n");
    segments.sampled(ended("Yes"));
    AddedContext added = segments.add(user("So?"));
    assertThat(added.text()).endsWith("<think>\n\n</think>\n\n");
    assertThat(added.prefixBreak()).isPresent();
  }
}
