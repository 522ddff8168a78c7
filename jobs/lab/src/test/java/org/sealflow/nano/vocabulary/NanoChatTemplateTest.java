package org.sealflow.nano.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.MessageCall;
import org.sealflow.model.text.TemplateJson;
import org.sealflow.model.text.TemplateMessage;
import org.sealflow.nano.demonstration.TestingLessons;
import org.sealflow.python.PyJson;

class NanoChatTemplateTest {
  private final ChatTemplate template =
      ChatTemplate.of(NanoChatTemplate.SOURCE, Map.of(), TestingTokenizer.CLOCK);
  private final PromptStyle style = PromptStyles.signatures();
  private final List<ToolDoc> tools = TestingLessons.read().tools();

  private String render(List<TemplateMessage> messages, boolean generation) {
    return template.render(messages, ChatSettings.NONE, generation);
  }

  @Test
  void messagesStandAsTheyAreBetweenTheirMarks() {
    List<TemplateMessage> messages =
        List.of(
            TemplateMessage.system(" Rules. "),
            TemplateMessage.user("Hi\n"),
            TemplateMessage.assistant("Done."));
    String text =
        "<|im_start|>system\n Rules. <|im_end|>\n"
            + "<|im_start|>user\nHi\n<|im_end|>\n"
            + "<|im_start|>assistant\nDone.<|im_end|>\n";
    assertThat(render(messages, false)).isEqualTo(text);
    assertThat(render(messages, true)).isEqualTo(text + "<|im_start|>assistant\n");
  }

  @Test
  void toolsBesideTheMessagesAreShownAsInTheStyleSignatures() {
    List<String> signatures = tools.stream().map(style::tool).toList();
    String prompt = style.systemPrompt(signatures);
    assertThat(withTools(List.of(TemplateMessage.user("Hi"))))
        .isEqualTo(
            "<|im_start|>system\n"
                + prompt
                + "<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n");
    assertThat(
            withTools(
                List.of(TemplateMessage.system("Guidelines:\n- Act."), TemplateMessage.user("Hi"))))
        .isEqualTo(
            "<|im_start|>system\n"
                + prompt
                + "\n\nGuidelines:\n- Act.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                + "<|im_start|>assistant\n");
  }

  private String withTools(List<TemplateMessage> messages) {
    List<Map<String, @Nullable Object>> schemas =
        tools.stream()
            .map(
                tool ->
                    TemplateJson.object(
                        "{\"type\": \"function\", \"function\": "
                            + PyJson.dumps(tool.document())
                            + "}",
                        tool.name()))
            .toList();
    return template.render(messages, new ChatSettings(schemas, Map.of()), true);
  }

  @Test
  void callsAndResultsGivenApartReadAsTheProtocolWritesThem() {
    MessageCall call = new MessageCall("1", "cat", Map.of("file_name", "a b.txt"));
    List<TemplateMessage> messages =
        List.of(
            TemplateMessage.user("Show it."),
            new TemplateMessage("assistant", null, null, List.of(call), null),
            TemplateMessage.tool("{\"file_content\": \"x\"}"),
            TemplateMessage.tool("y".repeat(161)));
    assertThat(render(messages, true))
        .isEqualTo(
            "<|im_start|>user\nShow it.<|im_end|>\n"
                + "<|im_start|>assistant\n<tool_call>\n"
                + "{\"name\": \"cat\", \"arguments\": {\"file_name\": \"a b.txt\"}}\n"
                + "</tool_call><|im_end|>\n"
                + "<|im_start|>user\n"
                + style.result("{\"file_content\": \"x\"}")
                + "\n"
                + style.result("y".repeat(161))
                + "\n<|im_end|>\n<|im_start|>assistant\n");
  }
}
