package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.verify.VerifyHarness.DEADLINE;
import static org.sealflow.verify.VerifyHarness.SETTINGS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Verdict;

/** A restart changes no fact, no count and nobody's deadline. */
class VerifyFunctionRestoreTest {
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void anEpisodeGoesOnAfterARestoreWithTheSameFacts(int given) throws Exception {
    List<ReceivedEvent> events = TestingEpisode.wandering("episode");
    OperatorSubtaskState state;
    List<Verified> before;
    Ledger counted;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events.subList(0, given));
      state = harness.snapshot();
      before = harness.verified();
      counted = harness.ledger();
    }
    try (VerifyHarness harness =
        VerifyHarness.restored(SETTINGS, state, VerifyHarness.START + 1000)) {
      assertThat(harness.ledger()).isEqualTo(counted);

      harness.send(events.subList(0, given)).send(events.subList(given, events.size()));
      List<Verified> all = new ArrayList<>(before);
      all.addAll(harness.verified());
      assertThat(all).isEqualTo(VerifyHarness.inOrder(events));
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(given);
      assertThat(harness.ledger().started()).isEqualTo(1);
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void eventsThatWaitSurviveARestore() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.wandering("episode");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events.subList(2, events.size()));
      state = harness.snapshot();
    }
    try (VerifyHarness harness =
        VerifyHarness.restored(SETTINGS, state, VerifyHarness.START + 1000)) {
      harness.send(events.subList(0, 2));

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(events));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void episodesThatWaitedBeforeARestoreAreWokenByTheirTasks() throws Exception {
    List<ReceivedEvent> one = TestingEpisode.solved("one", 0, "base_0");
    List<ReceivedEvent> other = TestingEpisode.solved("other", 0, "long_context_5");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      state = harness.send(one).send(other).snapshot();
    }
    try (VerifyHarness harness =
        VerifyHarness.restored(SETTINGS, state, VerifyHarness.START + 1000)) {
      assertThat(harness.verified()).isEmpty();
      harness.sendTasks();

      assertThat(harness.episodes()).extracting(EpisodeVerdict::of).containsOnly(Verdict.PASSED);
      assertThat(harness.ledger().passed()).isEqualTo(2);
      assertThat(harness.state()).isEqualTo(Map.of("ended", 2L));
    }
  }

  @Test
  void anEndedEpisodeIsRememberedAcrossARestore() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_0");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      state = harness.send(events).snapshot();
    }
    try (VerifyHarness harness =
        VerifyHarness.restored(SETTINGS, state, VerifyHarness.START + 1000)) {
      harness.send(events);

      assertThat(harness.verified()).isEmpty();
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(events.size());
    }
  }

  @Test
  void anOutageEndsNobodyBeforeTheInputIsReadUpToNow() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      state = harness.send(events.subList(0, 4)).snapshot();
    }
    long longAfter = VerifyHarness.START + DEADLINE.multipliedBy(5).toMillis();
    try (VerifyHarness harness = VerifyHarness.restored(SETTINGS, state, longAfter)) {
      harness
          .passByClock(DEADLINE)
          .readUpTo(VerifyHarness.START + DEADLINE.minus(MOMENT).toMillis());
      assertThat(harness.episodes()).isEmpty();

      harness.readUpTo(VerifyHarness.START + DEADLINE.toMillis());
      assertThat(harness.episodes())
          .extracting(EndedEpisode::reason)
          .containsExactly(EndReason.DEADLINE);
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void anEpisodeThatGoesOnBehindAnOutageIsNotGivenUp() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      state = harness.send(events.subList(0, 4)).snapshot();
    }
    long longAfter = VerifyHarness.START + DEADLINE.multipliedBy(5).toMillis();
    try (VerifyHarness harness = VerifyHarness.restored(SETTINGS, state, longAfter)) {
      harness
          .send(events.subList(4, 6))
          .pass(DEADLINE.minus(MOMENT))
          .send(events.subList(6, events.size()));

      assertThat(harness.episodes()).extracting(EpisodeVerdict::of).containsExactly(Verdict.PASSED);
      assertThat(harness.ledger().recordsDuplicate()).isZero();
    }
  }
}
