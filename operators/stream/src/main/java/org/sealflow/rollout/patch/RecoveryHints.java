package org.sealflow.rollout.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.python.call.error.ErrorResult;
import org.sealflow.schemas.RecoveryHint;

/** How a recovery hint reads after an error. */
public final class RecoveryHints {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(tool|argument)\\}");
  private static final String UNNAMED = "the argument in question";
  private static final int MAX_NAME = 60;
  private static final int MAX_NAMES = 6;
  private static final int MAX_TOOLS = 12;

  private RecoveryHints() {}

  /**
   * The hint with its placeholders filled: the tool and the arguments as the error writes them, or
   * where it names no tool, as the call did. Long names are cut, and of many the first are given.
   *
   * @param toolName the tool as the call writes it
   */
  public static String render(RecoveryHint hint, ErrorResult error, String toolName) {
    String tool = error.tool() == null ? toolName : error.tool();
    String arguments = arguments(error.arguments());
    return PLACEHOLDER
        .matcher(hint.getText())
        .replaceAll(
            placeholder ->
                Matcher.quoteReplacement(
                    placeholder.group(1).equals("tool") ? cut(tool) : arguments));
  }

  private static String arguments(List<String> names) {
    if (names.isEmpty()) {
      return UNNAMED;
    }
    List<String> shown = new ArrayList<>();
    names.stream().limit(MAX_NAMES).forEach(name -> shown.add(cut(name)));
    if (names.size() > MAX_NAMES) {
      return String.join(", ", shown) + " and others";
    }
    String last = shown.remove(shown.size() - 1);
    return shown.isEmpty() ? last : String.join(", ", shown) + " and " + last;
  }

  private static String cut(String name) {
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
  }

  /**
   * The hint after a malformed answer, with the first tools and how many more there are in a line
   * of their own.
   *
   * @param tools names of the tools shown so far, in the order shown
   */
  static String renderAfterParseError(RecoveryHint hint, List<String> tools) {
    if (tools.isEmpty()) {
      return hint.getText();
    }
    List<String> shown = tools.stream().limit(MAX_TOOLS).map(RecoveryHints::cut).toList();
    int more = tools.size() - shown.size();
    return hint.getText()
        + "\nTools: "
        + String.join(", ", shown)
        + (more == 0 ? "" : " and " + more + " more");
  }
}
