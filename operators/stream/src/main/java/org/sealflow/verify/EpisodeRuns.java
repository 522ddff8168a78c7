package org.sealflow.verify;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.StatementJudge;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.tasks.TaskCatalog;
import org.sealflow.tasks.UnverifiableEpisodeException;

/**
 * The runs of episodes: as many as there is room for in memory, the others made from their logs.
 */
final class EpisodeRuns {
  private final LiveEpisodes live;
  private final TaskCatalog catalog = new TaskCatalog();
  private final boolean referenceRows;
  private final @Nullable StatementJudge judge;
  private long madeAgain;

  /**
   * No run yet.
   *
   * @param capacity how many are kept in memory
   * @param referenceRows whether reference rows will be asked for
   * @param judge decides statements in natural language; null leaves them open
   */
  EpisodeRuns(int capacity, boolean referenceRows, @Nullable StatementJudge judge) {
    this.live = new LiveEpisodes(capacity);
    this.referenceRows = referenceRows;
    this.judge = judge;
  }

  /** The first event of a log: decoding let no other through as sequence 0. */
  static EpisodeStarted header(ReceivedEvent first) {
    return requireNonNull(first.event().getEpisodeStarted());
  }

  /** Whether a further run takes the place of another one. */
  boolean isFull() {
    return live.isFull();
  }

  /** The run in memory; null if it is not there. */
  @Nullable EpisodeRun inMemory(String episodeId, int attempt) {
    return live.get(episodeId, attempt);
  }

  /**
   * The run in memory, or a new one fed with what was fed before; null without its task.
   *
   * @param events the log, which has a first event
   * @throws UnverifiableEpisodeException if the task or the log cannot be used
   */
  @Nullable EpisodeRun of(
      String episodeId, EpisodeCursor cursor, List<ReceivedEvent> events, TaskCatalog.Records tasks)
      throws Exception {
    EpisodeRun known = live.get(episodeId, cursor.attempt());
    if (known != null) {
      return known;
    }
    EpisodeStarted header = header(events.get(0));
    ReadyTask task = catalog.get(header.getTaskId(), header.getTaskDigest(), tasks);
    if (task == null) {
      return null;
    }
    EpisodeRun run = new EpisodeRun(task, header, referenceRows, judge);
    madeAgain += cursor.fed() > 0 ? 1 : 0;
    for (ReceivedEvent fed : events.subList(0, cursor.fed())) {
      run.accept(fed.event());
    }
    live.put(episodeId, cursor.attempt(), run);
    return run;
  }

  /** Key of the first record that an episode's task lacks; null if it lacks none. */
  @Nullable String missing(EpisodeStarted header, TaskCatalog.Records tasks) throws Exception {
    return TaskCatalog.missing(header.getTaskId(), header.getTaskDigest(), tasks);
  }

  void forget(String episodeId, int attempt) {
    live.remove(episodeId, attempt);
  }

  /** Forgets what was made of a record that is replaced or removed. */
  void forgetTask(String key) {
    catalog.forget(key);
  }

  /** Number of runs that were executed again from a log since the start. */
  long madeAgain() {
    return madeAgain;
  }
}
