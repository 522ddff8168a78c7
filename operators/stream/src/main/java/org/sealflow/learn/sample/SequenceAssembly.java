package org.sealflow.learn.sample;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Puts the tokens of the steps of an attempt together: token in, token out, so that their
 * concatenation is what the policy saw and said.
 */
final class SequenceAssembly {
  private final List<Segment> steps;
  private final int firstTurn;

  /**
   * Puts together the steps of an attempt.
   *
   * @param steps in order
   * @param firstTurn the first turn that the policy sampled in this attempt: what comes before is
   *     repeated, and given to the policy like what the environment says
   */
  SequenceAssembly(List<Segment> steps, int firstTurn) {
    this.steps = List.copyOf(steps);
    this.firstTurn = firstTurn;
  }

  /**
   * The first step that breaks the sequence. Where no step at all has token ids the engine gives
   * none, which is no failure.
   */
  Optional<Segment> breakingStep() {
    if (steps.stream().noneMatch(Segment::hasTokens)) {
      return Optional.empty();
    }
    return steps.stream().filter(step -> step.problem() != null).findFirst();
  }

  /** The sequence; empty if there are no token ids, or a step breaks it. */
  Optional<TrainingSequence> sequence() {
    return isWhole() ? Optional.of(concatenation(SequenceAssembly::context)) : Optional.empty();
  }

  /**
   * The sequence as it would be without the patches shown: the same sampled tokens, in another
   * context. Empty as {@link #sequence} is, and if a step does not say how it would be shown.
   */
  Optional<TrainingSequence> plainSequence() {
    return isWhole() && steps.stream().allMatch(Segment::hasPlainContext)
        ? Optional.of(concatenation(step -> requireNonNull(step.plainContext())))
        : Optional.empty();
  }

  private boolean isWhole() {
    return !steps.isEmpty() && steps.stream().allMatch(step -> step.problem() == null);
  }

  /** The version of the policy in each step of its own that names one, in order. */
  long[] policyVersions() {
    return steps.stream()
        .filter(step -> step.turn() >= firstTurn)
        .mapToLong(Segment::policyVersion)
        .filter(version -> version != Segment.NO_VERSION)
        .toArray();
  }

  private TrainingSequence concatenation(Function<Segment, int[]> contexts) {
    int length = 0;
    for (Segment step : steps) {
      length += contexts.apply(step).length + sampled(step).length;
    }
    int[] tokens = new int[length];
    boolean[] flags = new boolean[length];
    int[] turns = new int[length];
    float[] logProbs = new float[length];
    Arrays.fill(turns, TrainingSequence.NO_TURN);
    int at = 0;
    for (Segment step : steps) {
      int[] context = contexts.apply(step);
      int[] sampled = sampled(step);
      System.arraycopy(context, 0, tokens, at, context.length);
      at += context.length;
      System.arraycopy(sampled, 0, tokens, at, sampled.length);
      if (step.turn() >= firstTurn) {
        if (step.logProbs() != null) {
          System.arraycopy(step.logProbs(), 0, logProbs, at, sampled.length);
        }
        Arrays.fill(flags, at, at + sampled.length, true);
        Arrays.fill(turns, at, at + sampled.length, step.turn());
      }
      at += sampled.length;
    }
    boolean complete = steps.stream().allMatch(step -> step.logProbs() != null);
    return new TrainingSequence(tokens, flags, complete ? logProbs : null, turns);
  }

  private static int[] context(Segment step) {
    return requireNonNull(step.context());
  }

  private static int[] sampled(Segment step) {
    return requireNonNull(step.sampled());
  }
}
