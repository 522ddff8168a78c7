package org.sealflow.learn.sample;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
    boolean whole = steps.stream().allMatch(step -> step.problem() == null);
    return steps.isEmpty() || !whole ? Optional.empty() : Optional.of(concatenation());
  }

  /** The version of the policy in each step of its own that names one, in order. */
  long[] policyVersions() {
    return steps.stream()
        .filter(step -> step.turn() >= firstTurn)
        .mapToLong(Segment::policyVersion)
        .filter(version -> version != Segment.NO_VERSION)
        .toArray();
  }

  private TrainingSequence concatenation() {
    int length = 0;
    for (Segment step : steps) {
      length += context(step).length + sampled(step).length;
    }
    int[] tokens = new int[length];
    boolean[] flags = new boolean[length];
    int[] turns = new int[length];
    float[] logProbs = new float[length];
    Arrays.fill(turns, TrainingSequence.NO_TURN);
    int at = 0;
    for (Segment step : steps) {
      int[] context = context(step);
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
