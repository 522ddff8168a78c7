package org.sealflow.environment.conversation;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;

/**
 * {@code signatures}: a prompt for small models (nano-policy.md). A tool is one line, {@code
 * name(parameter,parameter=default)}; what a presentation says of a parameter stands behind its
 * name, {@code name(parameter! in {a,b},parameter=default)}; results are cut. Calls are written as
 * in {@code bfcl_qwen_fc}.
 */
final class SignaturePrompts implements PromptStyle {
  /** Longest a result may be, in characters. */
  private static final int MAX_RESULT = 160;

  private static final String CUT = "...";

  private static final String INSTRUCTIONS =
      """
      Call one of these functions per message, or answer in words.
      <tool_call>
      {"name": "function", "arguments": {"parameter": "value"}}
      </tool_call>
      """;

  private static final String REVEAL = "These functions are there now. Go on.";

  /** How the documents write that nothing is given. */
  private static final String ABSENT = "None";

  @Override
  public String name() {
    return "signatures";
  }

  @Override
  public String tool(ToolDoc tool) {
    List<String> required = tool.requiredParameters();
    StringJoiner signature = new StringJoiner(",", tool.name() + "(", ")");
    for (Map.Entry<String, PyDict> parameter : tool.parameters().entrySet()) {
      String text = parameter(parameter.getKey(), parameter.getValue());
      boolean optional = !required.contains(parameter.getKey());
      signature.add(optional ? text + "=" + defaultValue(parameter.getValue()) : text);
    }
    return signature.toString();
  }

  private static String parameter(String name, PyDict parameter) {
    return parameter.get("description") instanceof String description
        ? name + ParameterCue.of(description).compact()
        : name;
  }

  private static String defaultValue(PyDict parameter) {
    Object value = parameter.get("default");
    return value == null || value.equals(ABSENT) ? "null" : PyJson.dumps(value);
  }

  @Override
  public String systemPrompt(List<String> tools) {
    return tools.isEmpty() ? "" : INSTRUCTIONS + String.join("\n", tools);
  }

  @Override
  public String revealedTool(ToolDoc tool) {
    return tool(tool);
  }

  @Override
  public String reveal(List<String> revealedTools) {
    return String.join("\n", revealedTools) + "\n" + REVEAL;
  }

  @Override
  public String result(String result) {
    return "<tool_response>\n" + shortened(result) + "\n</tool_response>";
  }

  private static String shortened(String result) {
    if (result.length() <= MAX_RESULT) {
      return result;
    }
    int end = MAX_RESULT - CUT.length();
    boolean inPair = Character.isHighSurrogate(result.charAt(end - 1));
    return result.substring(0, inPair ? end - 1 : end) + CUT;
  }
}
