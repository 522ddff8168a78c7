package org.sealflow.bfcl.conversation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.environment.KeywordCall;
import org.sealflow.python.call.Method;

/**
 * Writes call strings as a policy writes tool calls: the way back from the ground truth's calls to
 * an answer whose execution does the same.
 */
public final class CallAnswers {
  private CallAnswers() {}

  /**
   * The answer that makes some calls: one {@code <tool_call>} block each, on lines of their own;
   * empty for no call, which ends a turn.
   *
   * @param calls calls of a plain name with arguments that JSON has a form for; positional ones get
   *     the names of the simulator's parameters
   * @throws IllegalArgumentException if a call is anything else
   */
  public static String of(List<String> calls) {
    List<String> blocks = new ArrayList<>(calls.size());
    for (String call : calls) {
      blocks.add(KeywordCall.of(call, CallAnswers::parameter).block());
    }
    return String.join("\n", blocks);
  }

  private static @Nullable String parameter(String tool, int position) {
    SimulatorClass<?> type = Simulators.withMethod(tool);
    Method<?> method = type == null ? null : type.method(tool);
    return method == null || position >= method.parameters().size()
        ? null
        : method.parameters().get(position).name();
  }
}
