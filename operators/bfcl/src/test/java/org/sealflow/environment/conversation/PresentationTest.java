package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.environment.conversation.TestingDesk.call;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

class PresentationTest {
  private static final String BAD_CALL = call("cat", "{\"file\": \"note.txt\"}");
  private static final String GOOD_CALL = call("cat", "{\"file_name\": \"note.txt\"}");
  private static final String ERROR =
      "Error during execution: GorillaFileSystem.cat() got an unexpected keyword argument 'file'";

  private final TestingPresentation shown = new TestingPresentation();
  private final Conversation conversation = TestingDesk.start(Rules.of(null), shown);
  private final Conversation plain = TestingDesk.plain();

  @Test
  void cuesAndGuidelinesStandInTheSystemPrompt() {
    String prompt = conversation.opening().get(0).content();
    assertThat(prompt)
        .isEqualTo(
            plain
                    .opening()
                    .get(0)
                    .content()
                    .replace("\"Hidden ones too.\"", "\"Hidden ones too. <a>\"")
                    .replace("\"Its name. \"", "\"Its name.  <file_name>\"")
                + "\n\nLook twice.\n\nHints:\n- Act once.");
    assertThat(conversation.opening().get(1)).isEqualTo(plain.opening().get(1));
  }

  @Test
  void revealedToolsCarryCuesToo() {
    String reveal = conversation.step("").reply().content();
    assertThat(reveal)
        .isEqualTo(
            plain
                .step("")
                .reply()
                .content()
                .replace("\"Its name.\"", "\"Its name. <file_name>\"")
                .replace("\"What to count.\"", "\"What to count. <mode>\""));
    assertThat(reveal).contains("<mode>").contains("in Python 3 syntax.");
  }

  @Test
  void theTasksDocumentationStaysAsItIs() {
    conversation.step("");
    assertThat(TestingDesk.start(Rules.of(null), Presentation.plain()).opening())
        .isEqualTo(plain.opening());
    assertThat(TestingDesk.TOOLS.get(0).parameters().get("a").get("description"))
        .isEqualTo("Hidden ones too.");
  }

  @Test
  void aHintIsALineAfterTheResultItIsAbout() {
    StepOutcome outcome = conversation.step(BAD_CALL + GOOD_CALL);
    String content = "{\"file_content\": \"one two\"}";
    assertThat(outcome.executed())
        .containsExactly(
            new ExecutedCall(
                "cat(file='note.txt')",
                ERROR,
                "<tool_response>\n" + ERROR + "\n</tool_response>\nMind the arguments of cat"),
            new ExecutedCall(
                "cat(file_name='note.txt')",
                content,
                "<tool_response>\n" + content + "\n</tool_response>"));
    assertThat(outcome.reply().content())
        .isEqualTo(
            "<tool_response>\n"
                + ERROR
                + "\n</tool_response>\nMind the arguments of cat\n<tool_response>\n"
                + content
                + "\n</tool_response>\n");
    assertThat(shown.seen)
        .containsExactly(
            "cat | cat(file='note.txt') | " + ERROR,
            "cat | cat(file_name='note.txt') | " + content);
  }

  @Test
  void aMalformedAnswersHintFollowsTheErrorAndKnowsTheToolsShownByThen() {
    String error = "Found tool_call tag text, but no valid <tool_call>{...}</tool_call> block.";
    assertThat(conversation.step("<tool_call>").reply().content())
        .isEqualTo("[ERROR] Invalid tool call format: " + error + "\nWrite JSON.\nTools: ls, cat");
    conversation.step("");
    assertThat(conversation.step("<tool_call>").reply().content()).endsWith("\nTools: ls, cat, wc");
    assertThat(shown.seen).containsExactly(error + " | [ls, cat]", error + " | [ls, cat, wc]");
  }

  @Test
  void aRefusedCallGetsNoHint() {
    assertThat(conversation.step(call("wc", "{}")).reply().content())
        .isEqualTo(
            "[ERROR] Invalid tool call format: Tool 'wc' is not available in the current tool"
                + " list.");
    assertThat(shown.seen).isEmpty();
  }

  @Test
  void aTerminatingParseErrorGetsNoHint() {
    Rules rules = new Rules(true, null, true, ParserOptions.DEFAULTS);
    assertThat(TestingDesk.start(rules, shown).step("<tool_call>").reply().content())
        .isEqualTo("[CONVERSATION_COMPLETED]");
    assertThat(shown.seen).isEmpty();
  }

  @Test
  void aPresentationMayChangeDescriptionsOfParametersOnly() {
    refused(tool -> tool.put("name", "dog"));
    refused(tool -> tool.put("description", "Shows."));
    refused(tool -> tool.put("note", 1L));
    refused(tool -> tool.remove("parameters"));
    refused(tool -> parameters(tool).put("required", PyList.of("a")));
    refused(tool -> properties(tool).put("b", new PyDict()));
    refused(tool -> properties(tool).remove("a"));
    refused(tool -> ((PyDict) properties(tool).getItem("a")).put("type", "integer"));
    Consumer<PyDict> allowed =
        tool -> properties(tool).values().forEach(p -> ((PyDict) p).put("description", "x"));
    assertThat(start(allowed).opening().get(0).content()).contains("\"description\": \"x\"");
  }

  private static PyDict parameters(PyDict tool) {
    return (PyDict) tool.getItem("parameters");
  }

  private static PyDict properties(PyDict tool) {
    return (PyDict) parameters(tool).getItem("properties");
  }

  private static void refused(Consumer<PyDict> change) {
    assertThatThrownBy(() -> start(change))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the presentation changes what the tool ls is; it may change the descriptions of its"
                + " parameters and nothing else");
  }

  private static Conversation start(Consumer<PyDict> change) {
    return TestingDesk.start(Rules.of(null), TestingCopies.changed(change));
  }
}
