package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskHistoryTest {
  private static final SignalSettings WINDOW_OF_4 = new SignalSettings(4, 100, 0.05);

  private static EpisodeOutcome outcome(boolean counted, double reward) {
    return new EpisodeOutcome(counted, reward, reward >= 1, false, "", 0, 0);
  }

  private static TaskHistory with(TaskHistory before, String group, int size, double reward) {
    return before.with(new TaskSample(group, size, List.of()), outcome(true, reward), WINDOW_OF_4);
  }

  private static TaskHistory broken(TaskHistory before, String group, int size) {
    return before.with(new TaskSample(group, size, List.of()), outcome(false, 0), WINDOW_OF_4);
  }

  /** Scores of single episodes, each a group of its own. */
  private static TaskHistory scores(String scores) {
    TaskHistory history = TaskHistory.BEGIN;
    int episode = 0;
    for (String score : scores.split(" ", -1)) {
      history = with(history, "group " + episode++, 1, Double.parseDouble(score));
    }
    return history;
  }

  @ParameterizedTest
  @CsvSource({
    "1 0, true",
    "0 0, false",
    "1 1, false",
    "0 1, false",
    "0.5 0.49, true",
    "0.49 0.48, false",
    "1 0.5, false",
    "1 0 0 0, true",
    "1 0 0 0 0, false",
    "1 0 0 1, false",
    "0, false",
    "1, false"
  })
  void aTaskIsForgottenWhereTheNewestScoreFallsBelowALateOne(String scores, boolean forgetting) {
    assertThat(scores(scores).forgetting()).isEqualTo(forgetting);
  }

  @Test
  void onlyTheLastScoresAreRemembered() {
    assertThat(scores("0.1 0.2 0.3 0.4 0.5 0.6").lastScores()).containsExactly(0.3, 0.4, 0.5, 0.6);
  }

  @ParameterizedTest
  @CsvSource({
    "1 0, true",
    "0 1, true",
    "0.6 0.4, true",
    "1 1, false",
    "0 0, false",
    "1 0.5, false",
    "0.5 0, false",
    "1 1 0, true"
  })
  void aTaskIsAtTheBoundaryWhereItsGroupBothSucceedsAndFails(String scores, boolean boundary) {
    String[] each = scores.split(" ", -1);
    TaskHistory history = TaskHistory.BEGIN;
    for (String score : each) {
      assertThat(history.boundary()).isFalse();
      history = with(history, "group", each.length, Double.parseDouble(score));
    }

    assertThat(history.boundary()).isEqualTo(boundary);
    assertThat(history.openGroups()).isEmpty();
  }

  @Test
  void theNewestCompleteGroupDecides() {
    TaskHistory mixed = with(with(TaskHistory.BEGIN, "a", 2, 1), "a", 2, 0);
    TaskHistory underWay = with(mixed, "b", 2, 1);
    TaskHistory mastered = with(underWay, "b", 2, 1);

    assertThat(mixed.boundary()).isTrue();
    assertThat(underWay.boundary()).isTrue();
    assertThat(mastered.boundary()).isFalse();
  }

  @Test
  void groupsThatInterleaveAreKeptApart() {
    TaskHistory history = with(TaskHistory.BEGIN, "a", 2, 1);
    history = with(history, "b", 2, 0);
    history = with(history, "b", 2, 0);
    assertThat(history.boundary()).isFalse();

    history = with(history, "a", 2, 0);
    assertThat(history.boundary()).isTrue();
  }

  @Test
  void anEpisodeThatDoesNotCountEndsASampleWithoutAScore() {
    TaskHistory history = with(with(TaskHistory.BEGIN, "a", 3, 1), "a", 3, 0);
    TaskHistory complete = broken(history, "a", 3);

    assertThat(history.boundary()).isFalse();
    assertThat(complete.boundary()).isTrue();
    assertThat(complete.lastScores()).containsExactly(1.0, 0.0);
  }

  @Test
  void aGroupWithoutAnyScoreSaysNothing() {
    TaskHistory mixed = with(with(TaskHistory.BEGIN, "a", 2, 1), "a", 2, 0);

    assertThat(broken(broken(mixed, "b", 2), "b", 2).boundary()).isTrue();
  }

  @Test
  void groupsThatNeverEndAreForgotten() {
    TaskHistory history = TaskHistory.BEGIN;
    for (int group = 0; group < 50; group++) {
      history = with(history, "group " + group, 8, 1);
    }

    assertThat(history.openGroups())
        .hasSize(TaskHistory.MOST_GROUPS)
        .extracting(GroupScores::groupId)
        .startsWith("group 42")
        .endsWith("group 49");
  }

  @Test
  void rarePatternsAreThoseOfTheNewestEpisodeWithAScore() {
    List<TaskSample> samples = new ArrayList<>();
    samples.add(new TaskSample("a", 1, List.of("cd::INVALID_CALL")));
    samples.add(new TaskSample("b", 1, List.of("ls::MISSING_CALL")));
    TaskHistory history = TaskHistory.BEGIN;
    for (TaskSample sample : samples) {
      history = history.with(sample, outcome(true, 0), WINDOW_OF_4);
    }
    assertThat(broken(history, "c", 1).rarePatterns()).containsExactly("ls::MISSING_CALL");
    assertThat(with(history, "c", 1, 0).rarePatterns()).isEmpty();
  }
}
