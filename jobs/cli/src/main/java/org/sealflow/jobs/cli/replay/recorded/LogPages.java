package org.sealflow.jobs.cli.replay.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sealflow.diagnose.Diagnoser;
import org.sealflow.environment.Environments;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.jobs.report.page.HtmlReport;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.report.page.TrajectoryWords;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerCounter;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.verify.EndedTurn;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.Verified;

/** Diagnoses logs of any agent as a live job does, and writes the pages that show it. */
public final class LogPages {
  private final LogEpisodes episodes = new LogEpisodes("replay", LogEpisodes.MODEL_NAME);
  private final Map<String, ReadyTask> ready = new HashMap<>();
  private final DiagnosisSummary summary = new DiagnosisSummary();
  private final LedgerCounter ledger = new LedgerCounter(Ledger.EMPTY);
  private final Map<String, TrajectoryWords> words = new HashMap<>();
  private final ReportLimits limits;
  private final KeptTrajectories kept;
  private final long begun = System.nanoTime();

  public LogPages(ReportLimits limits) {
    this.limits = limits;
    this.kept = new KeptTrajectories(limits);
  }

  /** Takes the next record. */
  public void add(RecordedTrajectory trajectory) {
    Task task = episodes.task(trajectory);
    List<TrajectoryEvent> events = episodes.events(trajectory, Instant.EPOCH);
    TrajectoryEvent first = events.get(0);
    EpisodeStarted header = Objects.requireNonNull(first.getEpisodeStarted());
    EpisodeRun run =
        new EpisodeRun(ready.computeIfAbsent(task.getDigest(), made -> ready(task)), header, false);
    for (TrajectoryEvent event : events) {
      run.accept(event);
      ledger.recordUsed();
    }
    List<EndedTurn> ended = run.finish(0);
    Verified whole = verified(first, run);
    List<TurnDiagnosis> turns = new ArrayList<>();
    for (EndedTurn turn : ended) {
      turns.add(Objects.requireNonNull(Diagnoser.diagnose(whole.with(turn)).getTurnDiagnosis()));
    }
    EpisodeDiagnosis episode =
        Objects.requireNonNull(Diagnoser.diagnose(whole).getEpisodeDiagnosis());
    ledger.episodeStarted();
    ledger.episodeEnded(episode.getVerdict());
    summary.add(turns, episode);
    kept.add(first.getEpisodeId(), turns, episode);
    if (words.size() < limits.trajectories()) {
      words.put(first.getEpisodeId(), said(events));
    }
  }

  private static ReadyTask ready(Task task) {
    return Environments.named(task.getEnvironment()).ready(new TaskMaterial(task, List.of(), null));
  }

  private static Verified verified(TrajectoryEvent first, EpisodeRun run) {
    return new Verified(
        first.getEpisodeId(),
        first.getAttempt(),
        first.getRunId(),
        run.header(),
        run.category(),
        null,
        null,
        run.ended(EndReason.COMPLETED, null, 0));
  }

  private static TrajectoryWords said(List<TrajectoryEvent> events) {
    TrajectoryWords said = new TrajectoryWords();
    events.forEach(said::said);
    return said;
  }

  /** Writes the pages; their first one. */
  public Path write(Path directory) throws IOException {
    kept.add(words);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - begun);
    return new HtmlReport()
        .write(directory, summary, kept, new RunTotals(ledger.counts(), elapsed));
  }
}
