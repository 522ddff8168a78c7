package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.verify.TauWorkload;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/**
 * Plants faults among the agent's calls of a conversation of tau2-bench; the other messages stay.
 * Equal chance makes equal faults.
 */
final class TauFaultPlanter {
  private final List<Call> pool;
  private final RandomGenerator random;

  /**
   * @param pool calls of agents of the same domain
   */
  TauFaultPlanter(List<Call> pool, RandomGenerator random) {
    this.pool = pool;
    this.random = random;
  }

  /**
   * A conversation with a fault.
   *
   * @param turn from 0; a turn begins with each text of the user
   * @param call the planted call's index among all calls; of a missing one, where it stood
   * @param wanted the call that stood there; null if one was added
   */
  record Planted(TauWorkload.Episode episode, int turn, int call, @Nullable Call wanted) {}

  /** A call of the agent in its place. */
  private record Made(int step, int index, int among, int turn, Call call) {}

  /** Plants one fault; null if the conversation has no place for it. */
  @Nullable Planted plant(PlantedFaultKind kind, TauWorkload.Episode episode) {
    List<Made> made = made(episode);
    if (made.size() < (kind == PlantedFaultKind.SWAPPED_ORDER ? 2 : 1)) {
      return null;
    }
    int last = made.size() - (kind == PlantedFaultKind.SWAPPED_ORDER ? 1 : 0);
    Made at = made.get(random.nextInt(last));
    return switch (kind) {
      case WRONG_VALUE -> {
        Call other = withOtherValue(at.call());
        yield other == null ? null : planted(episode, at, List.of(other), 0, at.call());
      }
      case MISSING_CALL -> planted(episode, at, List.of(), 0, at.call());
      case WRONG_TOOL -> {
        Call other = ofOtherTool(at.call());
        yield other == null ? null : planted(episode, at, List.of(other), 0, at.call());
      }
      case SPURIOUS_CALL -> {
        Call other = ofOtherTool(at.call());
        yield other == null ? null : planted(episode, at, List.of(at.call(), other), 1, null);
      }
      case REPEATED_CALL -> planted(episode, at, List.of(at.call(), at.call()), 1, null);
      case SWAPPED_ORDER -> swapped(episode, at, made.get(made.indexOf(at) + 1));
    };
  }

  private static List<Made> made(TauWorkload.Episode episode) {
    List<Made> made = new ArrayList<>();
    int among = 0;
    int texts = 0;
    List<Step> steps = episode.recorded().conversation().steps();
    for (int step = 0; step < steps.size(); step++) {
      boolean agent = steps.get(step).role() == Requestor.ASSISTANT;
      texts += !agent && steps.get(step).calls().isEmpty() ? 1 : 0;
      for (int index = 0; index < steps.get(step).calls().size(); index++, among++) {
        if (agent) {
          Call call = steps.get(step).calls().get(index);
          made.add(new Made(step, index, among, Math.max(0, texts - 1), call));
        }
      }
    }
    return made;
  }

  private static Planted planted(
      TauWorkload.Episode episode, Made at, List<Call> instead, int behind, @Nullable Call wanted) {
    List<List<Call>> calls = calls(episode);
    List<Call> step = calls.get(at.step());
    step.remove(at.index());
    step.addAll(at.index(), instead);
    return new Planted(with(episode, calls), at.turn(), at.among() + behind, wanted);
  }

  private static @Nullable Planted swapped(TauWorkload.Episode episode, Made first, Made second) {
    if (first.call().equals(second.call())) {
      return null;
    }
    List<List<Call>> calls = calls(episode);
    calls.get(first.step()).set(first.index(), second.call());
    calls.get(second.step()).set(second.index(), first.call());
    return new Planted(with(episode, calls), first.turn(), first.among(), first.call());
  }

  private static List<List<Call>> calls(TauWorkload.Episode episode) {
    List<List<Call>> calls = new ArrayList<>();
    episode
        .recorded()
        .conversation()
        .steps()
        .forEach(step -> calls.add(new ArrayList<>(step.calls())));
    return calls;
  }

  /** The conversation with other calls, without results: those that were recorded are of others. */
  private static TauWorkload.Episode with(TauWorkload.Episode episode, List<List<Call>> calls) {
    RecordedConversation recorded = episode.recorded();
    EndedConversation conversation = recorded.conversation();
    List<Step> steps = new ArrayList<>();
    for (int at = 0; at < calls.size(); at++) {
      Step step = conversation.steps().get(at);
      if (!calls.get(at).isEmpty() || step.calls().isEmpty() || step.content() != null) {
        steps.add(new Step(step.role(), step.content(), calls.get(at), List.of()));
      }
    }
    return new TauWorkload.Episode(
        new RecordedConversation(
            recorded.id(),
            recorded.domain(),
            recorded.task(),
            new EndedConversation(steps, conversation.termination(), conversation.solo())),
        episode.task());
  }

  private @Nullable Call ofOtherTool(Call call) {
    List<Call> others = pool.stream().filter(other -> !other.name().equals(call.name())).toList();
    return others.isEmpty() ? null : others.get(random.nextInt(others.size()));
  }

  private @Nullable Call withOtherValue(Call call) {
    List<String> names =
        call.arguments().entrySet().stream()
            .filter(argument -> isPlain(argument.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (names.isEmpty()) {
      return null;
    }
    String name = names.get(random.nextInt(names.size()));
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>(call.arguments());
    arguments.put(name, otherValue(call, name));
    return new Call(call.requestor(), call.name(), arguments);
  }

  private static boolean isPlain(@Nullable Object value) {
    return value instanceof String || value instanceof Boolean || value instanceof Number;
  }

  private Object otherValue(Call call, String name) {
    Object value = call.arguments().get(name);
    List<Object> seen = new ArrayList<>();
    for (Call other : pool) {
      Object found = other.arguments().get(name);
      if (other.name().equals(call.name())
          && found != null
          && value != null
          && found.getClass() == value.getClass()
          && !found.equals(value)) {
        seen.add(found);
      }
    }
    if (!seen.isEmpty() && random.nextBoolean()) {
      return seen.get(random.nextInt(seen.size()));
    }
    if (value instanceof Boolean truth) {
      return !truth;
    }
    if (value instanceof Long number) {
      return number + 1 + random.nextInt(3);
    }
    if (value instanceof Double number) {
      return number + 1.5;
    }
    return value + "2";
  }
}
