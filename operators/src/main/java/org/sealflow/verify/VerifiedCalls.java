package org.sealflow.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.call.CallOutcome;
import org.sealflow.bfcl.call.Invocation;
import org.sealflow.bfcl.python.Py;
import org.sealflow.bfcl.python.PyException;
import org.sealflow.bfcl.python.PyList;
import org.sealflow.bfcl.simulator.Method;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.schemas.CallStatus;
import org.sealflow.bfcl.simulator.SimulatorClass;

/** Makes the facts of a call out of its outcome. */
final class VerifiedCalls {
  private final ToolCatalog tools;

  VerifiedCalls(ToolCatalog tools) {
    this.tools = tools;
  }

  VerifiedCall of(int step, int index, String text, CallOutcome outcome) {
    Invocation invocation = outcome.invocation();
    return new VerifiedCall(
        step,
        index,
        text,
        invocation == null ? calledName(text) : invocation.methodName(),
        invocation == null ? Map.of() : arguments(invocation),
        status(outcome),
        outcome.text(),
        invocation == null ? List.of() : outsideEnumeration(invocation));
  }

  static VerifiedCall rejected(int step, int index, String text, String reason) {
    return new VerifiedCall(
        step, index, text, calledName(text), Map.of(), CallStatus.REJECTED, reason, List.of());
  }

  private static @Nullable String calledName(String text) {
    String name = ToolRules.name(text);
    return name.isEmpty() || name.length() > 100 ? null : name;
  }

  private static CallStatus status(CallOutcome outcome) {
    return switch (outcome.status()) {
      case RETURNED -> isError(outcome.text()) ? CallStatus.ERROR_RESULT : CallStatus.SUCCEEDED;
      case MALFORMED -> CallStatus.MALFORMED;
      case DENIED -> CallStatus.DENIED;
      case REFUSED -> CallStatus.UNSUPPORTED;
      case RAISED -> raised(outcome);
    };
  }

  private static CallStatus raised(CallOutcome outcome) {
    Invocation invocation = outcome.invocation();
    if (invocation == null || invocation.stage() == Invocation.Stage.ARGUMENTS) {
      return CallStatus.UNKNOWN_NAME;
    }
    if (invocation.stage() == Invocation.Stage.BINDING) {
      return CallStatus.UNBOUND;
    }
    PyException.Kind kind = outcome.exception();
    return kind == PyException.Kind.TYPE_ERROR || kind == PyException.Kind.ATTRIBUTE_ERROR
        ? CallStatus.TYPE_ERROR
        : CallStatus.RAISED;
  }

  /** An object with a key {@code error}, also inside the list some methods answer with. */
  private static boolean isError(String result) {
    return (result.startsWith("{") && result.contains("\"error\": "))
        || result.startsWith("['error'")
        || result.startsWith("[{'error'");
  }

  /** The arguments by parameter, defaults filled in, as text. */
  private static Map<String, String> arguments(Invocation invocation) {
    Map<String, String> arguments = new LinkedHashMap<>();
    SimulatorClass<?> type = Simulators.named(invocation.className());
    Method<?> method = type.method(invocation.methodName());
    if (method == null || invocation.stage() != Invocation.Stage.BODY) {
      return arguments;
    }
    for (Method.Parameter parameter : method.parameters()) {
      Object given = invocation.arguments().get(parameter.name());
      Object fallback = parameter.fallback();
      if (given != null) {
        arguments.put(parameter.name(), Py.repr(given));
      } else if (fallback != null && isPlain(fallback)) {
        arguments.put(parameter.name(), Py.repr(fallback));
      }
    }
    return arguments;
  }

  private static boolean isPlain(Object value) {
    return value instanceof String || Py.isNumber(value) || Py.isNone(value);
  }

  private List<String> outsideEnumeration(Invocation invocation) {
    List<String> outside = new ArrayList<>();
    for (Map.Entry<String, Object> argument : invocation.arguments().entrySet()) {
      List<String> allowed = tools.allowedValues(invocation.methodName(), argument.getKey());
      if (!allowed.isEmpty() && !allWithin(argument.getValue(), allowed)) {
        outside.add(argument.getKey());
      }
    }
    return outside;
  }

  private static boolean allWithin(Object value, List<String> allowed) {
    if (value instanceof PyList list) {
      for (Object item : list) {
        if (!allWithin(item, allowed)) {
          return false;
        }
      }
      return true;
    }
    return !(value instanceof String text) || allowed.contains(text);
  }
}
