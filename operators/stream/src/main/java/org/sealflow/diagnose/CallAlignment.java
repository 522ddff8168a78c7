package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.VerifiedCall;

/**
 * Pairs each ground-truth call of a turn with the policy's call that matches it best: first equal
 * calls, then calls of the same tool by the number of equal arguments. Every policy call is paired
 * at most once.
 */
public final class CallAlignment {
  /**
   * A ground-truth call and its partner.
   *
   * @param policy null if the policy made no further call of the tool
   * @param differing names of the arguments whose values differ
   */
  public record Pair(VerifiedCall truth, @Nullable VerifiedCall policy, List<String> differing) {
    /** Whether the policy made no such call. */
    public boolean missing() {
      return policy == null;
    }
  }

  private CallAlignment() {}

  /** One pair per ground-truth call, in the ground truth's order. */
  public static List<Pair> of(List<VerifiedCall> policy, List<VerifiedCall> truth) {
    List<VerifiedCall> open = new ArrayList<>(policy);
    List<@Nullable Pair> pairs = new ArrayList<>();
    for (VerifiedCall call : truth) {
      VerifiedCall equal = best(call, open, true);
      pairs.add(equal == null ? null : new Pair(call, equal, List.of()));
      if (equal != null) {
        open.remove(equal);
      }
    }
    List<Pair> complete = new ArrayList<>();
    for (int i = 0; i < truth.size(); i++) {
      Pair pair = pairs.get(i);
      if (pair == null) {
        VerifiedCall call = truth.get(i);
        VerifiedCall nearest = best(call, open, false);
        if (nearest != null) {
          open.remove(nearest);
        }
        pair = new Pair(call, nearest, nearest == null ? List.of() : differing(nearest, call));
      }
      complete.add(pair);
    }
    return complete;
  }

  private static @Nullable VerifiedCall best(
      VerifiedCall truth, List<VerifiedCall> candidates, boolean equal) {
    VerifiedCall best = null;
    int fewest = Integer.MAX_VALUE;
    for (VerifiedCall candidate : candidates) {
      if (candidate.tool() == null
          || !candidate.tool().equals(truth.tool())
          || candidate.isInvalid()) {
        continue;
      }
      int differences = differing(candidate, truth).size();
      if (differences < fewest && (!equal || differences == 0)) {
        best = candidate;
        fewest = differences;
      }
    }
    return best;
  }

  /** The ground truth's arguments in their order, then those it does not give. */
  private static List<String> differing(VerifiedCall policy, VerifiedCall truth) {
    List<String> differing = new ArrayList<>();
    for (Map.Entry<String, String> expected : truth.arguments().entrySet()) {
      if (!ArgumentValues.same(policy.arguments().get(expected.getKey()), expected.getValue())) {
        differing.add(expected.getKey());
      }
    }
    for (String name : policy.arguments().keySet()) {
      if (!truth.arguments().containsKey(name)) {
        differing.add(name);
      }
    }
    return differing;
  }
}
