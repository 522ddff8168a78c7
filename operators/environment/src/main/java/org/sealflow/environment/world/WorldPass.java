package org.sealflow.environment.world;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.StateDifference;
import org.sealflow.environment.Tag;
import org.sealflow.environment.World;

/**
 * One execution of one episode: the policy's calls in a world of their own, the ground truth's in
 * another, turn by turn. Not thread-safe.
 */
final class WorldPass {
  /**
   * The outcome of a turn.
   *
   * @param made per step and call of the policy its result
   * @param truth per call of the ground truth its result
   * @param missing results of the ground truth that the policy has not seen; empty unless the
   *     states agree
   */
  record Outcome(
      List<List<CallResult>> made, List<CallResult> truth, Tag tag, List<String> missing) {}

  private static final int MAX_DIFFERENCES = 8;
  private static final int MAX_TEXT = 2000;

  private final WorldTask task;
  private final World policy;
  private final World truth;
  private final List<String> seen = new ArrayList<>();
  private final List<String> truthSeen = new ArrayList<>();
  private World truthBefore;
  private int seenBefore;
  private int truthSeenBefore;
  private int turns;

  WorldPass(WorldTask task, String modelName, @Nullable LocalDate asOf) {
    this.task = task;
    this.policy = task.world(modelName, asOf);
    this.truth = policy.copy();
    this.truthBefore = truth;
  }

  int turns() {
    return turns;
  }

  /** Executes and judges the next turn. */
  Outcome turn(List<List<String>> steps) {
    truthBefore = truth.copy();
    seenBefore = seen.size();
    truthSeenBefore = truthSeen.size();
    List<List<CallResult>> made = executed(policy, steps, seen);
    List<CallResult> expected = expected(turns++);
    return judged(made, expected, policy, seen);
  }

  private List<CallResult> expected(int turn) {
    List<List<CallResult>> results =
        executed(truth, List.of(task.groundTruth().get(turn)), truthSeen);
    return results.get(0);
  }

  private static List<List<CallResult>> executed(
      World world, List<List<String>> steps, List<String> texts) {
    List<List<CallResult>> executed = new ArrayList<>(steps.size());
    for (List<String> step : steps) {
      List<CallResult> results = new ArrayList<>(step.size());
      for (String call : step) {
        CallResult result = world.execute(call);
        texts.add(result.text());
        results.add(result);
      }
      executed.add(results);
    }
    return executed;
  }

  private Outcome judged(
      List<List<CallResult>> made, List<CallResult> expected, World world, List<String> pool) {
    if (expected.isEmpty()) {
      Tag tag = made.isEmpty() ? Tag.CORRECT_ABSTENTION : Tag.SPURIOUS_TOOL_CALL;
      return new Outcome(made, expected, tag, List.of());
    }
    if (made.isEmpty()) {
      return new Outcome(made, expected, Tag.EMPTY_TURN_MODEL_RESPONSE, List.of());
    }
    if (!world.state().equals(truth.state())) {
      return new Outcome(made, expected, Tag.STATE_MISMATCH, List.of());
    }
    List<String> missing = new ArrayList<>(expected.stream().map(CallResult::text).toList());
    pool.forEach(missing::remove);
    Tag tag = missing.isEmpty() ? Tag.PASS : Tag.RESPONSE_MISMATCH;
    return new Outcome(made, expected, tag, missing);
  }

  /**
   * Executes the last turn again, from the state that the ground truth had before it; the policy's
   * results of earlier turns count as seen.
   */
  Outcome again(List<List<String>> steps, Outcome first) {
    World world = truthBefore.copy();
    List<String> pool = new ArrayList<>(seen.subList(0, seenBefore));
    return judged(executed(world, steps, pool), first.truth(), world, pool);
  }

  /** The results that the policy saw before the last turn. */
  List<String> seenBefore() {
    return seen.subList(0, seenBefore);
  }

  /** The results of the ground truth's calls before the last turn. */
  List<String> truthSeenBefore() {
    return truthSeen.subList(0, truthSeenBefore);
  }

  boolean statesAgree() {
    return policy.state().equals(truth.state());
  }

  /** The parts of the state that differ now, the first ones of many. */
  List<StateDifference> differences() {
    List<StateDifference> differences = new ArrayList<>();
    Map<String, String> made = policy.state();
    for (Map.Entry<String, String> part : truth.state().entrySet()) {
      String found = made.getOrDefault(part.getKey(), "");
      if (!found.equals(part.getValue()) && differences.size() < MAX_DIFFERENCES) {
        differences.add(
            new StateDifference("state", part.getKey(), cut(found), cut(part.getValue())));
      }
    }
    return differences;
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }
}
