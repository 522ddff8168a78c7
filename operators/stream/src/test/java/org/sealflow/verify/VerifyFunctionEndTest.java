package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.verify.VerifyHarness.DEADLINE;
import static org.sealflow.verify.VerifyHarness.SETTINGS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Verdict;

/** How episodes end that do not end by themselves. */
class VerifyFunctionEndTest {
  private static final Duration MOMENT = Duration.ofSeconds(1);

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
      assertThat(ended.facts().turns().reached()).isEqualTo(2);
      assertThat(harness.turns())
          .extracting(VerifiedTurn::reached)
          .containsExactly(true, true, false, false);
      Failure failure = harness.onlyFailure(events.get(0));
      assertThat(failure.getReason())
          .isEqualTo(
              "no event for 600 s after event 3 of attempt 0; it counts as an infrastructure"
                  + " failure");
      assertThat(failure.getRemedy())
          .startsWith("publish the events from sequence 4, then `sealflow failures requeue");
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void aStalledEpisodeMayBePublishedAgainAsTheNextAttempt() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    List<ReceivedEvent> again = TestingEpisode.solved("episode", 1, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events.subList(0, 3)).pass(DEADLINE);
      harness.send(events.subList(3, events.size()));
      assertThat(harness.episodes()).hasSize(1);

      harness.send(again);
      assertThat(harness.episodes())
          .extracting(EpisodeVerdict::of)
          .containsExactly(Verdict.INFRASTRUCTURE_FAILED, Verdict.PASSED);
      assertThat(harness.ledger().started()).isEqualTo(2);
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(events.size() - 3L);
    }
  }

  @Test
  void aPauseOrABacklogEndsNobody() throws Exception {
    List<ReceivedEvent> events = TestingEpisode.solved("episode", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      for (ReceivedEvent event : events) {
        harness
            .send(List.of(event))
            .passByClock(DEADLINE.multipliedBy(2))
            .readUpTo(VerifyHarness.START + event.event().getSequence());
      }
      assertThat(harness.episodes()).extracting(EpisodeVerdict::of).containsExactly(Verdict.PASSED);
      assertThat(harness.ledger().recordsDuplicate()).isZero();
    }
  }

  @Test
  void aProducerThatDiedBeforeABacklogIsNoticedInIt() throws Exception {
    List<ReceivedEvent> dead = TestingEpisode.solved("dead", 0, "base_4").subList(0, 3);
    List<ReceivedEvent> living = TestingEpisode.solved("living", 0, "base_4");
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(dead).passByClock(DEADLINE.multipliedBy(9));
      long time = VerifyHarness.START;
      for (ReceivedEvent event : living) {
        time += DEADLINE.toMillis() / 4;
        harness.readUpTo(time).send(List.of(event));
      }
      assertThat(harness.episodes())
          .extracting(EndedEpisode::reason)
          .containsExactly(EndReason.DEADLINE, EndReason.COMPLETED);
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

      Failure failure = harness.onlyFailure(events.get(1));
      assertThat(failure.getReason())
          .isEqualTo("no event for 600 s, and its first event never came");
      assertThat(failure.getRemedy()).contains("from sequence 0");
      assertThat(harness.ledger().recordsFailed()).isEqualTo(rest.size());
      harness.assertNothingIsLeft();
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
      assertThat(harness.failures())
          .extracting(Failure::getEpisodeId)
          .containsExactly("open", "headless");
      List<LedgerPart> parts = harness.side(LedgerPart.OUTPUT);
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
      int before = harness.side(LedgerPart.OUTPUT).size();
      harness.endInput();

      List<LedgerPart> parts = harness.side(LedgerPart.OUTPUT);
      assertThat(parts).hasSize(before + 1);
      assertThat(parts.get(before).counts().passed()).isEqualTo(2);
    }
  }

  @Test
  void anEpisodeThatNeedsADateItDoesNotNameFails() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_11").withoutDate().start().solve().end().received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events);

      Failure failure = harness.onlyFailure(events.get(0));
      assertThat(failure.getReason()).startsWith("the episode cannot be verified: ");
      assertThat(harness.ledger().infrastructureFailed()).isEqualTo(1);
      assertThat(harness.ledger().recordsFailed()).isEqualTo(3);
      assertThat(harness.ledger().recordsDuplicate()).isEqualTo(events.size() - 3L);
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void anEpisodeWhosePaddingNeedsADateFails() throws Exception {
    List<ReceivedEvent> events =
        new TestingEpisode("episode", 0, "base_11").withoutDate().start().end().received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(events);

      assertThat(harness.verified()).isEmpty();
      harness.onlyFailure(events.get(0));
      harness.assertNothingIsLeft();
    }
  }

  @Test
  void aFailingEpisodeLeavesTheOthersAlone() throws Exception {
    List<ReceivedEvent> good = TestingEpisode.solved("good", 0, "base_4");
    List<ReceivedEvent> bad =
        new TestingEpisode("bad", 0, "base_11").withoutDate().start().solve().end().received();
    try (VerifyHarness harness = VerifyHarness.withTasks(SETTINGS)) {
      harness.send(good.subList(0, 4)).send(bad).send(good.subList(4, good.size()));

      assertThat(harness.verified()).isEqualTo(VerifyHarness.inOrder(good));
      assertThat(harness.failures()).hasSize(1);
    }
  }
}
