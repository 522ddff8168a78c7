package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;

class ExperimentTest {
  @TempDir private Path folder;

  /** A run that does not end by itself. */
  static final class EndlessRun {
    private EndlessRun() {}

    public static void main(String[] arguments) throws InterruptedException {
      TimeUnit.DAYS.sleep(1);
    }
  }

  @Test
  @Timeout(60)
  void anExperimentToldToStopStopsItsRunsAndBeginsNoOther() throws Exception {
    Path settings = Files.writeString(folder.resolve("settings.yaml"), "");
    Path file =
        Files.writeString(
            folder.resolve("experiment.yaml"),
            """
            experiment:
              question: Does it stop?
              settings: %s
              directory: %s
              seeds: [1, 2]
              parallel: 1
            arms:
              only: []
            """
                .formatted(settings, folder.resolve("runs")));
    List<String> progress = new ArrayList<>();
    Experiment[] experiment = new Experiment[1];
    experiment[0] =
        new Experiment(
            ExperimentSettings.read(file, List.of()),
            EndlessRun.class.getName(),
            line -> {
              progress.add(line);
              experiment[0].stop();
            });

    assertThatThrownBy(experiment[0]::run)
        .isInstanceOf(UserError.class)
        .hasMessage("the experiment was stopped; the same command goes on");
    assertThat(progress).containsExactly("only-s1: begins");
  }
}
