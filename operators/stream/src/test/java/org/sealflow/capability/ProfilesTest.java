package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.PatchSetUplift;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.VersionStatistics;
import org.sealflow.statistics.Interval;

/** The counts of a capability, and the profile made of them. */
class ProfilesTest {
  private static final CapabilitySettings SETTINGS = CapabilitySettings.DEFAULT;

  private static CapabilityProfile profile(List<CapabilityObservation> observations) {
    return Profiles.of(counts(observations));
  }

  private static ProfileCounts counts(List<CapabilityObservation> observations) {
    ProfileCounts counts = ProfileCounts.begin(observations.get(0));
    for (CapabilityObservation observation : observations) {
      counts = counts.observe(observation, SETTINGS);
    }
    return counts;
  }

  private static List<CapabilityObservation> ofVersions(long... versions) {
    List<CapabilityObservation> observations = new ArrayList<>();
    for (long version : versions) {
      observations.add(TestingEpisode.failed("e").ofTask(version));
    }
    return observations;
  }

  @Test
  void aProfileShowsTotalWindowAndVersions() {
    CapabilityProfile profile =
        profile(
            List.of(
                TestingEpisode.failed("1").endedAt(5).ofTask(3),
                TestingEpisode.passed("2").endedAt(9).ofTask(4),
                TestingEpisode.failed("3").reward(0.25).endedAt(7).ofTask(4)));

    assertThat(profile.getRunId()).isEqualTo("run");
    assertThat(profile.getCapability())
        .isEqualTo(
            new Capability(CapabilityKind.TASK, TestingEpisode.CATEGORY, "multi_turn_base_0"));
    assertThat(profile.getVersion()).isEqualTo(4);
    assertThat(profile.getObservedAt()).isEqualTo(Instant.ofEpochMilli(9));
    Interval third = Interval.wilson(1, 3);
    assertThat(profile.getTotal())
        .isEqualTo(
            new CapabilityStatistics(
                3L, 1L, 1.25, 1L, 1.0 / 3, 1.25 / 3, third.low(), third.high()))
        .isEqualTo(profile.getWindow());
    Interval half = Interval.wilson(1, 2);
    assertThat(profile.getVersions())
        .containsExactly(
            new VersionStatistics(
                3L,
                new CapabilityStatistics(
                    1L, 0L, 0.0, 0L, 0.0, 0.0, 0.0, Interval.wilson(0, 1).high())),
            new VersionStatistics(
                4L,
                new CapabilityStatistics(2L, 1L, 1.25, 1L, 0.5, 0.625, half.low(), half.high())));
    assertThat(half.low()).isCloseTo(0.094531, within(1e-6));
    assertThat(profile.getTagWeight()).isNull();
    assertThat(profile.getPatchSets()).isEmpty();
  }

  @Test
  void theWindowSlidesOverTheLastVersionsObserved() {
    CapabilityProfile profile = profile(ofVersions(0, 0, 1, 2, 4, 7, 8, 8, 8));

    assertThat(profile.getVersions())
        .extracting(VersionStatistics::getVersion)
        .containsExactly(1L, 2L, 4L, 7L, 8L);
    assertThat(profile.getWindow().getCount()).isEqualTo(7);
    assertThat(profile.getTotal().getCount()).isEqualTo(9);
  }

  @Test
  void aLateObservationCountsUnderItsVersionAsLongAsThatIsInTheWindow() {
    CapabilityProfile profile = profile(ofVersions(2, 3, 4, 5, 6, 4, 1));

    assertThat(profile.getVersion()).isEqualTo(6);
    assertThat(profile.getVersions())
        .extracting(VersionStatistics::getVersion, each -> each.getStatistics().getCount())
        .containsExactly(tuple(2L, 1L), tuple(3L, 1L), tuple(4L, 2L), tuple(5L, 1L), tuple(6L, 1L));
    assertThat(profile.getTotal().getCount()).isEqualTo(7);
  }

  @Test
  void aTagShowsItsNewestWeight() {
    List<CapabilityObservation> tags = new ArrayList<>();
    for (double weight : new double[] {1.25, 1.5}) {
      tags.addAll(
          CapabilityObservations.of(
                  TestingEpisode.failed("e")
                      .tags(Tag.STATE_MISMATCH)
                      .observation()
                      .with(
                          new EpisodeObservation.Stamp(
                              0, Map.of("state_mismatch", weight), List.of())))
              .stream()
              .filter(observation -> observation.kind() == CapabilityKind.TAG)
              .toList());
    }

    CapabilityProfile profile = profile(tags);

    assertThat(profile.getTagWeight()).isEqualTo(1.5);
    assertThat(profile.getSignals()).isNull();
    assertThat(profile.getTotal().getCount()).isEqualTo(2);
  }

  @Test
  void aTaskShowsItsSignals() {
    CapabilityProfile profile =
        profile(
            List.of(
                TestingEpisode.passed("1").group("g", 2).ofTask(0),
                TestingEpisode.failed("2").group("g", 2).ofTask(0, "cd::INVALID_CALL")));

    assertThat(profile.getSignals().getForgetting()).isTrue();
    assertThat(profile.getSignals().getBoundary()).isTrue();
    assertThat(profile.getSignals().getRare()).isTrue();
    assertThat(profile.getSignals().getRarePatterns()).containsExactly("cd::INVALID_CALL");
    assertThat(profile.getSignals().getLastScores()).containsExactly(1.0, 0.0);
  }

  @Test
  void holdoutEpisodesCountForTheLastSetShown() {
    CapabilityProfile profile =
        profile(
            List.of(
                TestingEpisode.failed("before any set").ofTask(0),
                TestingEpisode.passed("1").patchedWithNothing().ofTask(0),
                TestingEpisode.passed("2").shown("aa").ofTask(0),
                TestingEpisode.failed("3").ofTask(0),
                TestingEpisode.passed("4").shown("bb").ofTask(0),
                TestingEpisode.failed("5").shown("bb").ofTask(0),
                TestingEpisode.passed("6").ofTask(0),
                TestingEpisode.passed("7").ofTask(0)));

    Interval first = Interval.newcombe(1, 1, 0, 1);
    Interval second = Interval.newcombe(1, 2, 2, 2);
    assertThat(profile.getPatchSets())
        .containsExactly(
            new PatchSetUplift("aa", 1L, 1L, 1L, 0L, 1.0, first.low(), first.high()),
            new PatchSetUplift("bb", 2L, 1L, 2L, 2L, -0.5, second.low(), second.high()));
    assertThat(profile.getTotal().getCount()).isEqualTo(8);
  }

  @Test
  void aSetWithoutBothArmsHasNoUplift() {
    CapabilityProfile profile = profile(List.of(TestingEpisode.passed("1").shown("aa").ofTask(0)));

    assertThat(profile.getPatchSets())
        .containsExactly(new PatchSetUplift("aa", 1L, 1L, 0L, 0L, null, null, null));
  }

  @Test
  void aSetShownAgainIsTheNewestAndKeepsItsCounts() {
    CapabilityProfile profile =
        profile(
            List.of(
                TestingEpisode.passed("1").shown("aa").ofTask(0),
                TestingEpisode.passed("2").shown("bb").ofTask(0),
                TestingEpisode.passed("3").shown("aa").ofTask(0),
                TestingEpisode.failed("4").ofTask(0)));

    assertThat(profile.getPatchSets())
        .extracting(
            PatchSetUplift::getPatchSetDigest,
            PatchSetUplift::getPatchedCount,
            PatchSetUplift::getHoldoutCount)
        .containsExactly(tuple("bb", 1L, 0L), tuple("aa", 2L, 1L));
  }

  @Test
  void onlyTheNewestEightSetsAreRemembered() {
    List<CapabilityObservation> observations = new ArrayList<>();
    for (int set = 0; set < 20; set++) {
      observations.add(TestingEpisode.passed("e").shown("set " + set).ofTask(0));
    }

    assertThat(profile(observations).getPatchSets())
        .hasSize(8)
        .extracting(PatchSetUplift::getPatchSetDigest)
        .startsWith("set 12")
        .endsWith("set 19");
  }

  @Test
  void whatDoesNotCountLeavesEveryCount() {
    ProfileCounts one = counts(List.of(TestingEpisode.passed("1").ofTask(2)));
    ProfileCounts two =
        one.observe(TestingEpisode.broken("2").endedAt(1L << 50).ofTask(9), SETTINGS);

    assertThat(Profiles.of(two)).isEqualTo(Profiles.of(one));
    assertThat(counts(List.of(TestingEpisode.broken("3").ofTask(0))).isProfile()).isFalse();
  }

  @Test
  void theSizeOfACapabilityIsBounded() {
    List<CapabilityObservation> observations = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      TestingEpisode episode = TestingEpisode.passed("e" + i).group("group " + i, 8);
      observations.add((i % 2 == 0 ? episode.shown("set " + i) : episode).ofTask(i));
    }

    ProfileCounts counts = counts(observations);

    assertThat(counts.versions()).hasSize(5);
    assertThat(counts.patchSets()).hasSize(8);
    assertThat(counts.task().lastScores()).hasSize(16);
    assertThat(counts.task().openGroups()).hasSize(8);
    assertThat(counts.total().count()).isEqualTo(500);
  }
}
