package org.sealflow.rollout.scripted;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.PyList;

/**
 * The messages of an episode so far: the system prompt, and the tools documented in it or revealed
 * since. All a scripted policy knows of its environment beside the ground truth.
 */
final class ShownText {
  /** A documented tool in a line of its own. */
  private static final Pattern TOOL = Pattern.compile("\\{\"name\": \"([^\"\\\\]+)\"");

  private static final String RESULT_OPEN = "<tool_response>";
  private static final String RESULT_CLOSE = "</tool_response>";

  private final Map<String, String> tools = new LinkedHashMap<>();
  private String systemPrompt = "";

  void read(List<ChatMessage> messages) {
    for (ChatMessage message : messages) {
      if (message.role().equals("system")) {
        systemPrompt = message.content();
        systemPrompt.lines().forEach(this::readTool);
      } else if (message.content().startsWith("[{")) {
        message.content().lines().findFirst().ifPresent(this::readTools);
      }
    }
  }

  private void readTool(String line) {
    Matcher tool = TOOL.matcher(line);
    if (tool.lookingAt() && line.contains("\"parameters\": ")) {
      tools.put(tool.group(1), line);
    }
  }

  private void readTools(String list) {
    try {
      if (PyJsonReader.read(list) instanceof PyList revealed) {
        for (Object tool : revealed) {
          readTool(PyJson.dumps(tool));
        }
      }
    } catch (PyException noTools) {
      // A user may begin a message like that.
      return;
    }
  }

  boolean promptHolds(String text) {
    return systemPrompt.contains(text);
  }

  /** Names of the tools shown, in the order shown. */
  List<String> tools() {
    return List.copyOf(tools.keySet());
  }

  /** A tool as shown; null if it is not. */
  @Nullable ToolDoc tool(String name) {
    String line = tools.get(name);
    return line != null && PyJsonReader.read(line) instanceof PyDict document
        ? ToolDoc.of(document)
        : null;
  }

  /** Whether the description of an argument holds a text. */
  boolean argumentHolds(String tool, String argument, String text) {
    ToolDoc document = tool(tool);
    PyDict parameter = document == null ? null : document.parameters().get(argument);
    return parameter != null
        && parameter.get("description") instanceof String description
        && description.contains(text);
  }

  /**
   * Whether a line stands behind a result.
   *
   * @param text what it has to hold; null for anything
   */
  static boolean holdsHint(String reply, @Nullable String text) {
    int end = reply.indexOf(RESULT_CLOSE);
    if (end < 0) {
      return false;
    }
    String behind = reply.substring(end + RESULT_CLOSE.length()).strip();
    return !behind.isEmpty()
        && !behind.startsWith(RESULT_OPEN)
        && (text == null || behind.contains(text));
  }
}
