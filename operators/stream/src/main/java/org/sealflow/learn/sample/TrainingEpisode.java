package org.sealflow.learn.sample;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.TurnFeedback;

/**
 * An episode as the learner takes it.
 *
 * @param runId the run it belongs to
 * @param episodeId its name
 * @param attempt which attempt at it ended, from 0
 * @param place where it belongs
 * @param findings what was found of it
 * @param policyVersions version of the policy in each step that names one, in order, each from 0
 * @param sequence its tokens; null if it cannot be trained on, so that its group settles without it
 * @param feedback what a teacher may be told of its failed turns, by turn; empty if none is asked
 *     for, and in states of earlier versions
 * @param plain how it would have been without the patches it was shown; null unless it passed, was
 *     shown some, and somebody measures how much it leans on them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TrainingEpisode(
    String runId,
    String episodeId,
    int attempt,
    SamplePlace place,
    SampleFindings findings,
    long[] policyVersions,
    @Nullable TrainingSequence sequence,
    List<TurnFeedback> feedback,
    @Nullable PlainEpisode plain) {
  /** Copies the feedback, which states of earlier versions do not hold. */
  public TrainingEpisode {
    feedback = feedback == null ? List.of() : List.copyOf(feedback);
  }

  /** An episode without feedback and plain form. */
  public TrainingEpisode(
      String runId,
      String episodeId,
      int attempt,
      SamplePlace place,
      SampleFindings findings,
      long[] policyVersions,
      @Nullable TrainingSequence sequence) {
    this(runId, episodeId, attempt, place, findings, policyVersions, sequence, List.of(), null);
  }

  /** The same episode with feedback. */
  public TrainingEpisode withFeedback(List<TurnFeedback> told) {
    return new TrainingEpisode(
        runId, episodeId, attempt, place, findings, policyVersions, sequence, told, plain);
  }

  /** The same episode with its plain form. */
  public TrainingEpisode withPlain(PlainEpisode withoutPatches) {
    return new TrainingEpisode(
        runId,
        episodeId,
        attempt,
        place,
        findings,
        policyVersions,
        sequence,
        feedback,
        withoutPatches);
  }

  /**
   * Whether it says something about the policy, has tokens that can be trained on, and was acted by
   * a version that its batch can have.
   */
  public boolean isTrainable() {
    return findings.isAboutPolicy() && sequence != null && !isAheadOfItsBatch();
  }

  /**
   * Whether all its versions are newer than the one its batch is trained from, which has the
   * batch's number: rollouts of another trainer may count their versions otherwise.
   */
  boolean isAheadOfItsBatch() {
    return oldestPolicyVersion().orElse(0) > place.batchNumber();
  }

  /** Lowest version of the policy among its steps; empty if none names one. */
  public OptionalLong oldestPolicyVersion() {
    return Arrays.stream(policyVersions).min();
  }
}
