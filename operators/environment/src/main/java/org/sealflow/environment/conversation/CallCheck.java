package org.sealflow.environment.conversation;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;

/** The checks a call passes before anything of its answer is executed (5.3). */
final class CallCheck {
  private final Predicate<String> available;

  /**
   * The checks.
   *
   * @param available whether a tool of that name may be called
   */
  CallCheck(Predicate<String> available) {
    this.available = available;
  }

  /** Why the first bad call refuses the answer; null if there is none. */
  @Nullable String problem(List<ToolCall> calls) {
    for (ToolCall call : calls) {
      String problem = problem(call);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private @Nullable String problem(ToolCall call) {
    if (!Py.isTrue(call.name())) {
      return "Missing function name in tool call.";
    }
    String tool = "Tool '" + call.nameText() + "' ";
    if (!available.test(call.nameText())) {
      return tool + "is not available in the current tool list.";
    }
    if (call.hasMalformedArguments()) {
      return tool + "has invalid JSON arguments: " + Py.str(call.arguments());
    }
    return call.argumentObject() == null ? tool + "arguments must be a JSON object." : null;
  }
}
