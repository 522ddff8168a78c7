package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.capability.TestingHarness.Profile;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;

class ProfileFunctionTest {
  private static final CapabilitySettings SETTINGS = CapabilitySettings.DEFAULT;
  private static final Duration INTERVAL = SETTINGS.publishInterval();
  private static final Duration MOMENT = Duration.ofMillis(1);

  /** How many observations each profile put out holds. */
  private static List<Long> counts(Profile run) {
    return counts(run.out());
  }

  private static List<Long> published(Profile run) {
    return counts(run.side(ProfileFunction.PUBLISHED));
  }

  private static List<Long> counts(List<CapabilityProfile> profiles) {
    return profiles.stream().map(profile -> profile.getTotal().getCount()).toList();
  }

  private static void assertNothingWaits(Profile run) {
    assertThat(run.held("waiting")).isZero();
    assertThat(run.timers()).isZero();
  }

  private static CapabilityObservation passed() {
    return TestingEpisode.passed("e").ofTask(0);
  }

  private static CapabilityObservation ofTask(String task) {
    return TestingEpisode.passed("e").task(task, TestingEpisode.CATEGORY).ofTask(0);
  }

  private static CapabilityObservation failed() {
    return TestingEpisode.failed("f").ofTask(0);
  }

  private static ObservationBundle bundle(CapabilityObservation... observations) {
    CapabilityObservation first = observations[0];
    return new ObservationBundle(
        first.runId(),
        first.kind(),
        first.category(),
        first.name(),
        Stream.of(observations).map(ObservationBundle.Part::of).toList());
  }

  @Test
  void everyChangeIsPutOutAtOnce() throws Exception {
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(passed(), passed(), passed());

      assertThat(counts(run)).containsExactly(1L, 2L, 3L);
      assertThat(published(run)).isEmpty();
    }
  }

  @Test
  void whatComesTogetherIsPutOutOnce() throws Exception {
    CapabilityProfile apart;
    try (Profile run = Profile.open(SETTINGS)) {
      apart = run.send(passed(), failed(), passed()).last();
    }
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(bundle(passed(), failed(), passed()));

      assertThat(run.out()).containsExactly(apart);
    }
  }

  @Test
  void anObservationThatCannotBeCountedLeavesThoseThatCameWithIt() throws Exception {
    CapabilityObservation unusable = TestingEpisode.passed("e").ofTask(-5);
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(bundle(unusable, passed(), passed()));

      assertThat(counts(run)).containsExactly(1L, 2L);
      assertThat(run.side(DeadLetters.FAILURES))
          .singleElement()
          .satisfies(failure -> assertThat(failure.getRunId()).isEqualTo("run"));
    }
  }

  @Test
  void aProfileThatNobodyReadsIsOnlyPublished() throws Exception {
    CapabilityObservation argument =
        new CapabilityObservation(
            "run", CapabilityKind.TOOL_ARGUMENT, "*", "cd::x", passed().outcome(), null, null);
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(argument, argument).after(INTERVAL);

      assertThat(run.out()).isEmpty();
      assertThat(published(run)).containsExactly(2L);
    }
  }

  @Test
  void whatIsPublishedIsTheNewestOncePerInterval() throws Exception {
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(passed(), passed()).after(INTERVAL.minus(MOMENT)).send(passed());
      assertThat(published(run)).isEmpty();

      run.after(MOMENT);
      assertThat(published(run)).containsExactly(3L);
      assertNothingWaits(run);

      run.send(passed()).after(INTERVAL.minus(MOMENT)).send(passed());
      assertThat(published(run)).containsExactly(3L);
      run.after(MOMENT);
      assertThat(published(run)).containsExactly(3L, 5L);
    }
  }

  @Test
  void nothingIsPublishedWhileNothingChanges() throws Exception {
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(passed()).after(INTERVAL);
      for (int i = 0; i < 10; i++) {
        run.after(INTERVAL);
      }

      assertThat(published(run)).containsExactly(1L);
      assertNothingWaits(run);
    }
  }

  @Test
  void aThousandChangesASecondArePublishedOnce() throws Exception {
    try (Profile run = Profile.open(SETTINGS)) {
      for (int i = 0; i < 3000; i++) {
        run.send(passed()).after(MOMENT);
      }

      assertThat(counts(run)).hasSize(3000);
      assertThat(published(run)).containsExactly(1000L, 2000L, 3000L);
    }
  }

  @Test
  void capabilitiesAndRunsAreCountedAndPublishedApart() throws Exception {
    CapabilityObservation ofAnotherRun = TestingEpisode.passed("e").run("another").ofTask(0);
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(passed(), ofTask("multi_turn_base_1"), passed(), ofAnotherRun).after(INTERVAL);

      assertThat(counts(run)).containsExactly(1L, 1L, 2L, 1L);
      assertThat(published(run)).containsExactlyInAnyOrder(2L, 1L, 1L);
      assertThat(run.held("counts")).isEqualTo(3);
      assertNothingWaits(run);
    }
  }

  @Test
  void theEndOfTheInputPublishesWhatIsLeft() throws Exception {
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(passed()).after(INTERVAL);
      run.send(passed(), passed(), ofTask("multi_turn_base_1"));
      run.endInput();

      assertThat(published(run)).containsExactlyInAnyOrder(1L, 3L, 1L);
      run.after(INTERVAL);
      assertThat(published(run)).hasSize(3);
      assertNothingWaits(run);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void aRestoredFunctionCountsEveryObservationOnce(int kept) throws Exception {
    List<CapabilityObservation> observations =
        List.of(passed(), TestingEpisode.failed("2").group("g", 2).ofTask(1), passed(), passed());
    CapabilityProfile undisturbed;
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(observations);
      undisturbed = run.out().get(3);
    }
    List<Long> published = new ArrayList<>();
    OperatorSubtaskState state;
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(observations.subList(0, kept));
      state = run.snapshot();
      // What comes after the checkpoint is lost with the crash, and read again.
      run.send(observations.subList(kept, 4));
    }
    try (Profile run = Profile.restored(SETTINGS, state)) {
      run.send(observations.subList(kept, 4));
      run.after(INTERVAL);
      published.addAll(published(run));

      assertThat(run.side(ProfileFunction.PUBLISHED)).containsExactly(undisturbed);
      assertNothingWaits(run);
    }
    assertThat(published).containsExactly(4L);
  }

  @Test
  void aCapabilityNotObservedForTheTimeToLiveCountsFromNothing() throws Exception {
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(passed(), passed()).after(SETTINGS.timeToLive().minus(MOMENT)).send(passed());
      assertThat(counts(run)).containsExactly(1L, 2L, 3L);

      run.after(SETTINGS.timeToLive().plus(MOMENT)).send(passed());
      assertThat(counts(run)).containsExactly(1L, 2L, 3L, 1L);
    }
  }

  @Test
  void whatExpiredBeforeItWasPublishedIsNot() throws Exception {
    OperatorSubtaskState state;
    try (Profile run = Profile.open(SETTINGS)) {
      state = run.send(passed()).snapshot();
    }
    try (Profile run = Profile.restored(SETTINGS, state)) {
      run.passWithoutTimers(SETTINGS.timeToLive().plus(MOMENT));
      run.send(TestingEpisode.broken("e").ofTask(0));
      run.fireTimers(INTERVAL);

      assertThat(published(run)).isEmpty();
      assertNothingWaits(run);
    }
  }

  @Test
  void whatDoesNotCountIsPutOutOnlyWhereItChangesASignal() throws Exception {
    CapabilityObservation success = TestingEpisode.passed("1").group("g", 3).ofTask(0);
    CapabilityObservation failure = TestingEpisode.failed("2").group("g", 3).ofTask(0);
    CapabilityObservation broken = TestingEpisode.broken("3").group("g", 3).ofTask(0);
    CapabilityObservation brokenElsewhere = TestingEpisode.broken("4").group("h", 3).ofTask(0);
    try (Profile run = Profile.open(SETTINGS)) {
      run.send(brokenElsewhere);
      assertThat(counts(run)).isEmpty();
      assertNothingWaits(run);

      run.send(success, failure, brokenElsewhere, broken);
      assertThat(counts(run)).containsExactly(1L, 2L, 2L);
      assertThat(run.out())
          .extracting(profile -> profile.getSignals().getBoundary())
          .containsExactly(false, false, true);
    }
  }
}
