package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.ActionCheck;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.Criteria;
import org.sealflow.tau.task.RewardPart;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.Requestor;

/**
 * Finds which calls of a conversation stand for which actions of the reference solution. Equal
 * calls go first, then the most similar calls of the same tool, then failed calls with the
 * arguments' names of an action. Reads count only where the reward compares the actions themselves.
 */
final class Alignment {
  private final Domain domain;
  private final List<PlayedCall> calls;
  private final List<Action> actions = new ArrayList<>();
  private final Map<Integer, PlayedCall> byAction = new HashMap<>();
  private final Set<Integer> taken = new TreeSet<>();
  private final boolean comparesActions;

  Alignment(Domain domain, Criteria criteria, boolean solo, List<PlayedCall> calls) {
    this.domain = domain;
    this.calls = calls;
    this.comparesActions = criteria.basis().contains(RewardPart.ACTION);
    for (Action action : criteria.actionList()) {
      if (comparesActions || mutates(action.call().name())) {
        actions.add(solo ? bySoloAgent(action) : action);
      }
    }
    pairEqual();
    pairSimilar();
    pairFailed();
  }

  private static Action bySoloAgent(Action action) {
    Call call = action.call();
    return new Action(
        action.id(),
        new Call(Requestor.ASSISTANT, call.name(), call.arguments()),
        action.compared());
  }

  private boolean mutates(String name) {
    Tool tool = domain.tool(name);
    return tool != null && tool.mutates();
  }

  /** The actions that matter, in the reference's order. */
  List<Action> actions() {
    return actions;
  }

  /** The call that stands for an action; null if none does. */
  @Nullable PlayedCall call(int action) {
    return byAction.get(action);
  }

  /** Calls that can change data and stand for no action. */
  List<PlayedCall> surplus() {
    return calls.stream()
        .filter(call -> !taken.contains(call.index()) && mutates(call.call().name()))
        .toList();
  }

  /** Whether a call is as the action wants it. */
  boolean isEqual(Action action, Call call) {
    if (!mutates(action.call().name())) {
      return ActionCheck.matches(action, call);
    }
    return action.call().requestor() == call.requestor()
        && action.call().name().equals(call.name())
        && Python.equal(action.call().arguments(), call.arguments());
  }

  private void pairEqual() {
    for (int action = 0; action < actions.size(); action++) {
      PlayedCall found = null;
      for (PlayedCall call : calls) {
        boolean equal = !taken.contains(call.index()) && isEqual(actions.get(action), call.call());
        if (equal && (found == null || (found.result().error() && !call.result().error()))) {
          found = call;
        }
      }
      pair(action, found);
    }
  }

  private void pair(int action, @Nullable PlayedCall call) {
    if (call != null) {
      byAction.put(action, call);
      taken.add(call.index());
    }
  }

  private record Candidate(int action, PlayedCall call, double likeness) {}

  private void pairSimilar() {
    for (Candidate best = mostSimilar(); best != null; best = mostSimilar()) {
      pair(best.action(), best.call());
    }
  }

  private @Nullable Candidate mostSimilar() {
    Candidate best = null;
    for (int action = 0; action < actions.size(); action++) {
      if (byAction.containsKey(action)) {
        continue;
      }
      Call wanted = actions.get(action).call();
      for (PlayedCall call : calls) {
        if (!taken.contains(call.index()) && call.call().name().equals(wanted.name())) {
          double likeness = likeness(wanted, call.call());
          if (likeness >= 0 && (best == null || likeness > best.likeness())) {
            best = new Candidate(action, call, likeness);
          }
        }
      }
    }
    return best;
  }

  /** The share of arguments that are equal; negative if nothing says that one means the other. */
  private static double likeness(Call wanted, Call found) {
    int equal = 0;
    for (Map.Entry<String, ?> argument : wanted.arguments().entrySet()) {
      String name = argument.getKey();
      equal +=
          found.arguments().containsKey(name)
                  && Python.equal(argument.getValue(), found.arguments().get(name))
              ? 1
              : 0;
    }
    int all = Math.max(wanted.arguments().size(), found.arguments().size());
    if (equal == 0 && wanted.arguments().size() > 1 && !found.arguments().isEmpty()) {
      return -1;
    }
    return (equal + (wanted.requestor() == found.requestor() ? 0.5 : 0)) / Math.max(1, all);
  }

  private void pairFailed() {
    for (int action = 0; action < actions.size(); action++) {
      if (byAction.containsKey(action)) {
        continue;
      }
      Set<String> names = actions.get(action).call().arguments().keySet();
      for (PlayedCall call : calls) {
        if (!taken.contains(call.index())
            && call.result().error()
            && call.call().arguments().keySet().equals(names)) {
          pair(action, call);
          break;
        }
      }
    }
  }
}
