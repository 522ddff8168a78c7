package org.sealflow.learn.sample;

import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An episode as the learner takes it.
 *
 * @param runId the run it belongs to
 * @param episodeId its name
 * @param attempt which attempt at it ended, from 0
 * @param place where it belongs
 * @param findings what was found of it
 * @param policyVersions version of the policy in each step that names one, in order, each from 0
 * @param sequence its tokens; null where it cannot be trained on, so that its group settles without
 *     it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TrainingEpisode(
    String runId,
    String episodeId,
    int attempt,
    SamplePlace place,
    SampleFindings findings,
    long[] policyVersions,
    @Nullable TrainingSequence sequence) {
  /** Whether it says something about the policy and has tokens that can be trained on. */
  public boolean isTrainable() {
    return findings.isAboutPolicy() && sequence != null;
  }

  /** Lowest version of the policy among its steps; empty where none names one. */
  public OptionalLong oldestPolicyVersion() {
    return Arrays.stream(policyVersions).min();
  }
}
