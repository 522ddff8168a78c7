package org.sealflow.jobs.cli.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.RepairSearch;
import org.sealflow.verify.VerifySettings;

/** Reads recordings for the inspector: diagnosed as by replay, then once more for their events. */
public final class InspectedRecordings {
  private final InspectedEpisodes episodes;
  private final Map<String, List<TrajectoryEvent>> open = new HashMap<>();

  private InspectedRecordings(InspectedEpisodes episodes) {
    this.episodes = episodes;
  }

  /**
   * What to read.
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
   * @throws UserError if nothing could be used
   */
  public static Counts read(Request request, InspectedEpisodes episodes, PrintWriter err)
      throws Exception {
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
    new InspectedRecordings(episodes).readEvents(request);
    episodes.complete();
    return new Counts(summary, totals);
  }

  private void readEvents(Request request) throws IOException {
    // What cannot be used has been told of when it was diagnosed.
    try (RecordedFiles recorded =
        RecordedFiles.open(
            request.files(),
            request.tasks(),
            request.settings(),
            Clock.systemUTC(),
            toldAlready -> {})) {
      recorded.forEachRemaining(this::take);
    }
    open.forEach(this::keep);
    open.clear();
  }

  private void take(TrajectoryEvent event) {
    String id = event.getEpisodeId();
    if (!episodes.wants(id)) {
      return;
    }
    List<TrajectoryEvent> events = open.computeIfAbsent(id, begun -> new ArrayList<>());
    if (!events.isEmpty() && event.getAttempt() > events.get(0).getAttempt()) {
      events.clear();
    }
    if (events.isEmpty() || event.getAttempt() == events.get(0).getAttempt()) {
      events.add(event);
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      keep(id, events);
      open.remove(id);
    }
  }

  private void keep(String id, List<TrajectoryEvent> events) {
    events.sort(Comparator.comparingInt(TrajectoryEvent::getSequence));
    if (events.get(0).getEpisodeStarted() != null) {
      episodes.events(id, events);
    }
  }
}
