package org.sealflow.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.template.Goldens;
import org.sealflow.model.template.TemplateException;

class ChatTemplateTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-03-05T14:07:09Z"), ZoneOffset.UTC);
  private static final List<TemplateMessage> HI = List.of(TemplateMessage.user("Hi"));

  @TempDir Path directory;

  private static ChatTemplate template(String source) {
    return ChatTemplate.of(source, Map.of("bos_token", "<s>"), CLOCK);
  }

  private static String render(String source) {
    return template(source).render(HI, ChatSettings.NONE, true);
  }

  @Test
  void aTemplateIsGivenWhatHuggingFaceGives() {
    assertThat(render("{{ bos_token }}{{ messages[0].role }}: {{ messages[0]['content'] }}"))
        .isEqualTo("<s>user: Hi");
    assertThat(render("{{ tools is defined }}{{ tools is none }}{{ documents is none }}"))
        .isEqualTo("TrueTrueTrue");
    assertThat(render("{{ eos_token is defined }}{{ add_generation_prompt }}"))
        .isEqualTo("FalseTrue");
    assertThat(template("{{ add_generation_prompt }}").render(HI, ChatSettings.NONE, false))
        .isEqualTo("False");
    assertThat(render("{{ strftime_now('%d %b %Y') }}")).isEqualTo("05 Mar 2026");
  }

  @Test
  void variablesAndToolsReachTheTemplate() {
    Map<String, Object> tool = Map.copyOf(TemplateJson.object("{\"name\": \"é\"}", "the tool"));
    ChatSettings settings =
        new ChatSettings(List.of(tool), Map.of("enable_thinking", false, "bos_token", "<t>"));
    String source = "{{ tools | tojson }}{{ enable_thinking }}{{ bos_token }}";
    assertThat(template(source).render(HI, settings, true))
        .isEqualTo("[{\"name\": \"é\"}]False<t>");
  }

  @Test
  void whatAMessageDoesNotHaveIsUndefined() {
    String source =
        "{% for m in messages %}{{ m.keys() | join(',') }};{% endfor %}{{ messages[0].content }}";
    TemplateMessage call =
        new TemplateMessage(
            "assistant",
            null,
            "hm",
            List.of(new MessageCall("c1", "look", Map.of("at", "sky"))),
            null);
    TemplateMessage answer = new TemplateMessage("tool", "blue", null, List.of(), "c1");
    assertThat(template(source).render(List.of(call, answer), ChatSettings.NONE, true))
        .isEqualTo("role,content,reasoning_content,tool_calls;role,content,tool_call_id;None");
    assertThat(
            template("{{ messages[0].tool_calls | tojson(sort_keys=true) }}")
                .render(List.of(call), ChatSettings.NONE, true))
        .isEqualTo(
            "[{\"function\": {\"arguments\": {\"at\": \"sky\"}, \"name\": \"look\"},"
                + " \"id\": \"c1\", \"type\": \"function\"}]");
  }

  @Test
  void aWholeConversationReadsLikeTheSameOneOfPython() {
    String rendered =
        Goldens.rows("conversations-rendered.jsonl").stream()
            .filter(row -> row.get("template").asText().equals("chatml-tools.jinja"))
            .filter(row -> row.get("conversation").asText().equals("system and several turns"))
            .findFirst()
            .orElseThrow()
            .get("text")
            .asText();
    List<TemplateMessage> messages =
        List.of(
            TemplateMessage.system("You are a pirate."),
            TemplateMessage.user("Hi"),
            TemplateMessage.assistant("Ahoy!"),
            TemplateMessage.user("Bye"),
            TemplateMessage.assistant("Farewell."),
            TemplateMessage.user("Really?"));
    assertThat(
            template(Goldens.text("chatml-tools.jinja")).render(messages, ChatSettings.NONE, true))
        .isEqualTo(rendered);
  }

  @Test
  void theTemplateFileOfADirectoryGoesBeforeItsConfiguration() throws IOException {
    Files.writeString(
        directory.resolve("tokenizer_config.json"),
        "{\"chat_template\": \"from config {{ eos_token }}\","
            + " \"eos_token\": {\"content\": \"</s>\"}, \"pad_token\": null}");
    assertThat(fromDirectory().render(HI, ChatSettings.NONE, true)).isEqualTo("from config </s>");
    Files.writeString(
        directory.resolve("chat_template.jinja"), "from file {{ eos_token }}{{ pad_token }}\n");
    assertThat(fromDirectory().render(HI, ChatSettings.NONE, true)).isEqualTo("from file </s>");
  }

  private ChatTemplate fromDirectory() throws IOException {
    return ChatTemplate.fromDirectory(directory, CLOCK);
  }

  @Test
  void ofSeveralTemplatesTheOneForToolsServesConversationsWithTools() throws IOException {
    Files.writeString(
        directory.resolve("tokenizer_config.json"),
        "{\"chat_template\": [{\"name\": \"default\", \"template\": \"plain\"},"
            + " {\"name\": \"tool_use\", \"template\": \"with tools\"}]}");
    ChatSettings tools = new ChatSettings(List.of(Map.of("name", "look")), Map.of());
    assertThat(fromDirectory().render(HI, ChatSettings.NONE, true)).isEqualTo("plain");
    assertThat(fromDirectory().render(HI, tools, true)).isEqualTo("with tools");
  }

  @Test
  void aDirectoryWithoutATemplateIsRefusedInOneLine() throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(this::fromDirectory)
        .withMessage(
            "%s holds no chat template, expected chat_template.jinja or the key chat_template of"
                + " tokenizer_config.json",
            directory);
    Files.writeString(directory.resolve("tokenizer_config.json"), "{\n\"chat_template\": oops}");
    assertThatIllegalArgumentException()
        .isThrownBy(this::fromDirectory)
        .withMessageMatching("(?-s).*tokenizer_config.json is no JSON object: line 2: .*");
    Files.writeString(directory.resolve("chat_template.jinja"), "a\n{% if %}");
    Files.delete(directory.resolve("tokenizer_config.json"));
    assertThatExceptionOfType(TemplateException.class)
        .isThrownBy(this::fromDirectory)
        .withMessage("%s line 2: expected an expression, found '%%}'", directory);
  }

  @Test
  void theDigestTellsTemplatesApart() {
    assertThat(template("a").digest()).isEqualTo(template("a").digest()).hasSize(64);
    assertThat(template("a").digest()).isNotEqualTo(template("b").digest());
    assertThat(template("a").digest())
        .isNotEqualTo(ChatTemplate.of("a", Map.of("bos_token", "<t>"), CLOCK).digest());
  }

  @Test
  void messagesAndCallsHaveNames() {
    assertThatIllegalArgumentException().isThrownBy(() -> TemplateMessage.of("", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> new MessageCall(null, "", Map.of()));
  }
}
