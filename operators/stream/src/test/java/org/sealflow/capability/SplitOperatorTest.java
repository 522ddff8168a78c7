package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sealflow.capability.TestingHarness.Bundling;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.schemas.Tag;

class SplitOperatorTest {
  private static final Duration MOMENT = Duration.ofMillis(1);

  private static Bundling<ObservationBundle> split() throws Exception {
    return Bundling.open(BundlingOperatorFactory.split());
  }

  private static EpisodeObservation episode(String id) {
    return TestingEpisode.passed(id).tags(Tag.PASS).stamped(0);
  }

  /** The observations sent on so far, by capability and in order. */
  private static Map<String, List<CapabilityObservation>> sent(Bundling<ObservationBundle> split) {
    return split.out().stream()
        .flatMap(bundle -> bundle.observations().stream())
        .collect(Collectors.groupingBy(each -> ObservationBundle.of(each).key()));
  }

  private static Map<String, List<CapabilityObservation>> observationsOf(
      EpisodeObservation... episodes) {
    return List.of(episodes).stream()
        .flatMap(episode -> CapabilityObservations.of(episode).stream())
        .collect(Collectors.groupingBy(each -> ObservationBundle.of(each).key()));
  }

  @Test
  void anEpisodeAfterAPauseIsSentOnAtOnce() throws Exception {
    try (Bundling<ObservationBundle> split = split()) {
      split.send(episode("1"));
      assertThat(sent(split)).isEqualTo(observationsOf(episode("1")));

      split.pass(SplitOperator.LONGEST_WAIT);
      split.send(episode("2"));
      assertThat(sent(split)).isEqualTo(observationsOf(episode("1"), episode("2")));
    }
  }

  @Test
  void whatIsObservedWithinAMomentIsSentOnTogether() throws Exception {
    try (Bundling<ObservationBundle> split = split()) {
      split.send(episode("1"));
      int alone = split.out().size();

      split.send(episode("2")).send(episode("3"));
      split.pass(SplitOperator.LONGEST_WAIT.minus(MOMENT));
      assertThat(split.out()).hasSize(alone);

      split.pass(MOMENT);
      assertThat(split.out()).hasSize(2 * alone);
      assertThat(sent(split)).isEqualTo(observationsOf(episode("1"), episode("2"), episode("3")));
    }
  }

  @Test
  void nothingWaitsWhileACheckpointIsTaken() throws Exception {
    try (Bundling<ObservationBundle> split = split()) {
      split.send(episode("1")).send(episode("2"));
      split.prepareCheckpoint();

      assertThat(sent(split)).isEqualTo(observationsOf(episode("1"), episode("2")));
      split.pass(SplitOperator.LONGEST_WAIT);
      assertThat(sent(split)).isEqualTo(observationsOf(episode("1"), episode("2")));
    }
  }

  @Test
  void nothingWaitsAtTheEndOfTheInput() throws Exception {
    try (Bundling<ObservationBundle> split = split()) {
      split.send(episode("1")).send(episode("2"));
      split.endInput();

      assertThat(sent(split)).isEqualTo(observationsOf(episode("1"), episode("2")));
    }
  }

  @Test
  void notMoreThanAsManyObservationsWait() throws Exception {
    EpisodeObservation episode = episode("1");
    int each = CapabilityObservations.of(episode).size();
    try (Bundling<ObservationBundle> split = split()) {
      split.send(episode);
      for (int i = 0; i * each < SplitOperator.MOST_WAITING; i++) {
        split.send(episode);
      }

      assertThat(sent(split).values())
          .allSatisfy(
              observations ->
                  assertThat(observations.size())
                      .isGreaterThanOrEqualTo(SplitOperator.MOST_WAITING / each));
    }
  }

  @Test
  void anEpisodeThatCannotBeSplitIsAFailureAndOthersAreSentOn() throws Exception {
    EpisodeObservation usable = episode("1");
    EpisodeObservation unusable =
        new EpisodeObservation(
            "run",
            "2",
            0,
            usable.placement(),
            usable.patching(),
            usable.result(),
            null,
            usable.stamp());
    try (Bundling<ObservationBundle> split = split()) {
      split.send(unusable).send(usable);
      split.endInput();

      assertThat(split.side(DeadLetters.FAILURES))
          .singleElement()
          .satisfies(failure -> assertThat(failure.getEpisodeId()).isEqualTo("2"));
      assertThat(sent(split)).containsAllEntriesOf(observationsOf(usable));
    }
  }
}
