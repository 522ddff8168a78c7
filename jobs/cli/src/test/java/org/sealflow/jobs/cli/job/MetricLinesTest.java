package org.sealflow.jobs.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricLinesTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_000);

  private static List<String> lines(String... pages) {
    return MetricLines.of(MetricSamples.of(List.of(pages)), NOW);
  }

  private static String operator(String job, String operator, String name, double value) {
    return "flink_taskmanager_job_task_operator_"
        + name
        + "{job_name=\""
        + job
        + "\",operator_name=\""
        + operator
        + "\",} "
        + value
        + "\n";
  }

  @Test
  void subtasksAndPagesAreAddedUp() {
    String page =
        "# HELP flink_x x\n"
            + operator("diagnose", "verify", "ledger_started", 2)
            + operator("diagnose", "verify", "ledger_inFlight", 1)
            + operator("diagnose", "verify", "ledger_passed", 1);

    assertThat(lines(page, page))
        .containsExactly(
            "diagnose",
            "  episodes      4 started = 2 passed + 0 policy failed + 0 infrastructure failed + 0"
                + " task defective + 0 unjudged + 0 superseded + 2 in flight");
  }

  @Test
  void jobsAreToldApart() {
    assertThat(
            lines(
                operator("a", "play", "episodes_inFlight", 3)
                    + operator("b", "play", "episodes_inFlight", 5)))
        .containsExactly(
            "a",
            "  playing       3 in flight, 0 waiting, 0 steps",
            "b",
            "  playing       5 in flight, 0 waiting, 0 steps");
  }

  @Test
  void theNewestCheckpointHasAnAge() {
    assertThat(
            lines(
                "flink_jobmanager_job_numRestarts{job_name=\"a\"} 2.0\n"
                    + "flink_jobmanager_job_lastCheckpointCompletedTimestamp{job_name=\"a\"}"
                    + " 940000.0\n"
                    + "flink_jobmanager_job_lastCheckpointSize{job_name=\"a\"} 4096\n"))
        .containsExactly(
            "a", "  checkpoints   the newest 1m ago, 4,096 bytes; 0 failed, 2 restarts");
    assertThat(
            lines(
                "flink_jobmanager_job_numRestarts{job_name=\"a\"} 0.0\n"
                    + "flink_jobmanager_job_lastCheckpointCompletedTimestamp{job_name=\"a\"} -1\n"))
        .containsExactly("a", "  checkpoints   none yet; 0 failed, 0 restarts");
  }

  @Test
  void deadLettersAreNamedByBoundary() {
    String name = "flink_taskmanager_job_task_operator_deadLetters_boundary_records";
    assertThat(
            lines(
                name
                    + "{boundary=\"PARSE\",job_name=\"a\"} 3\n"
                    + name
                    + "{boundary=\"VERIFY\",job_name=\"a\"} 0\n"))
        .containsExactly("a", "  dead letters  PARSE 3 since the job started");
  }

  @Test
  void nothingIsSaidOfPagesWithoutJobs() {
    assertThat(lines("not a sample {\n", "flink_jobmanager_numRunningJobs 0\n")).isEmpty();
  }
}
