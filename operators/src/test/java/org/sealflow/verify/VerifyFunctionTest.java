package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.sealflow.verify.VerifyHarness.DEADLINE;
import static org.sealflow.verify.VerifyHarness.GRACE;
import static org.sealflow.verify.VerifyHarness.SETTINGS;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.bfcl.check.Tag;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;

/**
 * What becomes of events however they come: late, twice, out of order, in part, across a restart.
 */
class VerifyFunctionTest {
  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Map<String, Long> TOMBSTONE_ONLY = Map.of("ended", 1L);

  // The plain case.

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
      assertNothingIsLeft(harness);
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
      assertThat(ended.facts().drifted()).isTrue();
      assertThat(ended.facts().turnsReached()).isEqualTo(2);
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
      assertThat(harness.episodes().get(0).facts().officialErrorType())
          .isEqualTo("multi_turn:inference_error");
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
      assertNothingIsLeft(harness);
    }
  }

  // Tasks.

  @Test
  void anEpisodeWaitsForItsTask() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "long_context_5");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(events).pass(MOMENT);
      assertThat(harness.verified()).isEmpty();
      assertThat(harness.ledger().inFlight()).isEqualTo(1);

      harness.sendTasks().pass(MOMENT);
      assertThat(harness.verified()).isEqualTo(inOrder(events));
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void aTaskThatComesInTheMiddleIsTakenUpByTheNextEvent() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(events.subList(0, 4)).sendTasks().send(events.subList(4, events.size()));

      assertThat(harness.verified()).isEqualTo(inOrder(events));
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void anEpisodeWhoseTaskNeverComesFailsAtItsDeadline() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.open(SETTINGS)) {
      harness.send(events).pass(DEADLINE.minus(MOMENT));
      assertThat(harness.failures()).isEmpty();

      harness.pass(MOMENT);
      Failure failure = onlyFailure(harness, events.get(0));
      assertThat(failure.getReason()).contains("task multi_turn_base_4").contains("is not known");
      assertThat(failure.getRemedy()).startsWith("publish the task");
      assertThat(harness.verified()).isEmpty();
      assertThat(harness.ledger())
          .isEqualTo(new Ledger(1, 0, 0, 1, 0, 0, 0, events.size(), 0, 0, events.size()));
      assertNothingIsLeft(harness);
    }
  }

  // Twice and out of order.

  @Test
  void eventsThatComeTwiceCountOnce() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> twice = new ArrayList<>();
    events.forEach(event -> twice.addAll(List.of(event, event)));
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(twice);

      assertThat(harness.verified()).isEqualTo(inOrder(events));
      int n = events.size();
      assertThat(harness.ledger()).isEqualTo(new Ledger(1, 1, 0, 0, 0, 0, 0, 2L * n, n, n, 0));
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void whatComesAfterTheEndChangesNothing() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events).send(events).send(TestingEpisode.solved("episode", 1, "base_4"));

      assertThat(harness.verified()).isEqualTo(inOrder(events));
      assertThat(harness.ledger().started()).isEqualTo(1);
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(2L * events.size());
      assertNothingIsLeft(harness);
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

      assertThat(harness.verified()).isEqualTo(inOrder(events));
      assertThat(harness.ledger())
          .isEqualTo(new Ledger(1, 1, 0, 0, 0, 0, 0, events.size() + 3L, events.size(), 3, 0));
      assertNothingIsLeft(harness);
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

  // Gaps and deadlines.

  @Test
  void anEpisodeWithAGapIsGivenUpAtItsDeadline() throws Exception {
    List<ReceivedEvent> events = new ArrayList<>(TestingEpisode.solved("episode", 0, "base_4"));
    events.remove(4);
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events).pass(DEADLINE.minus(MOMENT));
      assertThat(harness.episodes()).isEmpty();

      harness.pass(MOMENT);
      EndedEpisode ended = harness.episodes().get(0);
      assertThat(ended.reason()).isEqualTo(EndReason.DEADLINE);
      assertThat(ended.message()).isEqualTo("no event for 600 s");
      assertThat(ended.endedAt()).isEqualTo(harness.time());
      assertThat(EpisodeVerdict.of(ended)).isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
      assertThat(ended.facts().turnsReached()).isEqualTo(2);
      assertThat(harness.turns())
          .extracting(VerifiedTurn::reached)
          .containsExactly(true, true, false, false);
      assertThat(harness.failures()).isEmpty();
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void everyEventPutsTheDeadlineOff() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      for (ReceivedEvent event : events) {
        harness.send(List.of(event)).pass(DEADLINE.minus(MOMENT));
      }
      assertThat(harness.episodes()).extracting(EpisodeVerdict::of).containsExactly(Verdict.PASSED);
    }
  }

  @Test
  void anEpisodeWithoutItsFirstEventFails() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> rest = new ArrayList<>(events.subList(1, events.size()));
    Collections.reverse(rest);
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(rest).pass(DEADLINE);

      Failure failure = onlyFailure(harness, events.get(1));
      assertThat(failure.getReason())
          .isEqualTo("no event for 600 s, and its first event never came");
      assertThat(failure.getRemedy()).contains("from sequence 0");
      assertThat(harness.ledger().recordsFailed()).isEqualTo(rest.size());
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void aFailureOfWhatNoTopicHeldNamesAPlace() throws Exception {
    ReceivedEvent event = TestingEpisode.solved("episode", 0, "base_4").get(1);
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(List.of(new ReceivedEvent(event.event(), null, 0, 0, 0))).endInput();

      assertThat(harness.failures()).hasSize(1);
      assertThat(harness.failures().get(0).getSourceTopic()).isNull();
      assertThat(harness.failures().get(0).getSourceFile()).isNotNull();
    }
  }

  @Test
  void theEndOfTheInputEndsWhatIsLeft() throws Exception {
    List<ReceivedEvent> open = TestingEpisode.solved("open", 0, "base_4").subList(0, 6);
    List<ReceivedEvent> headless = TestingEpisode.solved("headless", 0, "base_9");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness
          .send(open)
          .send(headless.subList(1, 3))
          .send(TestingEpisode.solved("done", 0, "base_0"))
          .endInput();

      assertThat(harness.episodes())
          .extracting(EndedEpisode::reason)
          .containsExactly(EndReason.COMPLETED, EndReason.DEADLINE);
      assertThat(harness.episodes().get(1).message())
          .isEqualTo("the input ended before the episode did");
      assertThat(harness.failures()).extracting(Failure::getEpisodeId).containsExactly("headless");
      List<LedgerPart> parts = harness.side(VerifyFunction.LEDGER);
      assertThat(parts.get(parts.size() - 1))
          .isEqualTo(new LedgerPart(VerifyFunction.OPERATOR, 0, 1, harness.ledger()));
      assertThat(harness.ledger().inFlight()).isZero();
      assertThat(harness.ledger().started()).isEqualTo(3);
      assertThat(harness.state()).containsOnly(Map.entry("ended", 3L));
      assertThat(harness.eventTimeTimers()).isZero();
    }
  }

  @Test
  void theEndOfTheInputGivesALedgerEvenWhereNothingIsOpen() throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(TestingEpisode.solved("a", 0, "base_0"));
      harness.send(TestingEpisode.solved("b", 0, "base_0"));
      int before = harness.side(VerifyFunction.LEDGER).size();
      harness.endInput();

      List<LedgerPart> parts = harness.side(VerifyFunction.LEDGER);
      assertThat(parts).hasSize(before + 1);
      assertThat(parts.get(before).counts().passed()).isEqualTo(2);
    }
  }

  // Attempts.

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
      assertThat(verified.subList(2, verified.size())).isEqualTo(inOrder(second));
      assertThat(verified.get(1).attempt()).isZero();
      assertThat(harness.episodes()).hasSize(1);
      assertThat(harness.ledger())
          .isEqualTo(
              new Ledger(
                  2, 1, 0, 0, 0, 1, 0, second.size() + given + 2L, second.size() + given, 2, 0));
      assertNothingIsLeft(harness);
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
      assertThat(verified.subList(2, verified.size())).isEqualTo(inOrder(second));
      assertNothingIsLeft(harness);
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
      assertThat(harness.verified()).isEqualTo(inOrder(second));
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

  // What cannot be verified.

  @Test
  void anEpisodeThatNeedsADateItDoesNotNameFails() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_11").withoutDate().start().solve().end().received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events);

      Failure failure = onlyFailure(harness, events.get(0));
      assertThat(failure.getReason()).startsWith("the episode cannot be verified: ");
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
      assertThat(harness.ledger().recordsFailed()).isEqualTo(3);
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(events.size() - 3L);
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void anEpisodeWhosePaddingNeedsADateFails() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_11").withoutDate().start().end().received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events);

      assertThat(harness.verified()).isEmpty();
      onlyFailure(harness, events.get(0));
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void aFailingEpisodeLeavesTheOthersAlone() throws Exception {
    List<ReceivedEvent> good = TestingEpisode.solved("good", 0, "base_4");
    List<ReceivedEvent> bad =
        new TestingEpisode("bad", 0, "base_11").withoutDate().start().solve().end().received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(good.subList(0, 4)).send(bad).send(good.subList(4, good.size()));

      assertThat(harness.verified()).isEqualTo(inOrder(good));
      assertThat(harness.failures()).hasSize(1);
    }
  }

  // Restarts.

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void anEpisodeGoesOnAfterARestoreWithTheSameFacts(int given) throws Exception {
    List<ReceivedEvent> events = wandering("episode");
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
      assertThat(all).isEqualTo(inOrder(events));
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(given);
      assertThat(harness.ledger().started()).isEqualTo(1);
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void eventsThatWaitSurviveARestore() throws Exception {
    List<ReceivedEvent> events = wandering("episode");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events.subList(2, events.size()));
      state = harness.snapshot();
    }
    try (VerifyHarness harness =
        VerifyHarness.restored(SETTINGS, state, VerifyHarness.START + 1000)) {
      harness.send(events.subList(0, 2));

      assertThat(harness.verified()).isEqualTo(inOrder(events));
      assertNothingIsLeft(harness);
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
  void anOutageDeclaresNobodyStalledBeforeTheGraceIsOver() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      state = harness.send(events.subList(0, 4)).snapshot();
    }
    long longAfter = VerifyHarness.START + DEADLINE.multipliedBy(5).toMillis();
    try (VerifyHarness harness = VerifyHarness.restored(SETTINGS, state, longAfter)) {
      harness.pass(Duration.ofMillis(1)).pass(GRACE.minus(MOMENT));
      assertThat(harness.episodes()).isEmpty();

      harness.pass(MOMENT);
      assertThat(harness.episodes())
          .extracting(EndedEpisode::reason)
          .containsExactly(EndReason.DEADLINE);
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void anEpisodeThatGoesOnWithinTheGraceIsNotGivenUp() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    OperatorSubtaskState state;
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      state = harness.send(events.subList(0, 4)).snapshot();
    }
    long longAfter = VerifyHarness.START + DEADLINE.multipliedBy(5).toMillis();
    try (VerifyHarness harness = VerifyHarness.restored(SETTINGS, state, longAfter)) {
      harness
          .pass(GRACE.dividedBy(2))
          .send(events.subList(4, 6))
          .pass(GRACE)
          .send(events.subList(6, events.size()));

      assertThat(harness.episodes()).extracting(EpisodeVerdict::of).containsExactly(Verdict.PASSED);
    }
  }

  // Memory and rows.

  @Test
  void moreEpisodesThanWorldsAreVerifiedAllTheSame() throws Exception {
    VerifySettings one = new VerifySettings(DEADLINE, GRACE, Duration.ofHours(1), 1, false);
    List<ReceivedEvent> first = wandering("first");
    List<ReceivedEvent> second = wandering("second");
    List<Verified> expected = new ArrayList<>(inOrder(first));
    expected.addAll(inOrder(second));
    try (VerifyHarness harness = VerifyHarness.withTasks(one)) {
      for (int i = 0; i < first.size(); i++) {
        harness.send(List.of(first.get(i), second.get(i)));
      }
      assertThat(harness.verified()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(harness.state()).containsOnly(Map.entry("ended", 2L));
    }
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
      assertThat(harness.side(VerifyFunction.LEDGER)).hasSize(1);

      harness.pass(MOMENT).send(TestingEpisode.solved("late", 0, "base_0"));
      assertThat(harness.side(VerifyFunction.LEDGER)).hasSize(2);
    }
  }

  /** Two turns that go wrong, with private state in it, and then the end. */
  private static List<ReceivedEvent> wandering(String episodeId) {
    return new TestingEpisode(episodeId, 0, "base_0")
        .start()
        .step("ls(a=True)", "cd(folder='episodes')")
        .step("cd(folder='..')")
        .endTurn()
        .step("grep(file_name='ep12_script.md', pattern='Todo')")
        .endTurn()
        .step("pwd()", "ls()")
        .endTurn()
        .end()
        .received();
  }

  /** What an undisturbed function makes of events in order. */
  private static List<Verified> inOrder(List<ReceivedEvent> events) throws Exception {
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      return harness.send(events).verified();
    }
  }

  private static Failure onlyFailure(VerifyHarness harness, ReceivedEvent original) {
    assertThat(harness.failures()).hasSize(1);
    Failure failure = harness.failures().get(0);
    TrajectoryEvent event = original.event();
    assertThat(failure.getBoundary()).isEqualTo(Boundary.VERIFY);
    assertThat(failure.getEpisodeId()).isEqualTo(event.getEpisodeId());
    assertThat(failure.getRunId()).isEqualTo(event.getRunId());
    assertThat(Failures.key(failure)).isEqualTo(TestingEpisode.TOPIC + "/0/" + event.getSequence());
    assertThat(failure.getOriginal())
        .isEqualTo(ByteBuffer.wrap(Codec.of(TrajectoryEvent.class).encode(event)));
    return failure;
  }

  private static Map.Entry<String, Long> held(String state) {
    return Map.entry(state, 1L);
  }

  /** Once the deadline is over, only the memory of the end is left, and the last ledger's timer. */
  private static void assertNothingIsLeft(VerifyHarness harness) throws Exception {
    assertThat(harness.ledger().inFlight()).isZero();
    assertThat(harness.state()).isEqualTo(TOMBSTONE_ONLY);
    int verified = harness.verified().size();
    harness.pass(DEADLINE.plus(MOMENT));
    assertThat(harness.processingTimeTimers()).isZero();
    assertThat(harness.eventTimeTimers()).isEqualTo(1);
    assertThat(harness.verified()).hasSize(verified);
    assertThat(harness.state()).isEqualTo(TOMBSTONE_ONLY);
  }
}
