package org.sealflow.environment.conversation;

import java.util.List;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;

/**
 * {@code bfcl_qwen_fc} with {@code bfcl_tool_response}: tools as raw JSON documents, byte for byte
 * as environment-protocol.md 3.1, 5.1 and 6 have it.
 */
final class QwenFunctionCalling implements PromptStyle {
  private static final String BEFORE_TOOLS =
      """
      # Tools

      You may call one or more functions to assist with the user query.

      You are provided with function signatures within <tools></tools> XML tags:
      <tools>
      """;

  private static final String AFTER_TOOLS =
      """

      </tools>

      For each function call, return a json object with function name and arguments within \
      <tool_call></tool_call> XML tags:
      <tool_call>
      {"name": <function-name>, "arguments": <args-json-object>}
      </tool_call>\
      """;

  private static final String REVEAL =
      "I have updated some more functions you can choose from. What about now?";

  /** The loader's language sentence: the protocol shows it on revealed tools and nowhere else. */
  private static final String LANGUAGE = " Note that the provided function is in Python 3 syntax.";

  @Override
  public String name() {
    return "bfcl_qwen_fc";
  }

  @Override
  public String tool(ToolDoc tool) {
    return PyJson.dumps(tool.document());
  }

  @Override
  public String systemPrompt(List<String> tools) {
    return tools.isEmpty() ? "" : BEFORE_TOOLS + String.join("\n", tools) + AFTER_TOOLS;
  }

  @Override
  public String revealedTool(ToolDoc tool) {
    PyDict document = tool.document();
    if (document.get("description") instanceof String description) {
      document = document.copy();
      document.put("description", description + LANGUAGE);
    }
    return UnescapedJson.of(PyJson.dumps(document));
  }

  @Override
  public String reveal(List<String> revealedTools) {
    return "[" + String.join(", ", revealedTools) + "]\n" + REVEAL;
  }

  @Override
  public String result(String result) {
    return "<tool_response>\n" + result + "\n</tool_response>";
  }
}
