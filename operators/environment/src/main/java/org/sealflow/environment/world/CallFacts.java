package org.sealflow.environment.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.KeywordCall;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.python.PyDict;
import org.sealflow.schemas.CallStatus;

/** Makes the facts of calls out of their results. */
final class CallFacts {
  private CallFacts() {}

  /** The facts of the calls of a turn, in order. */
  static List<VerifiedCall> of(
      List<List<String>> steps, List<List<CallResult>> results, ToolCatalog tools) {
    List<VerifiedCall> facts = new ArrayList<>();
    for (int step = 0; step < steps.size(); step++) {
      for (int i = 0; i < steps.get(step).size(); i++) {
        facts.add(of(step, i, steps.get(step).get(i), results.get(step).get(i), tools));
      }
    }
    return facts;
  }

  private static VerifiedCall of(
      int step, int index, String text, CallResult result, ToolCatalog tools) {
    return new VerifiedCall(
        step,
        index,
        text,
        result.tool(),
        result.arguments(),
        result.status(),
        result.text(),
        outsideEnumeration(text, tools));
  }

  private static List<String> outsideEnumeration(String text, ToolCatalog tools) {
    List<String> outside = new ArrayList<>();
    KeywordCall call = read(text);
    if (call != null) {
      for (PyDict.Entry argument : call.arguments().entries()) {
        String name = String.valueOf(argument.key());
        List<String> allowed = tools.allowedValues(call.tool(), name);
        if (!allowed.isEmpty()
            && !(argument.value() instanceof String value && allowed.contains(value))) {
          outside.add(name);
        }
      }
    }
    return outside;
  }

  /** A call that was not executed. */
  static VerifiedCall rejected(int step, int index, String text, String reason) {
    return new VerifiedCall(
        step, index, text, tool(text), Map.of(), CallStatus.REJECTED, reason, List.of());
  }

  /** The tool that a text calls; null if it is no call. */
  static @Nullable String tool(String text) {
    KeywordCall call = read(text);
    return call == null ? null : call.tool();
  }

  private static @Nullable KeywordCall read(String text) {
    try {
      return KeywordCall.of(text);
    } catch (IllegalArgumentException noCall) {
      return null;
    }
  }
}
