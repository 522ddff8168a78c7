package org.sealflow.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of an answer as models of the Qwen family write them: {@code <tool_call>{"name":
 * …, "arguments": {…}}</tool_call>}, white space around the object allowed.
 *
 * @param content what stands outside of the calls, trimmed
 * @param calls in order; none if any block is broken, so that the text then reaches the caller as
 *     it was written
 */
record ToolCalls(String content, List<ToolCalls.Written> calls) {
  private static final String OPEN = "<tool_call>";
  private static final String CLOSE = "</tool_call>";
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * A call.
   *
   * @param arguments the JSON object as it was written
   */
  record Written(String name, String arguments) {}

  ToolCalls {
    calls = List.copyOf(calls);
  }

  /** Reads an answer. */
  static ToolCalls in(String answer) {
    List<Written> calls = new ArrayList<>();
    StringBuilder content = new StringBuilder();
    int at = 0;
    for (int open = answer.indexOf(OPEN); open >= 0; open = answer.indexOf(OPEN, at)) {
      int close = answer.indexOf(CLOSE, open);
      Written call = close < 0 ? null : call(answer.substring(open + OPEN.length(), close).strip());
      if (call == null) {
        return new ToolCalls(answer, List.of());
      }
      calls.add(call);
      content.append(answer, at, open);
      at = close + CLOSE.length();
    }
    return calls.isEmpty()
        ? new ToolCalls(answer, calls)
        : new ToolCalls(content.append(answer, at, answer.length()).toString().strip(), calls);
  }

  /** The call of a block; null if it holds none. */
  private static @Nullable Written call(String block) {
    try (JsonParser parser = JSON.createParser(block)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      String name = null;
      String arguments = null;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        int begin = (int) parser.currentTokenLocation().getCharOffset();
        if (field.equals("name") && value == JsonToken.VALUE_STRING) {
          name = parser.getText();
        }
        parser.skipChildren();
        if (field.equals("arguments") && value == JsonToken.START_OBJECT) {
          arguments = block.substring(begin, (int) parser.currentLocation().getCharOffset());
        }
      }
      return name == null || name.isEmpty() || arguments == null || parser.nextToken() != null
          ? null
          : new Written(name, arguments);
    } catch (IOException malformed) {
      return null;
    }
  }
}
