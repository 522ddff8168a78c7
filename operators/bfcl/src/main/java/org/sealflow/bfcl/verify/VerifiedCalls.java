package org.sealflow.bfcl.verify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.ToolCatalog;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.call.CallOutcome;
import org.sealflow.python.call.Invocation;
import org.sealflow.python.call.Method;
import org.sealflow.python.call.MethodTable;
import org.sealflow.schemas.CallStatus;

/** Makes the facts of a call out of its outcome. */
public final class VerifiedCalls {
  /**
   * The one default that is no plain value is a list the whole world shares: empty, until a call
   * fills it.
   */
  private static final String SHARED_LIST = "[]";

  private final ToolCatalog tools;
  private final MethodTable methods;

  /**
   * Makes facts of the calls of one task.
   *
   * @param methods the methods of its involved classes
   */
  public VerifiedCalls(ToolCatalog tools, MethodTable methods) {
    this.tools = tools;
    this.methods = methods;
  }

  /**
   * The facts of a call.
   *
   * @param withArguments whether its arguments are looked at: of a turn that succeeds nobody asks
   *     for them, and they cost more than the rest
   */
  public VerifiedCall of(
      int step, int index, String text, CallOutcome outcome, boolean withArguments) {
    Invocation invocation = outcome.invocation();
    String tool = invocation == null ? calledName(text) : invocation.methodName();
    Invocation bound = withArguments ? invocation : null;
    return new VerifiedCall(
        step,
        index,
        text,
        tool,
        bound == null ? Map.of() : arguments(bound),
        status(outcome, invocation != null || (tool != null && methods.contains(tool))),
        outcome.text(),
        bound == null ? List.of() : outsideEnumeration(bound));
  }

  /** The result of a call, with its arguments. */
  CallResult result(String text, CallOutcome outcome) {
    VerifiedCall call = of(0, 0, text, outcome, true);
    return new CallResult(call.tool(), call.arguments(), call.status(), call.result());
  }

  static VerifiedCall rejected(int step, int index, String text, String reason) {
    return new VerifiedCall(
        step, index, text, calledName(text), Map.of(), CallStatus.REJECTED, reason, List.of());
  }

  private static @Nullable String calledName(String text) {
    String name = ToolRules.name(text);
    return name.isEmpty() || name.length() > 100 ? null : name;
  }

  /** A text that names no tool is no call of one, even if Python finds a value for it. */
  private static CallStatus status(CallOutcome outcome, boolean namesTool) {
    return switch (outcome.status()) {
      case MALFORMED -> CallStatus.MALFORMED;
      case DENIED -> CallStatus.DENIED;
      case REFUSED -> CallStatus.UNSUPPORTED;
      case RETURNED -> namesTool ? returned(outcome) : CallStatus.UNKNOWN_NAME;
      case RAISED -> namesTool ? raised(outcome) : CallStatus.UNKNOWN_NAME;
    };
  }

  private static CallStatus returned(CallOutcome outcome) {
    return isError(outcome.text()) ? CallStatus.ERROR_RESULT : CallStatus.SUCCEEDED;
  }

  private static CallStatus raised(CallOutcome outcome) {
    Invocation invocation = outcome.invocation();
    PyException.Kind kind = outcome.exception();
    boolean ran = invocation != null && invocation.stage() == Invocation.Stage.BODY;
    if (!ran && kind == PyException.Kind.NAME_ERROR) {
      return CallStatus.UNKNOWN_NAME;
    }
    if (invocation != null && invocation.stage() == Invocation.Stage.BINDING) {
      return CallStatus.UNBOUND;
    }
    return kind == PyException.Kind.TYPE_ERROR || kind == PyException.Kind.ATTRIBUTE_ERROR
        ? CallStatus.TYPE_ERROR
        : CallStatus.RAISED;
  }

  /** An object with a key {@code error}; some methods answer with a list of it, or of its text. */
  private static boolean isError(String result) {
    return (result.startsWith("{") && result.contains("\"error\": "))
        || result.startsWith("[{'error'")
        || result.startsWith("['Error: ");
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
        arguments.put(parameter.name(), Py.reprStart(given, Integer.MAX_VALUE));
      } else if (fallback != null) {
        arguments.put(parameter.name(), isPlain(fallback) ? Py.repr(fallback) : SHARED_LIST);
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
      if (!allowed.isEmpty() && !isWithin(argument.getValue(), allowed)) {
        outside.add(argument.getKey());
      }
    }
    return outside;
  }

  /** Documentation lists texts; a list of values has each held against them. */
  private static boolean isWithin(Object value, List<String> allowed) {
    if (value instanceof PyList list) {
      for (Object item : list) {
        if (!isWithin(item, allowed)) {
          return false;
        }
      }
      return true;
    }
    return value instanceof String text && allowed.contains(text);
  }
}
