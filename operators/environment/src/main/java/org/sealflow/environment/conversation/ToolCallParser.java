package org.sealflow.environment.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.PyStrings;

/** The parser {@code xml_json} (environment-protocol.md 4.1). */
final class ToolCallParser {
  private static final Pattern PYTHON_LITERAL = Pattern.compile("\\b(?:True|False|None)\\b");

  private final ParserOptions options;

  ToolCallParser(ParserOptions options) {
    this.options = options;
  }

  /** Parses an answer. Errors are only reported where the parser is strict. */
  ParsedAnswer parse(String answer) {
    ToolCallBlocks blocks = ToolCallBlocks.in(answer);
    if (blocks.objects().isEmpty()) {
      return withoutBlock(answer);
    }
    List<ToolCall> calls = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    for (String object : blocks.objects()) {
      String error = read(object, calls);
      if (error != null) {
        errors.add(error);
      }
    }
    if (options.rejectCallsWithContent() && !blocks.content().isEmpty()) {
      errors.add("Tool-call output must not include text outside <tool_call> blocks.");
    }
    boolean good = errors.isEmpty() || !options.strict();
    return new ParsedAnswer(blocks.content(), calls, good ? null : String.join("; ", errors));
  }

  private ParsedAnswer withoutBlock(String answer) {
    boolean broken = options.strict() && ToolCallBlocks.mentionsTag(answer);
    String error =
        broken
            ? "Found tool_call tag text, but no valid <tool_call>{...}</tool_call> block."
            : null;
    return new ParsedAnswer(PyStrings.strip(answer), List.of(), error);
  }

  /** Adds the call of a block, or says why it is none. */
  private @Nullable String read(String object, List<ToolCall> calls) {
    Object json;
    try {
      json = PyJsonReader.read(object);
    } catch (PyException malformed) {
      return "Invalid tool call JSON" + literalHint(object) + ": " + malformed.text();
    }
    Object name = json instanceof PyDict fields ? fields.get("name") : null;
    Object arguments = json instanceof PyDict fields ? arguments(fields) : null;
    if (name == null || arguments == null) {
      return "Tool call JSON must contain both 'name' and 'arguments'.";
    }
    return options.strict()
        ? addStrictly(new ToolCall(name, arguments), calls)
        : add(new ToolCall(name, arguments), calls);
  }

  private @Nullable Object arguments(PyDict fields) {
    Object arguments = fields.get("arguments");
    return arguments == null && options.acceptParameters() ? fields.get("parameters") : arguments;
  }

  private static @Nullable String addStrictly(ToolCall call, List<ToolCall> calls) {
    String tool = "Tool '" + Py.str(call.name()) + "' ";
    if (call.hasMalformedArguments()) {
      return tool + "has non-JSON string arguments.";
    }
    PyDict arguments = call.argumentObject();
    return arguments == null
        ? tool + "arguments must be a JSON object."
        : add(new ToolCall(call.name(), arguments), calls);
  }

  private static @Nullable String add(ToolCall call, List<ToolCall> calls) {
    calls.add(call);
    return null;
  }

  private String literalHint(String object) {
    return options.flagPythonLiterals() && PYTHON_LITERAL.matcher(object).find()
        ? " (use JSON true/false/null, not Python True/False/None)"
        : "";
  }
}
