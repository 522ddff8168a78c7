package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.sealflow.verify.VerifyHarness.DEADLINE;
import static org.sealflow.verify.VerifyHarness.SETTINGS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Verdict;

/** Verifies events however they come: late, twice, out of order, as another attempt. */
class VerifyFunctionTest {
  private static final Duration MOMENT = Duration.ofSeconds(1);

  @Test
  void anEpisodeIsVerifiedTurnByTurn() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events.subList(0, 3));
      assertThat(harness.turns()).extracting(VerifiedTurn::turn).containsExactly(0);

      harness.send(events.subList(3, events.size()));
      assertThat(harness.turns())
          .extracting(VerifiedTurn::turn, VerifiedTurn::tag)
          .containsExactly(
              tuple(0, Tag.PASS), tuple(1, Tag.PASS), tuple(2, Tag.PASS), tuple(3, Tag.PASS));
      assertThat(harness.verified().get(0).turnEndedAt())
          .isEqualTo(TestingEpisode.BEGINNING.plusSeconds(2).toEpochMilli());
      assertThat(harness.episodes()).extracting(EpisodeVerdict::of).containsExactly(Verdict.PASSED);
      assertThat(harness.ledger())
          .isEqualTo(new Ledger(1, 1, 0, 0, 0, 0, 0, events.size(), events.size(), 0, 0));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void theEndNamesThePoliciesThatTookPart() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_9")
            .start()
            .by(7)
            .step("search_tweets(keyword='kingfisher')")
            .results("[]")
            .endTurn()
            .by(9)
            .step("retweet(tweet_id=4)", "follow_user(username_to_follow='lotta_lens')")
            .end(EndReason.STEP_LIMIT, null)
            .received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      EndedEpisode ended = harness.send(events).episodes().get(0);

      assertThat(ended.oldestPolicy()).isEqualTo(7);
      assertThat(ended.newestPolicy()).isEqualTo(9);
      assertThat(ended.calls()).isEqualTo(3);
      assertThat(ended.reason()).isEqualTo(EndReason.STEP_LIMIT);
      assertThat(ended.facts().soundness().drifted()).isTrue();
      assertThat(ended.facts().turns().reached()).isEqualTo(2);
      assertThat(harness.turns())
          .extracting(VerifiedTurn::reached)
          .containsExactly(true, true, false);
    }
  }

  @Test
  void anInferenceErrorHasNoTurns() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_9")
            .start()
            .end(EndReason.INFERENCE_ERROR, "the engine hung up")
            .received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events);

      assertThat(harness.turns()).isEmpty();
      assertThat(harness.episodes().get(0).facts().official().errorType())
          .isEqualTo("multi_turn:inference_error");
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void anEpisodeWaitsForItsTask() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "long_context_5");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(events);
      assertThat(harness.verified()).isEmpty();
      assertThat(harness.ledger().inFlight()).isEqualTo(1);
      assertThat(harness.eventTimeTimers()).as("its deadline and the end").isEqualTo(2);

      harness.sendTasks();
      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(events));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void aTaskThatComesInTheMiddleIsTakenUpByTheNextEvent() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(events.subList(0, 4)).sendTasks().send(events.subList(4, events.size()));

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(events));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void anEpisodeWhoseTaskNeverComesFailsAtItsDeadline() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(events).pass(DEADLINE.minus(MOMENT));
      assertThat(harness.failures()).isEmpty();

      harness.pass(MOMENT);
      Failure failure = harness.onlyFailure(events.get(0));
      assertThat(failure.getReason()).contains("task multi_turn_base_4").contains("is not known");
      assertThat(failure.getRemedy()).startsWith("publish the task");
      assertThat(harness.verified()).isEmpty();
      assertThat(harness.ledger())
          .isEqualTo(new Ledger(1, 0, 0, 1, 0, 0, 0, events.size(), 0, 0, events.size()));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void eventsThatComeTwiceCountOnce() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> twice = new ArrayList<>();
    events.forEach(event -> twice.addAll(List.of(event, event)));
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(twice);

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(events));
      int n = events.size();
      assertThat(harness.ledger()).isEqualTo(new Ledger(1, 1, 0, 0, 0, 0, 0, 2L * n, n, n, 0));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void whatComesAfterTheEndChangesNothing() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events).send(events).send(TestingEpisode.solved("episode", 1, "base_4"));

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(events));
      assertThat(harness.ledger().started()).isEqualTo(1);
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(2L * events.size());
      harness.assertNothingIsLeft();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eventsAreVerifiedInOrderHoweverTheyCome(long seed) throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> shuffled = new ArrayList<>(events);
    shuffled.addAll(events.subList(2, 5));
    Collections.shuffle(shuffled, new Random(seed));
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(shuffled);

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(events));
      assertThat(harness.ledger())
          .isEqualTo(new Ledger(1, 1, 0, 0, 0, 0, 0, events.size() + 3L, events.size(), 3, 0));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void anEventThatWaitsForAnotherIsHeldAndThenLetGo() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(List.of(events.get(0), events.get(2)));
      assertThat(harness.verified()).isEmpty();
      assertThat(harness.state()).containsOnly(held("cursor"), held("log"), held("early"));

      harness.send(List.of(events.get(1)));
      assertThat(harness.turns()).hasSize(1);
      assertThat(harness.state()).containsOnly(held("cursor"), held("log"));
    }
  }

  @Test
  void aHigherAttemptSupersedesAnUnfinishedOne() throws Exception {
    List<ReceivedEvent> first = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> second = TestingEpisode.solved("episode", 1, "base_4");
    int given = 5;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(first.subList(0, given)).send(List.of(second.get(0)));
      assertThat(harness.ledger().superseded()).isEqualTo(1);
      assertThat(harness.ledger().inFlight()).isEqualTo(1);

      harness.send(first.subList(given, given + 2)).send(second.subList(1, second.size()));
      List<Verified> verified = harness.verified();
      assertThat(verified.subList(2, verified.size())).isEqualTo(VerifyHarness.inOrder(second));
      assertThat(verified.get(1).attempt()).isZero();
      assertThat(harness.episodes()).hasSize(1);
      assertThat(harness.ledger())
          .isEqualTo(
              new Ledger(
                  2, 1, 0, 0, 0, 1, 0, second.size() + given + 2L, second.size() + given, 2, 0));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void aHigherAttemptMayBeginBeforeItsFirstEvent() throws Exception {
    List<ReceivedEvent> second = TestingEpisode.solved("episode", 1, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness
          .send(TestingEpisode.solved("episode", 0, "base_4").subList(0, 5))
          .send(second.subList(1, 4))
          .send(second.subList(0, 1))
          .send(second.subList(4, second.size()));

      List<Verified> verified = harness.verified();
      assertThat(verified.subList(2, verified.size())).isEqualTo(VerifyHarness.inOrder(second));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void aFailedEpisodeMayBePublishedAgainAsANewAttempt() throws Exception {
    List<ReceivedEvent> first = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> second = TestingEpisode.solved("episode", 1, "base_4");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(first.subList(0, 6)).pass(DEADLINE);
      assertThat(harness.failures()).hasSize(1);

      harness.sendTasks().send(first.subList(6, 8));
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(2);
      assertThat(harness.verified()).isEmpty();

      harness.send(second);
      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(second));
      assertThat(harness.ledger().started()).isEqualTo(2);
      assertThat(harness.ledger().passed()).isEqualTo(1);
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
    }
  }

  @Test
  void anEndedEpisodeIsForgottenAfterItsTime() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_0");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events).pass(SETTINGS.tombstoneTtl().minus(MOMENT)).send(events);
      assertThat(harness.episodes()).hasSize(1);

      harness.pass(MOMENT).send(events);
      assertThat(harness.episodes()).hasSize(2);
    }
  }

  @Test
  void withoutTombstonesNothingIsLeftAtAll() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS.withoutTombstones())) {
      harness.send(TestingEpisode.solved("episode", 0, "base_0"));

      assertThat(harness.state()).isEmpty();
      assertThat(harness.episodes()).hasSize(1);
    }
  }

  @Test
  void moreEpisodesThanWorldsAreVerifiedAllTheSame() throws Exception {
    VerifySettings one =
        new VerifySettings(DEADLINE, Duration.ofHours(1), 1, false, null, false, null);
    List<ReceivedEvent> first = TestingEpisode.wandering("first");
    List<ReceivedEvent> second = TestingEpisode.wandering("second");
    List<Verified> expected = new ArrayList<>(VerifyHarness.inOrder(first));
    expected.addAll(VerifyHarness.inOrder(second));
    try (VerifyHarness harness = VerifyHarness.withTasks(one)) {
      for (int i = 0; i < first.size(); i++) {
        harness.send(List.of(first.get(i), second.get(i)));
      }
      assertThat(harness.verified()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(harness.state()).containsOnly(Map.entry("ended", 2L));
    }
  }

  @Test
  void anEpisodeWithoutAWorldCostsOnePerTurnHoweverManyStepsTheTurnHas() throws Exception {
    VerifySettings one =
        new VerifySettings(DEADLINE, Duration.ofHours(1), 1, false, null, false, null);
    List<ReceivedEvent> first = manySteps("first");
    List<ReceivedEvent> second = manySteps("second");
    try (VerifyHarness harness = VerifyHarness.withTasks(one)) {
      for (int i = 0; i < first.size(); i++) {
        harness.send(List.of(first.get(i), second.get(i)));
      }
      assertThat(harness.episodes()).hasSize(2);
      // Of each for its second turn and its end: the second one has none before its first turn
      // ends.
      assertThat(harness.worldsMadeAgain()).isEqualTo(2 * 2);
    }
  }

  /** Two turns of twenty steps each. */
  private static List<ReceivedEvent> manySteps(String episodeId) {
    TestingEpisode episode = new TestingEpisode(episodeId, 0, "base_9").start();
    for (int turn = 0; turn < 2; turn++) {
      for (int step = 0; step < 20; step++) {
        episode.step("search_tweets(keyword='kingfisher')").results("[]");
      }
      episode.endTurn();
    }
    return episode.end().received();
  }

  @Test
  void aReferenceRowIsMadeWhereTheSettingsAskForIt() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_0")
            .recordedAt(new RecordedSource("samples.jsonl", 3L, 2L, "row", 100L))
            .start()
            .solve()
            .end()
            .received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS.withReferenceRows())) {
      harness.send(events);

      assertThat(harness.side(VerifyFunction.REFERENCE_ROWS))
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line.ordinal()).isEqualTo(2);
                assertThat(line.json()).startsWith("{\"tid\": \"row\"");
              });
    }
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      assertThat(harness.send(events).side(VerifyFunction.REFERENCE_ROWS)).isEmpty();
    }
  }

  @Test
  void theLedgerIsShownAtMostOnceASecondBeforeTheEnd() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      for (int i = 0; i < 5; i++) {
        harness.send(TestingEpisode.solved("early-" + i, 0, "base_0"));
      }
      assertThat(harness.side(LedgerPart.OUTPUT)).hasSize(1);

      harness.pass(MOMENT).send(TestingEpisode.solved("late", 0, "base_0"));
      assertThat(harness.side(LedgerPart.OUTPUT)).hasSize(2);
    }
  }

  private static Map.Entry<String, Long> held(String state) {
    return Map.entry(state, 1L);
  }
}
