package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.model.text.ByteTokenizer;
import org.sealflow.model.text.ChatTemplate;

class TemplateTokensTest {
  private static final String TEMPLATE =
      "{% for message in messages %}<|im_start|>{{ message.role }}\n"
          + "{{ message.content }}<|im_end|>\n{% endfor %}"
          + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

  private final ByteTokenizer tokenizer = ByteTokenizer.chatMl();
  private final ChatTemplate template =
      ChatTemplate.of(TEMPLATE, Map.of(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  @Test
  void theIdsOfAnEpisodeAreWhatTheTemplateMakesOfItWithEveryAnswerAsItWasSampled() {
    EpisodeTokens tokens = TemplateTokens.of(template, tokenizer).open();
    List<Integer> ids =
        new ArrayList<>(
            tokens.context(
                List.of(new ChatMessage("system", "s"), new ChatMessage("user", "Größe?"))));
    List<Integer> sampled = new ArrayList<>(ids("groß"));
    sampled.add(tokens.stopIds().get(0));

    assertThat(tokens.sampled(sampled)).isEqualTo("groß");
    ids.addAll(sampled);
    ids.addAll(tokens.context(List.of(new ChatMessage("user", "Danke."))));

    assertThat(tokenizer.decode(ids.stream().mapToInt(Integer::intValue).toArray()))
        .startsWith("<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nGröße?<|im_end|>\n")
        .contains("<|im_start|>assistant\ngroß<|im_end|>")
        .endsWith("<|im_start|>user\nDanke.<|im_end|>\n<|im_start|>assistant\n");
  }

  @Test
  void whatTheTemplateIsToldReachesEveryEpisode() {
    ChatTemplate thinking =
        ChatTemplate.of(
            TEMPLATE.replace(
                "assistant\n",
                "assistant\n{% if enable_thinking is false %}<think></think>{% endif %}"),
            Map.of(),
            Clock.systemUTC());
    List<ChatMessage> opening = List.of(new ChatMessage("user", "a"));

    assertThat(text(thinking, new RequestOptions(true, null), opening)).endsWith("assistant\n");
    assertThat(text(thinking, new RequestOptions(true, true), opening)).endsWith("assistant\n");
    assertThat(text(thinking, new RequestOptions(true, false), opening))
        .endsWith("assistant\n<think></think>");
  }

  private String text(ChatTemplate shown, RequestOptions requests, List<ChatMessage> opening) {
    EpisodeTokens tokens = TemplateTokens.of(shown, tokenizer, requests.chatSettings()).open();
    return tokenizer.decode(tokens.context(opening).stream().mapToInt(Integer::intValue).toArray());
  }

  @Test
  void everyEpisodeBeginsAnew() {
    EpisodeTokens.Factory factory = TemplateTokens.of(template, tokenizer);
    List<ChatMessage> opening = List.of(new ChatMessage("user", "a"));
    assertThat(factory.open().context(opening)).isEqualTo(factory.open().context(opening));
  }

  private List<Integer> ids(String text) {
    List<Integer> ids = new ArrayList<>();
    for (int id : tokenizer.encode(text)) {
      ids.add(id);
    }
    return ids;
  }
}
