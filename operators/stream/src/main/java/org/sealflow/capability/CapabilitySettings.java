package org.sealflow.capability;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.settings.TimeSpans;

/**
 * Settings of observing and profiling capabilities.
 *
 * @param rewardRule which episodes are successful
 * @param versionRule what the versions are
 * @param windowVersions how many of the last versions the window of a profile holds, from 1
 * @param signals when the signals of a task fire
 * @param tagWeights how the weights of tags that profiles show are found
 * @param publishInterval least time between two published profiles of a capability, positive;
 *     processing time
 * @param timeToLive how long what is counted of a run, a capability or an unfinished episode is
 *     kept after its last change, longer than {@code publishInterval}; processing time
 */
public record CapabilitySettings(
    RewardRule rewardRule,
    ProfileVersionRule versionRule,
    int windowVersions,
    SignalSettings signals,
    WeightSettings tagWeights,
    Duration publishInterval,
    Duration timeToLive)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * The official reward, the policy's versions, five of them in the window; a profile a second, a
   * week of memory.
   */
  public static final CapabilitySettings DEFAULT =
      new CapabilitySettings(
          RewardRule.OFFICIAL,
          ProfileVersionRule.POLICY,
          5,
          SignalSettings.DEFAULT,
          WeightSettings.SEAL,
          Duration.ofSeconds(1),
          Duration.ofDays(7));

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public CapabilitySettings {
    List<String> problems = new ArrayList<>();
    if (windowVersions < 1) {
      problems.add("windowVersions is " + windowVersions + ", expected 1 or more");
    }
    signals.check(problems);
    tagWeights.check(problems);
    if (publishInterval.toMillis() < 1) {
      problems.add(
          "publishInterval is "
              + TimeSpans.text(publishInterval)
              + ", expected a millisecond or more");
    }
    if (timeToLive.compareTo(publishInterval) <= 0) {
      problems.add(
          "timeToLive is "
              + TimeSpans.text(timeToLive)
              + ", expected more than publishInterval "
              + TimeSpans.text(publishInterval));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "the settings of capabilities are wrong: " + String.join("; ", problems));
    }
  }

  /** The same with another reward. */
  public CapabilitySettings withRewardRule(RewardRule rule) {
    return new CapabilitySettings(
        rule, versionRule, windowVersions, signals, tagWeights, publishInterval, timeToLive);
  }

  /** The same with other versions. */
  public CapabilitySettings withVersionRule(ProfileVersionRule rule) {
    return new CapabilitySettings(
        rewardRule, rule, windowVersions, signals, tagWeights, publishInterval, timeToLive);
  }
}
