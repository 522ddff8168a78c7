package org.sealflow.rollout.scripted;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.AllowedValues;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** Calls that no ground truth has, made of what is shown of a tool. */
final class SampleCalls {
  /** Tools that answer with an error when asked for something of a name that is not there. */
  private static final List<String> LOOKUPS =
      List.of(
          "cat",
          "get_ticket",
          "get_stock_info",
          "get_order_details",
          "get_tweet",
          "get_user_id",
          "get_zipcode_based_on_city",
          "estimate_distance",
          "get_credit_card_balance");

  /** Tools that change the state whatever it is. */
  private static final List<String> EFFECTS =
      List.of(
          "mkdir",
          "touch",
          "create_ticket",
          "add_contact",
          "set_navigation",
          "setHeadlights",
          "fund_account",
          "post_tweet",
          "register_credit_card");

  private static final String NAME = "none_such";
  private static final long NUMBER = 999_999;

  private SampleCalls() {}

  /** A call of any kind; null if no tool is shown. */
  static @Nullable ScriptedCall spurious(ShownText shown, @Nullable String tool) {
    return tool == null ? simplest(shown) : of(shown, tool);
  }

  private static @Nullable ScriptedCall simplest(ShownText shown) {
    ScriptedCall first = null;
    for (String name : shown.tools()) {
      ScriptedCall call = of(shown, name);
      if (call != null && call.arguments().isEmpty()) {
        return call;
      }
      first = first == null ? call : first;
    }
    return first;
  }

  /** A call in vain of a tool the turn has no use for; null if no such tool is shown. */
  static @Nullable ScriptedCall inVain(ShownText shown, @Nullable String tool, Set<String> useful) {
    return tool == null ? firstOf(LOOKUPS, shown, name -> !useful.contains(name)) : of(shown, tool);
  }

  /** A call that changes the state; null if no such tool is shown. */
  static @Nullable ScriptedCall effect(ShownText shown, @Nullable String tool) {
    return tool == null ? firstOf(EFFECTS, shown, name -> true) : of(shown, tool);
  }

  private static @Nullable ScriptedCall firstOf(
      List<String> names, ShownText shown, Predicate<String> suits) {
    for (String name : names) {
      ScriptedCall call = suits.test(name) ? of(shown, name) : null;
      if (call != null) {
        return call;
      }
    }
    return null;
  }

  private static @Nullable ScriptedCall of(ShownText shown, String tool) {
    ToolDoc document = shown.tool(tool);
    if (document == null) {
      return null;
    }
    PyDict arguments = new PyDict();
    for (String name : document.requiredParameters()) {
      PyDict parameter = document.parameters().get(name);
      if (parameter != null) {
        arguments.put(name, value(parameter));
      }
    }
    return new ScriptedCall(tool, arguments);
  }

  private static Object value(PyDict parameter) {
    List<String> allowed = AllowedValues.of(parameter);
    if (!allowed.isEmpty()) {
      return allowed.get(0);
    }
    return switch (String.valueOf(parameter.get("type"))) {
      case "integer" -> NUMBER;
      case "float", "number" -> (double) NUMBER;
      case "boolean" -> true;
      case "array", "tuple" -> new PyList();
      case "dict", "object" -> new PyDict();
      default -> NAME;
    };
  }
}
