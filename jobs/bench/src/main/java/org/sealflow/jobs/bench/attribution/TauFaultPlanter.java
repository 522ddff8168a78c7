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

  /**
   * A conversation with two faults, the first one before the second, and those with either alone.
   */
  record PlantedPair(Planted first, Planted second, TauWorkload.Episode both) {}

  /**
   * A fault that can be planted.
   *
   * @param exchanged the call that changes places with it; null for every other fault
   * @param instead what is called in its place; of calls that change places, nothing
   * @param behind how far behind its place the planted call stands
   * @param wanted the call that stood there; null if one was added
   */
  private record Change(
      Made at, @Nullable Made exchanged, List<Call> instead, int behind, @Nullable Call wanted) {
    static Change of(Made at, List<Call> instead, int behind, @Nullable Call wanted) {
      return new Change(at, null, instead, behind, wanted);
    }

    /** By how much the places of later calls move. */
    int moves() {
      return exchanged == null ? instead.size() - 1 : 0;
    }
  }

  /** Plants one fault; null if the conversation has no place for it. */
  @Nullable Planted plant(PlantedFaultKind kind, TauWorkload.Episode episode) {
    List<Made> made = made(episode);
    int places = made.size() - width(kind) + 1;
    Change change = places < 1 ? null : change(kind, made, random.nextInt(places));
    return change == null ? null : planted(episode, change, 0);
  }

  /** Plants two faults in different calls; null if the conversation has no places for them. */
  @Nullable PlantedPair plantBoth(
      PlantedFaultKind first, PlantedFaultKind second, TauWorkload.Episode episode) {
    List<Made> made = made(episode);
    int places = made.size() - width(first) - width(second) + 1;
    if (places < 1) {
      return null;
    }
    int before = random.nextInt(places);
    int after = before + width(first) + random.nextInt(places - before);
    Change one = change(first, made, before);
    Change other = change(second, made, after);
    if (one == null || other == null) {
      return null;
    }
    // What is changed behind a call leaves its place as it is.
    TauWorkload.Episode behind = with(episode, changed(episode, other));
    TauWorkload.Episode both = with(behind, changed(behind, one));
    return new PlantedPair(planted(episode, one, 0), planted(episode, other, one.moves()), both);
  }

  private static int width(PlantedFaultKind kind) {
    return kind == PlantedFaultKind.SWAPPED_ORDER ? 2 : 1;
  }

  private @Nullable Change change(PlantedFaultKind kind, List<Made> made, int index) {
    Made at = made.get(index);
    return switch (kind) {
      case WRONG_VALUE -> {
        Call other = withOtherValue(at.call());
        yield other == null ? null : Change.of(at, List.of(other), 0, at.call());
      }
      case MISSING_CALL -> Change.of(at, List.of(), 0, at.call());
      case WRONG_TOOL -> {
        Call other = ofOtherTool(at.call());
        yield other == null ? null : Change.of(at, List.of(other), 0, at.call());
      }
      case SPURIOUS_CALL -> {
        Call other = ofOtherTool(at.call());
        yield other == null ? null : Change.of(at, List.of(at.call(), other), 1, null);
      }
      case REPEATED_CALL -> Change.of(at, List.of(at.call(), at.call()), 1, null);
      case SWAPPED_ORDER -> {
        Made next = made.get(index + 1);
        yield next.call().equals(at.call()) ? null : new Change(at, next, List.of(), 0, at.call());
      }
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

  /**
   * @param moved by how much an earlier fault moves the place of the planted call
   */
  private static Planted planted(TauWorkload.Episode episode, Change change, int moved) {
    return new Planted(
        with(episode, changed(episode, change)),
        change.at().turn(),
        change.at().among() + change.behind() + moved,
        change.wanted());
  }

  private static List<List<Call>> changed(TauWorkload.Episode episode, Change change) {
    List<List<Call>> calls = new ArrayList<>();
    episode
        .recorded()
        .conversation()
        .steps()
        .forEach(step -> calls.add(new ArrayList<>(step.calls())));
    Made at = change.at();
    Made exchanged = change.exchanged();
    List<Call> step = calls.get(at.step());
    if (exchanged == null) {
      step.remove(at.index());
      step.addAll(at.index(), change.instead());
    } else {
      step.set(at.index(), exchanged.call());
      calls.get(exchanged.step()).set(exchanged.index(), at.call());
    }
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
