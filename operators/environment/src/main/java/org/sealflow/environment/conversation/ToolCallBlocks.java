package org.sealflow.environment.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.sealflow.python.PyStrings;

/**
 * The {@code <tool_call>{…}</tool_call>} blocks of an answer: the shortest ones, white space around
 * the object allowed (environment-protocol.md 4.1). Found in one pass, however many tags are left
 * open.
 *
 * @param objects the texts from {@code {} to }}, in order
 * @param content the answer without the blocks, trimmed, with one empty line for every run of blank
 *     ones
 */
record ToolCallBlocks(List<String> objects, String content) {
  private static final String OPEN = "<tool_call>";
  private static final String CLOSE = "</tool_call>";
  private static final Pattern BLANK_LINES = Pattern.compile("\\n[\\s\\x1c-\\x1f\\x85\\p{Z}]*\\n");

  static ToolCallBlocks in(String answer) {
    List<String> objects = new ArrayList<>();
    StringBuilder rest = new StringBuilder();
    int at = 0;
    int open = answer.indexOf(OPEN);
    while (open >= 0) {
      int begin = skipSpaces(answer, open + OPEN.length());
      int end = answer.startsWith("{", begin) ? objectEnd(answer, begin) : begin;
      if (end < 0) {
        break;
      }
      if (end > begin) {
        objects.add(answer.substring(begin, end));
        rest.append(answer, at, open);
        at = skipSpaces(answer, end) + CLOSE.length();
      }
      open = answer.indexOf(OPEN, Math.max(at, open + 1));
    }
    String content = rest.append(answer, at, answer.length()).toString();
    return new ToolCallBlocks(objects, trimmed(content));
  }

  /** Whether a tag stands in a text that has no block. */
  static boolean mentionsTag(String answer) {
    return answer.contains("<tool_call") || answer.contains(CLOSE);
  }

  /** The end of the object whose brace stands there, or -1 where none is closed any more. */
  private static int objectEnd(String answer, int begin) {
    int close = answer.indexOf(CLOSE, begin);
    while (close >= 0) {
      int end = close;
      while (PyStrings.isSpace(answer.charAt(end - 1))) {
        end--;
      }
      if (answer.charAt(end - 1) == '}') {
        return end;
      }
      close = answer.indexOf(CLOSE, close + 1);
    }
    return -1;
  }

  private static int skipSpaces(String text, int from) {
    int at = from;
    while (at < text.length() && PyStrings.isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static String trimmed(String content) {
    return PyStrings.strip(BLANK_LINES.matcher(content).replaceAll("\n\n"));
  }
}
