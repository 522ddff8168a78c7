package org.sealflow.jobs.cli.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.replay.recorded.DistinctEpisodes;
import org.sealflow.jobs.cli.replay.recorded.RecordedFiles;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.report.inspect.GatheredEvents;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.RepairSearch;
import org.sealflow.verify.VerifySettings;

/** Reads recordings for the inspector: diagnosed as by replay, then once more for their events. */
public final class InspectedRecordings {
  private InspectedRecordings() {}

  /**
   * The recordings to read.
   *
   * @param files in this order
   * @param tasks the task directory
   * @param modelIsUnknown whether the model's name in the settings is a stand-in
   * @param repairs the search for repairs; null for none
   */
  public record Request(
      List<Path> files,
      Path tasks,
      ReadSettings settings,
      boolean modelIsUnknown,
      @Nullable RepairSearch repairs) {}

  /**
   * The counts of all episodes that were read.
   *
   * @param totals the ledger and the time it took
   */
  public record Counts(DiagnosisSummary summary, RunTotals totals) {}

  /**
   * Reads all files into the episodes, which are complete then.
   *
   * @param err told of records that could not be used
   * @throws UserError if nothing could be used, or two files hold the same episode
   */
  public static Counts read(Request request, InspectedEpisodes episodes, PrintWriter err)
      throws Exception {
    DistinctEpisodes.require(request.files(), request.settings().format());
    Replay replay =
        new Replay(
            request.files().stream().map(Path::toString).toList(),
            request.tasks().toString(),
            request.settings(),
            VerifySettings.DEFAULT.withoutTombstones().withRepairs(request.repairs()),
            Runtime.getRuntime().availableProcessors());
    if (request.modelIsUnknown()) {
      replay.withUnknownModel();
    }
    DiagnosisSummary summary = new DiagnosisSummary();
    RunTotals totals;
    try (OutcomeWriter writer = OutcomeWriter.open(null, false);
        Progress progress = Progress.ofBytes("diagnose", request.files())) {
      totals = replay.run(summary, episodes, writer, progress);
    }
    if (replay.nothingDiagnosed()) {
      throw new UserError(
          replay
              .firstFailure()
              .orElse("the files hold no trajectory; expected recorded trajectories"));
    }
    replay.firstFailure().ifPresent(failure -> err.println("sealflow: " + failure));
    readEvents(request, episodes);
    episodes.complete();
    return new Counts(summary, totals);
  }

  private static void readEvents(Request request, InspectedEpisodes episodes) throws IOException {
    GatheredEvents gathered = new GatheredEvents(episodes::events);
    // What cannot be used has been told of when it was diagnosed.
    try (RecordedFiles recorded =
        RecordedFiles.open(
            request.files(),
            request.tasks(),
            request.settings(),
            Clock.systemUTC(),
            toldAlready -> {})) {
      while (recorded.hasNext()) {
        TrajectoryEvent event = recorded.next();
        if (episodes.wants(event.getEpisodeId())) {
          gathered.take(event);
        }
      }
    }
    gathered.end();
  }
}
