package org.sealflow.tau.diagnose;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.judge.Grader;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.tool.Tool;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.TauWorld;
import org.sealflow.tau.world.ToolAnswer;

/** Executes a conversation with some of its deviations taken away. */
final class MendedEpisode {
  /** Natural-language assertions are not executed: they count as met. */
  private static final Grader GRADER =
      new Grader((steps, assertions) -> assertions.stream().map(text -> true).toList(), false);

  private final ReplayedEpisode episode;
  private final PreparedTask task;
  private final List<PlayedCall> calls;
  private final Alignment alignment;
  private int executions;

  MendedEpisode(
      ReplayedEpisode episode, PreparedTask task, List<PlayedCall> calls, Alignment alignment) {
    this.episode = episode;
    this.task = task;
    this.calls = calls;
    this.alignment = alignment;
  }

  /** How many times the conversation was executed. */
  int executions() {
    return executions;
  }

  /** Whether the deterministic parts of the reward pass, the conversation ended as it should. */
  boolean passes(Collection<Deviation> mended) {
    executions++;
    EndedConversation recorded = episode.recorded().conversation();
    List<Step> steps = new ArrayList<>();
    for (Step step : recorded.steps()) {
      if (step.content() != null) {
        steps.add(new Step(step.role(), step.content(), List.of(), List.of()));
      }
    }
    for (Slot slot : slots(mended)) {
      steps.add(new Step(slot.call().requestor(), null, List.of(slot.call()), List.of()));
    }
    for (Deviation deviation : mended) {
      if (deviation.text() != null) {
        steps.add(new Step(Requestor.ASSISTANT, deviation.text(), List.of(), List.of()));
      }
    }
    return GRADER.grade(task, new EndedConversation(steps, "user_stop", recorded.solo())).passed();
  }

  /** The results of the recorded calls that are left, by their index. */
  Map<Integer, ToolAnswer> results(Collection<Deviation> mended) {
    executions++;
    Map<Integer, ToolAnswer> results = new HashMap<>();
    try {
      TauWorld world = task.open(episode.recorded().conversation().solo());
      for (Slot slot : slots(mended)) {
        Tool tool = world.domain().tool(slot.call().name());
        if (tool != null && tool.mutates()) {
          ToolAnswer result = world.call(slot.call());
          if (slot.played() != null) {
            results.put(slot.played(), result);
          }
        }
      }
    } catch (CallException noInitialState) {
      // Without an initial state nothing can be said about results.
      return Map.of();
    }
    return results;
  }

  /** A call to execute; {@code played} is null if it was inserted. */
  private record Slot(Call call, @Nullable Integer played) {}

  private List<Slot> slots(Collection<Deviation> mended) {
    Map<Integer, List<Call>> inserted = new TreeMap<>();
    Map<Integer, Call> replaced = new HashMap<>();
    TreeSet<Integer> dropped = new TreeSet<>();
    Map<Integer, Integer> places =
        mended.stream().anyMatch(deviation -> deviation.kind() == Deviation.Kind.ORDER)
            ? inOrder()
            : Map.of();
    for (Deviation deviation : mended) {
      Action wanted = deviation.wanted();
      if (deviation.kind() == Deviation.Kind.SURPLUS) {
        dropped.add(deviation.at());
      } else if (wanted != null && deviation.kind() == Deviation.Kind.OTHER) {
        replaced.put(deviation.at(), wanted.call());
      } else if (wanted != null) {
        inserted
            .computeIfAbsent(place(deviation, places), place -> new ArrayList<>())
            .add(wanted.call());
      }
    }
    Map<Integer, Integer> sources = sources(places);
    List<Slot> slots = new ArrayList<>();
    for (int at = 0; at <= calls.size(); at++) {
      inserted.getOrDefault(at, List.of()).forEach(call -> slots.add(new Slot(call, null)));
      if (at < calls.size() && !dropped.contains(at)) {
        int from = sources.getOrDefault(at, at);
        slots.add(new Slot(replaced.getOrDefault(from, calls.get(from).call()), from));
      }
    }
    return slots;
  }

  /** For each action that a call stands for: its place once the calls have the wanted order. */
  private Map<Integer, Integer> inOrder() {
    List<Integer> called = new ArrayList<>();
    TreeSet<Integer> places = new TreeSet<>();
    for (int action = 0; action < alignment.actions().size(); action++) {
      PlayedCall played = alignment.call(action);
      if (played != null) {
        called.add(action);
        places.add(played.index());
      }
    }
    Map<Integer, Integer> placeOfAction = new HashMap<>();
    for (int action : called) {
      Integer place = places.pollFirst();
      if (place != null) {
        placeOfAction.put(action, place);
      }
    }
    return placeOfAction;
  }

  /** The place before which a missing call goes: that of the next action's call. */
  private int place(Deviation missing, Map<Integer, Integer> places) {
    if (places.isEmpty()) {
      return missing.at();
    }
    for (int next = missing.order() + 1; next < alignment.actions().size(); next++) {
      Integer place = places.get(next);
      if (place != null) {
        return place;
      }
    }
    return calls.size();
  }

  /** By place, the call that goes there. */
  private Map<Integer, Integer> sources(Map<Integer, Integer> places) {
    Map<Integer, Integer> sources = new HashMap<>();
    places.forEach(
        (action, place) -> {
          PlayedCall played = alignment.call(action);
          if (played != null) {
            sources.put(place, played.index());
          }
        });
    return sources;
  }
}
