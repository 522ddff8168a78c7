package org.sealflow.jobs.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;

class GatheredEventsTest {
  private static final Instant TIME = Instant.parse("2026-01-15T08:00:00Z");

  private final List<String> whole = new ArrayList<>();
  private final GatheredEvents gathered =
      new GatheredEvents(
          (id, events) -> whole.add(id + events.get(0).getAttempt() + ":" + sequences(events)));

  private static List<Integer> sequences(List<TrajectoryEvent> events) {
    return events.stream().map(TrajectoryEvent::getSequence).toList();
  }

  private static EpisodeAttempt attempt(int number) {
    return new EpisodeAttempt("run", "e", number);
  }

  private static TrajectoryEvent started(int attempt) {
    return TrajectoryEvents.started(
        attempt(attempt),
        TIME,
        EpisodeStarted.newBuilder()
            .setTaskId("task")
            .setTaskDigest("ab".repeat(32))
            .setGroupId("e")
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(Mode.TRAIN)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(false)
            .setSampling(Sampling.newBuilder().build())
            .setModelName("nano")
            .build());
  }

  private static TrajectoryEvent turnEnded(int attempt, int sequence) {
    return TrajectoryEvents.turnEnded(attempt(attempt), sequence, TIME, sequence - 1);
  }

  private static TrajectoryEvent ended(int attempt, int sequence) {
    return TrajectoryEvents.ended(attempt(attempt), sequence, TIME, EndReason.COMPLETED, null);
  }

  private void take(TrajectoryEvent... events) {
    for (TrajectoryEvent event : events) {
      gathered.take(event);
    }
  }

  @Test
  void repeatedEventsChangeNothing() {
    take(started(0), turnEnded(0, 1), started(0), turnEnded(0, 1), ended(0, 2), ended(0, 2));
    assertThat(whole).containsExactly("e0:[0, 1, 2]");
  }

  @Test
  void aHigherAttemptTakesThePlaceOfOneThatHasNotEnded() {
    take(started(0), turnEnded(0, 1), started(1), turnEnded(0, 2), ended(1, 1));
    assertThat(whole).containsExactly("e1:[0, 1]");
  }

  @Test
  void theFirstAttemptThatEndsCounts() {
    take(started(0), ended(0, 1), started(1), ended(1, 1));
    assertThat(whole).containsExactly("e0:[0, 1]");
  }

  @Test
  void whatHasNoEndIsHandedOnAtTheEndAndWhatHasNoBeginningIsNot() {
    take(started(0), turnEnded(0, 1));
    assertThat(whole).isEmpty();
    gathered.end();
    assertThat(whole).containsExactly("e0:[0, 1]");
    take(turnEnded(3, 1));
    gathered.end();
    assertThat(whole).hasSize(1);
  }
}
