package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.run.LoopTiming;

class RunTrainingJsonTest {
  @TempDir private Path directory;

  private RunHistory history(int batches) {
    return RunHistory.read(TestingRun.begun(directory, "nano", 1, 0.2).trained(batches).path());
  }

  @Test
  void windowsOfWaitingCoverTheWholeTime() {
    RunHistory history = history(20);
    JsonNode waiting = RunTrainingJson.waiting(history);
    LoopTiming all = LoopTiming.of(history.batches(), history.steps());
    double seconds = 0;
    double learner = 0;
    for (JsonNode window : waiting.get("windows")) {
      seconds += window.get("seconds").asDouble();
      learner += window.get("seconds").asDouble() * window.get("learnerWaits").asDouble();
    }
    assertThat(waiting.get("windows")).hasSize(3);
    assertThat(waiting.at("/windows/2/fromVersion").asLong()).isEqualTo(17);
    assertThat(waiting.at("/windows/2/toVersion").asLong()).isEqualTo(20);
    assertThat(seconds).isCloseTo(all.seconds(), within(1e-6));
    assertThat(learner / seconds).isCloseTo(all.learnerWaits(), within(1e-6));
  }

  @Test
  void longRunsAreShownInFewPoints() {
    RunHistory history = history(900);
    JsonNode steps = RunTrainingJson.steps(history.steps());
    assertThat(steps.size()).isBetween(200, RunTrainingJson.MOST_POINTS);
    assertThat(steps.get(steps.size() - 1).get("version").asLong()).isEqualTo(900);
    assertThat(RunTrainingJson.windows(history.batches()).get("points").size())
        .isBetween(200, RunTrainingJson.MOST_POINTS);
    assertThat(RunTrainingJson.waiting(history).get("windows").size()).isLessThanOrEqualTo(30);
  }

  @Test
  void groupsAreCountedByOutcome() {
    JsonNode step = RunTrainingJson.steps(history(1).steps()).get(0);
    assertThat(step.at("/groups/USED").asInt()).isEqualTo(8);
    assertThat(step.at("/groups/SURPLUS").asInt() + step.at("/groups/ZERO_VARIANCE").asInt())
        .isEqualTo(4);
  }
}
