package org.sealflow.environment.conversation;

import java.util.List;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.schemas.digest.Sha256;

/** The prompt styles there are, by name. */
public final class PromptStyles {
  private static final PromptStyle QWEN_FUNCTION_CALLING = new QwenFunctionCalling();
  private static final PromptStyle SIGNATURES = new SignaturePrompts();
  private static final List<PromptStyle> ALL = List.of(QWEN_FUNCTION_CALLING, SIGNATURES);

  private PromptStyles() {}

  /** {@code bfcl_qwen_fc}: the benchmark's prompt for Qwen models, the protocol's default. */
  public static PromptStyle qwenFunctionCalling() {
    return QWEN_FUNCTION_CALLING;
  }

  /** {@code signatures}: a line per tool and short results, for small models. */
  public static PromptStyle signatures() {
    return SIGNATURES;
  }

  /**
   * The style of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PromptStyle named(String name) {
    for (PromptStyle style : ALL) {
      if (style.name().equals(name)) {
        return style;
      }
    }
    throw new IllegalArgumentException(
        "no prompt style '"
            + name
            + "'; there are "
            + String.join(", ", ALL.stream().map(PromptStyle::name).toList()));
  }

  static String digest(PromptStyle style) {
    ToolDoc tool = exampleTool();
    return Sha256.hex(
        String.join(
            "\n\n",
            style.name(),
            style.systemPrompt(List.of()),
            style.systemPrompt(List.of(style.tool(tool), style.tool(tool))),
            style.reveal(List.of(style.revealedTool(tool), style.revealedTool(tool))),
            style.result("{\"result\": 1}")));
  }

  /** Holds what a style may write in a way of its own: types, defaults, characters beyond ASCII. */
  private static ToolDoc exampleTool() {
    PyDict required = PyDict.of("type", "float", "description", "Caf\u00e9 \u20ac.");
    PyDict optional = PyDict.of("type", "array", "items", PyDict.of("type", "dict"), "default", 1L);
    PyDict schema =
        PyDict.of(
            "type",
            "dict",
            "properties",
            PyDict.of("required", required, "optional", optional),
            "required",
            PyList.of("required"));
    return ToolDoc.of(
        PyDict.of(
            "name",
            "example",
            "description",
            "An example.",
            "parameters",
            schema,
            "response",
            PyDict.of("type", "dict")));
  }
}
