package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.statistics.Interval;

class ArmCountsTest {
  /** Groups of one size, of which each has so many successes. */
  private static ArmCounts groups(int size, int... successes) {
    ArmCounts counts = ArmCounts.NONE;
    for (int of : successes) {
      GroupTally group = GroupTally.startedAt(0);
      for (int i = 0; i < size; i++) {
        counts = counts.plus(i < of, group);
        group = group.plus(i < of);
      }
    }
    return counts;
  }

  @Test
  void theSumsAreThoseOverGroups() {
    assertThat(groups(4, 1, 3)).isEqualTo(new ArmCounts(8, 4, 2, 16 + 16, 4 + 12, 1 + 9));
  }

  @Test
  void theOrderInWhichTheEpisodesOfGroupsComeIsOfNoConsequence() {
    GroupTally one = GroupTally.startedAt(0);
    GroupTally other = GroupTally.startedAt(0);
    ArmCounts mixed = ArmCounts.NONE;
    for (boolean success : new boolean[] {false, true, true, false}) {
      mixed = mixed.plus(success, one);
      one = one.plus(success);
      mixed = mixed.plus(success, other);
      other = other.plus(success);
    }

    assertThat(mixed).isEqualTo(groups(4, 2, 2));
  }

  @Test
  void groupsThatSucceedOrFailAsAWholeCountAsOneEpisodeEach() {
    ArmCounts whole = groups(8, 8, 0, 8, 0, 8, 0);

    assertThat(whole.effective()).as("g - 1").isCloseTo(5, within(1e-9));
  }

  @Test
  void episodesThatDifferWithinGroupsAsTheyDoBetweenCountAllOfThem() {
    assertThat(groups(8, 4, 4, 4, 4).effective()).isEqualTo(32);
  }

  @ParameterizedTest
  @CsvSource({"0", "4"})
  void whereAllFailOrAllSucceedTheGroupsCount(int successes) {
    assertThat(groups(4, successes, successes, successes).effective()).isEqualTo(3);
  }

  @Test
  void theIntervalIsWiderThanThatOfIndependentEpisodes() {
    ArmCounts patched = groups(8, 8, 8, 6, 0, 8, 7, 0, 8);
    ArmCounts holdout = groups(8, 0, 8, 0, 1, 0, 8, 0, 0);
    Interval independent =
        Interval.newcombe(
            patched.successes(), patched.episodes(), holdout.successes(), holdout.episodes());
    Interval clustered = patched.minus(holdout);

    assertThat(independent.low()).isPositive();
    assertThat(clustered.low()).isNegative();
    assertThat(clustered.contains(patched.rate() - holdout.rate())).isTrue();
  }
}
