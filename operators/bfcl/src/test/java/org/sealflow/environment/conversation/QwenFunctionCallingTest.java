package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ToolDoc;

class QwenFunctionCallingTest {
  private final PromptStyle style = PromptStyles.qwenFunctionCalling();

  @Test
  void theSystemPromptIsTheProtocolsByteForByte() {
    List<String> tools =
        List.of(
            style.tool(TestingDesk.tool(TestingDesk.LS)),
            style.tool(TestingDesk.tool(TestingDesk.CAT)));
    assertThat(style.systemPrompt(tools))
        .isEqualTo(
            "# Tools\n"
                + "\n"
                + "You may call one or more functions to assist with the user query.\n"
                + "\n"
                + "You are provided with function signatures within <tools></tools> XML tags:\n"
                + "<tools>\n"
                + "{\"name\": \"ls\", \"description\": \"Lists the folder.\", \"parameters\":"
                + " {\"type\": \"dict\", \"properties\": {\"a\": {\"type\": \"boolean\","
                + " \"description\": \"Hidden ones too.\", \"default\": false}}, \"required\":"
                + " []}, \"response\": {\"type\": \"dict\"}}\n"
                + "{\"name\": \"cat\", \"description\": \"Shows a file \\u2013 even a"
                + " caf\\u00e9's.\", \"parameters\": {\"type\": \"dict\", \"properties\":"
                + " {\"file_name\": {\"type\": \"string\", \"description\": \"Its name. \"}},"
                + " \"required\": [\"file_name\"]}}\n"
                + "</tools>\n"
                + "\n"
                + "For each function call, return a json object with function name and arguments"
                + " within <tool_call></tool_call> XML tags:\n"
                + "<tool_call>\n"
                + "{\"name\": <function-name>, \"arguments\": <args-json-object>}\n"
                + "</tool_call>");
  }

  @Test
  void withoutToolsThereIsNoSystemPrompt() {
    assertThat(style.systemPrompt(List.of())).isEmpty();
  }

  @Test
  void toolsKeepTheirKeyOrderTypesAndEscapes() {
    String document =
        "{\"response\": {\"b\": 1, \"a\": 2.0}, \"name\": \"x\", \"z\": [null, true]}";
    assertThat(style.tool(TestingDesk.tool(document))).isEqualTo(document);
  }

  @Test
  void revealedToolsCarryTheLanguageSentenceOnceAndKeepTheirCharacters() {
    ToolDoc cat = TestingDesk.tool(TestingDesk.CAT);
    String expected =
        "{\"name\": \"cat\", \"description\": \"Shows a file \u2013 even a caf\u00e9's. Note that"
            + " the provided function is in Python 3 syntax.\", \"parameters\": {\"type\":"
            + " \"dict\", \"properties\": {\"file_name\": {\"type\": \"string\", \"description\":"
            + " \"Its name. \"}}, \"required\": [\"file_name\"]}}";
    assertThat(style.revealedTool(cat)).isEqualTo(expected);
    assertThat(style.revealedTool(cat)).isEqualTo(expected);
    assertThat(style.tool(cat)).isEqualTo(TestingDesk.CAT);
  }

  @Test
  void aRevealIsAListOfToolsAndASentence() {
    assertThat(style.reveal(List.of("{\"a\": 1}", "{\"b\": 2}")))
        .isEqualTo(
            "[{\"a\": 1}, {\"b\": 2}]\n"
                + "I have updated some more functions you can choose from. What about now?");
    assertThat(style.reveal(List.of())).startsWith("[]\nI have updated");
  }

  @Test
  void resultsStandBetweenTags() {
    assertThat(style.result("None")).isEqualTo("<tool_response>\nNone\n</tool_response>");
  }

  /** Prompts written under one digest are comparable; a change of the template is deliberate. */
  @Test
  void theTemplatesDigestIsPinned() {
    assertThat(style.templateDigest())
        .isEqualTo("718d50bf7b74193494a940af03f9a7a9e58a1ee3fb6a6d16d67a60374046312a");
  }
}
