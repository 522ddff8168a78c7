package org.sealflow.tau.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Step;

/** Looks for the calls of the reference solution among those of a conversation. */
public final class ActionCheck {
  private ActionCheck() {}

  /** A check for each action; null if there are none. */
  static @Nullable List<Check.OfAction> of(Domain domain, List<Action> actions, List<Step> steps) {
    if (actions.isEmpty()) {
      return null;
    }
    List<Check.OfAction> checks = new ArrayList<>(actions.size());
    for (Action action : actions) {
      Tool tool = domain.tool(action.call().name());
      checks.add(
          new Check.OfAction(action, isCalled(action, steps), tool == null ? null : tool.type()));
    }
    return checks;
  }

  private static boolean isCalled(Action action, List<Step> steps) {
    for (Step step : steps) {
      for (Call call : step.calls()) {
        if (matches(action, call)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether a call stands for an action. Who calls does not matter; without named arguments only
   * those of the call are compared.
   */
  public static boolean matches(Action action, Call call) {
    if (!action.call().name().equals(call.name())) {
      return false;
    }
    Map<String, ?> wanted = action.call().arguments();
    Collection<String> compared =
        action.compared() == null ? call.arguments().keySet() : action.compared();
    for (String name : compared) {
      if (wanted.containsKey(name) != call.arguments().containsKey(name)
          || !Python.equal(wanted.get(name), call.arguments().get(name))) {
        return false;
      }
    }
    return true;
  }
}
