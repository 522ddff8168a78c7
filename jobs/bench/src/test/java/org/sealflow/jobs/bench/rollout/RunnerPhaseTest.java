package org.sealflow.jobs.bench.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.bench.BenchTasks;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.plan.PlannedTask;

class RunnerPhaseTest {
  private static final TaskDirectory TASKS = BenchTasks.read(TestingSamples.TASKS);
  private static final Duration ANSWER_TIME = Duration.ofMillis(100);

  private static RunnerJob.Load load() {
    List<PlannedTask> planned =
        TASKS.tasks().stream()
            .limit(5)
            .map(task -> new PlannedTask(task.id(), TASKS.digest(task.id()), task.category()))
            .toList();
    return new RunnerJob.Load(planned, TASKS.records(), Long.MAX_VALUE, 100);
  }

  @Test
  void answersComeAsFastAsEpisodesInFlightAllow() throws Exception {
    try (AnsweringServer server = AnsweringServer.start(ANSWER_TIME, body -> body.readAllBytes());
        RunnerPhase phase =
            RunnerPhase.start(
                load(), 2, 2, AnsweringServer.baseUrl(server.port()), Clock.systemUTC())) {
      AnswerSpan span = phase.measure(Duration.ofSeconds(1));

      assertThat(span.seconds()).isEqualTo(1);
      // Four episodes, each with an answer per tenth of a second at most.
      assertThat(span.answers()).isBetween(1L, 40L);
      assertThat(span.times().millis(0.01)).isGreaterThanOrEqualTo(ANSWER_TIME.toMillis() - 1);
      assertThat(phase.episodes()).isPositive();
    }
  }

  @Test
  void aServerThatFailsEndsTheMeasurement() throws Exception {
    String nowhere;
    try (AnsweringServer server = AnsweringServer.start(ANSWER_TIME, body -> body.readAllBytes())) {
      nowhere = AnsweringServer.baseUrl(server.port());
    }

    assertThatThrownBy(() -> RunnerPhase.start(load(), 2, 2, nowhere, Clock.systemUTC()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("episodes failed, so the figures say nothing; the first: ENGINE_")
        .message()
        .hasLineCount(1);
  }
}
