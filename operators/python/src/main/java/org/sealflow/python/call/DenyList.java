package org.sealflow.python.call;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names the benchmark does not let a call begin with (call-execution.md, section 3.2). */
final class DenyList {
  private static final Set<String> NAMES =
      Set.of("kill", "exit", "quit", "remove", "unlink", "popen", "Popen", "run");

  private static final int SHORTEST = 3;
  private static final int LONGEST = 6;

  private DenyList() {}

  /**
   * The denied name a rewritten call begins with, or null.
   *
   * <p>What counts is the text before the first bracket, or its second piece where it has dots. An
   * instance name in front of a method adds a first or second piece that is never a denied name, so
   * the answer is the same with and without it.
   */
  static @Nullable String deniedName(String text) {
    int bracket = text.indexOf('(');
    int end = bracket < 0 ? text.length() : bracket;
    int dot = text.indexOf('.');
    int start = 0;
    if (dot >= 0 && dot < end) {
      start = dot + 1;
      int next = text.indexOf('.', start);
      end = next >= 0 && next < end ? next : end;
    }
    int length = end - start;
    if (length < SHORTEST || length > LONGEST) {
      return null;
    }
    String name = text.substring(start, end);
    return NAMES.contains(name) ? name : null;
  }
}
