package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.rollout.plan.EpisodeRequest;

/** Numbers of attempts, waiting requests, and trails of token ids. */
class RequestCoresTest {
  private static final long BEGAN = TestingGame.CLOCK.millis();

  private static EpisodeRequest request(int sample) {
    return TestingGame.request("run/b0/g0/s" + sample, sample % 2 == 0 ? "base_0" : "base_1");
  }

  @Test
  void withoutACheckpointTheRequestSaysTheNumber() {
    Attempts late = new Attempts(false, 0, BEGAN + 90_000);
    assertThat(late.numbered(request(0)).attempt()).as("a run that is new").isZero();
    assertThat(late.numbered(request(0).withAttempt(90)).attempt()).isEqualTo(90);
  }

  @Test
  void afterARestoreAttemptsAreNumberedByTheAgeOfTheRun() {
    assertThat(new Attempts(true, 0, BEGAN + 90_000).numbered(request(0)).attempt()).isEqualTo(90);
    assertThat(
            new Attempts(true, 0, BEGAN + 90_000).numbered(request(0).withAttempt(200)).attempt())
        .isEqualTo(201);
  }

  @Test
  void restoresFromOneCheckpointASecondApartNeverShareANumber() {
    EpisodeRequest checkpointed = request(0).withAttempt(30);
    Set<Integer> used = new HashSet<>(Set.of(30));
    for (long age = 31_500; age < 60_000; age += 1_000) {
      assertThat(used.add(new Attempts(true, 0, BEGAN + age).numbered(checkpointed).attempt()))
          .isTrue();
    }
  }

  @Test
  void restartsWithoutAnyCheckpointAreToldApartByTheirCount() {
    assertThat(new Attempts(false, 1, BEGAN).numbered(request(0)).attempt()).isEqualTo(1);
    assertThat(new Attempts(false, 2, BEGAN).numbered(request(0)).attempt()).isEqualTo(2);
    assertThat(new Attempts(true, 3, BEGAN - 5_000).numbered(request(0)).attempt()).isEqualTo(3);
  }

  @Test
  void requestsComeOutInTheOrderInWhichTheyCanBePlayed() {
    RequestQueue queue = new RequestQueue();
    queue.addWithoutTask(request(1), 0);
    queue.add(request(0));
    queue.addWithoutTask(request(3), 0);
    assertThat(queue.waitingForPlace()).isEqualTo(1);
    assertThat(queue.waitingForTask()).isEqualTo(2);

    queue.taskArrived(request -> false);
    assertThat(queue.waitingForTask()).isEqualTo(2);
    queue.taskArrived(request -> request.taskId().equals("multi_turn_base_1"));

    assertThat(queue.waitingForTask()).isZero();
    assertThat(queue.all()).containsExactly(request(0), request(1), request(3));
    assertThat(queue.poll()).isEqualTo(request(0));
    assertThat(queue.poll()).isEqualTo(request(1));
    assertThat(queue.poll()).isEqualTo(request(3));
    assertThat(queue.poll()).isNull();
  }

  @Test
  void onlyThoseThatHaveWaitedLongEnoughAreGivenUp() {
    RequestQueue queue = new RequestQueue();
    queue.addWithoutTask(request(0), 100);
    queue.addWithoutTask(request(1), 101);
    queue.addWithoutTask(request(2), 102);

    assertThat(queue.overdue(101)).containsExactlyInAnyOrder(request(0), request(1));
    assertThat(queue.waitingForTask()).isEqualTo(1);
    assertThat(queue.all()).containsExactly(request(2));
    assertThat(queue.overdue(101)).isEmpty();
  }

  @Test
  void aTrailHoldsAsLongAsEveryStepHasIdsAndContext() {
    TokenTrail trail = new TokenTrail();
    SampledTokens first = new SampledTokens(List.of(1, 2), List.of(3), null);

    assertThat(trail.next(first)).isSameAs(first);
    assertThat(trail.next(first)).isSameAs(first);
    assertThat(trail.next(null)).isNull();
    assertThat(trail.next(first)).as("behind the break").isNull();
  }

  @Test
  void aStepWithoutTheIdsOfWhatCameBeforeItBreaksTheTrail() {
    TokenTrail trail = new TokenTrail();
    SampledTokens good = new SampledTokens(List.of(1), List.of(2), null);
    trail.next(good);

    assertThat(trail.next(new SampledTokens(List.of(), List.of(4), null))).isNull();
    assertThat(trail.next(good)).isNull();
  }

  @Test
  void anEngineThatBeginsToGiveIdsLateGivesNone() {
    TokenTrail trail = new TokenTrail();
    trail.next(null);

    assertThat(trail.next(new SampledTokens(List.of(1), List.of(2), null))).isNull();
  }
}
