package org.sealflow.rollout.scripted;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.AllowedValues;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNumbers;

/** Applies faults to the arguments of a call. */
final class ArgumentFaults {
  private final ShownText shown;

  ArgumentFaults(ShownText shown) {
    this.shown = shown;
  }

  /** The call as a fault leaves it: the same where no argument suits or all that do are cured. */
  ScriptedCall apply(Fault fault, ScriptedCall call) {
    for (String argument : candidates(fault, call)) {
      String cure = fault.cure();
      if (cure == null || !shown.argumentHolds(call.tool(), argument, cure)) {
        ScriptedCall changed = change(fault.kind(), call, argument);
        if (changed != null) {
          return changed;
        }
      }
    }
    return call;
  }

  private static List<String> candidates(Fault fault, ScriptedCall call) {
    List<String> candidates = new ArrayList<>();
    for (Object name : call.arguments().keys()) {
      if (name instanceof String text
          && (fault.argument() == null || fault.argument().equals(text))) {
        candidates.add(text);
      }
    }
    return candidates;
  }

  /** The call as a kind of fault leaves it; null if the argument does not suit. */
  private @Nullable ScriptedCall change(FaultKind kind, ScriptedCall call, String argument) {
    return switch (kind) {
      case DROP_ARGUMENT -> isRequired(call.tool(), argument) ? call.without(argument) : null;
      case WRONG_VALUE -> undeclared(call, argument);
      case OTHER_VALUE -> other(call, argument);
      case MALFORMED_CALL,
          UNKNOWN_TOOL,
          SKIP_CALL,
          SPURIOUS_CALL,
          NO_RECOVERY,
          EXTRA_EFFECT,
          EMPTY_TURN,
          EARLY_STOP,
          ENDLESS,
          ENGINE_ERROR,
          SLOW ->
          null;
    };
  }

  private boolean isRequired(String tool, String argument) {
    ToolDoc document = shown.tool(tool);
    return document != null && document.requiredParameters().contains(argument);
  }

  private List<String> declared(ScriptedCall call, String argument) {
    ToolDoc document = shown.tool(call.tool());
    PyDict parameter = document == null ? null : document.parameters().get(argument);
    return parameter == null ? List.of() : AllowedValues.of(parameter);
  }

  private @Nullable ScriptedCall undeclared(ScriptedCall call, String argument) {
    return !declared(call, argument).isEmpty()
            && call.arguments().get(argument) instanceof String value
        ? call.with(argument, value + "_or_so")
        : null;
  }

  private @Nullable ScriptedCall other(ScriptedCall call, String argument) {
    List<String> declared = declared(call, argument);
    Object value = call.arguments().get(argument);
    Object other = declared.isEmpty() ? other(value) : otherDeclared(declared, value);
    return other == null ? null : call.with(argument, other);
  }

  private static @Nullable Object otherDeclared(List<String> declared, @Nullable Object value) {
    if (value instanceof String) {
      for (String candidate : declared) {
        if (!candidate.equals(value)) {
          return candidate;
        }
      }
    }
    return null;
  }

  private static @Nullable Object other(@Nullable Object value) {
    if (value instanceof String text) {
      return text + " too";
    }
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof Long || value instanceof Double) {
      return PyNumbers.add(value, 1L);
    }
    if (value instanceof PyList list) {
      PyList longer = list.copy();
      longer.add(list.isEmpty() ? 1L : list.get(0));
      return longer;
    }
    return null;
  }
}
