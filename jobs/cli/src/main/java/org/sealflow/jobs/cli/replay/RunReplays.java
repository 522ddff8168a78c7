package org.sealflow.jobs.cli.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sealflow.jobs.cli.replay.recorded.SpokenWords;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.run.RunEpisodes;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.verify.VerifySettings;

/**
 * Diagnoses the recorded episodes of a run's evaluations again, for a page to show.
 *
 * @param directory the run
 * @param tasks where its tasks are if it did not generate them; empty if it did
 */
record RunReplays(RunDirectory directory, Optional<Path> tasks) {
  /** Few enough episodes that starting more instances would cost more than it brings. */
  private static final int PARALLELISM = 1;

  /**
   * Puts the episodes among those kept.
   *
   * @return what is missing on it, a line each
   * @throws org.sealflow.jobs.settings.UserError where a file cannot be read
   */
  List<String> fill(RunEpisodes episodes) throws Exception {
    List<String> missing = new ArrayList<>();
    for (EvaluationLine evaluation : episodes.wanted()) {
      String name = evaluation.split() + "-v" + evaluation.version();
      Path file = directory.episodes(name);
      Path taskDirectory = tasks.orElse(directory.tasks(evaluation.split()));
      if (!Files.isRegularFile(file)) {
        missing.add("no episodes of " + name + " to browse: " + file + " is not there");
      } else if (!Files.isDirectory(taskDirectory)) {
        missing.add("no episodes of " + name + " to browse: no tasks in " + taskDirectory);
      } else {
        replay(file, taskDirectory, episodes.trajectoriesOf(evaluation)).ifPresent(missing::add);
      }
    }
    return missing;
  }

  private static Optional<String> replay(Path file, Path tasks, KeptTrajectories kept)
      throws Exception {
    ReadSettings settings =
        new ReadSettings(
            RecordedFormat.SEALFLOW,
            StepDecoder.AUTO,
            null,
            ReadSettings.DEFAULT_MODEL,
            false,
            "report");
    Replay replay =
        new Replay(
            List.of(file.toString()),
            tasks.toString(),
            settings,
            VerifySettings.DEFAULT.withoutTombstones(),
            PARALLELISM);
    try (OutcomeWriter nowhere = OutcomeWriter.open(null, false);
        Progress progress = Progress.ofBytes(String.valueOf(file.getFileName()), List.of(file))) {
      replay.run(new DiagnosisSummary(), kept, nowhere, progress);
    }
    SpokenWords.add(kept, List.of(file), tasks, settings);
    return replay.firstFailure();
  }
}
