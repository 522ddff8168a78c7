package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedbackDealTest {
  private static List<TurnFeedback> told(String by, int... turns) {
    return IntStream.of(turns).mapToObj(turn -> new TurnFeedback(turn, by + turn)).toList();
  }

  /** Groups 0, 1 and 2; texts begin with the group. */
  private static final List<List<List<TurnFeedback>>> BATCH =
      List.of(
          List.of(told("0a", 0, 2), List.of(), told("0c", 1)),
          List.of(told("1a", 3), told("1b", 0)),
          List.of(List.of(), told("2b", 1, 2, 4)));

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyEpisodeWithFeedbackGetsThatOfOneEpisodeOfAnotherGroup(long seed) {
    List<List<List<TurnFeedback>>> dealt = FeedbackDeal.of(BATCH, seed, 3);

    for (int group = 0; group < BATCH.size(); group++) {
      for (int episode = 0; episode < BATCH.get(group).size(); episode++) {
        List<TurnFeedback> own = dealt.get(group).get(episode);
        String owner = Integer.toString(group);
        assertThat(own)
            .extracting(TurnFeedback::turn)
            .isEqualTo(BATCH.get(group).get(episode).stream().map(TurnFeedback::turn).toList());
        assertThat(own).noneMatch(one -> one.text().startsWith(owner));
        assertThat(own).extracting(one -> one.text().substring(0, 2)).hasSizeLessThanOrEqualTo(3);
        assertThat(own.stream().map(one -> one.text().substring(0, 2)).distinct().count())
            .isLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void theDealFollowsFromSeedAndStep() {
    assertThat(FeedbackDeal.of(BATCH, 1, 3)).isEqualTo(FeedbackDeal.of(BATCH, 1, 3));
    assertThat(IntStream.range(0, 20).mapToObj(step -> FeedbackDeal.of(BATCH, 1, step)).distinct())
        .hasSizeGreaterThan(1);
    assertThat(IntStream.range(0, 20).mapToObj(seed -> FeedbackDeal.of(BATCH, seed, 3)).distinct())
        .hasSizeGreaterThan(1);
  }

  @Test
  void withoutAnotherGroupNothingIsTold() {
    List<List<List<TurnFeedback>>> alone =
        List.of(List.of(told("a", 0), told("b", 1)), List.of(List.of()));
    assertThat(FeedbackDeal.of(alone, 1, 0))
        .isEqualTo(List.of(List.of(List.of(), List.of()), List.of(List.of())));
    assertThat(FeedbackDeal.of(List.of(), 1, 0)).isEmpty();
  }
}
