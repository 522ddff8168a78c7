package org.sealflow.rollout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EndReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when requested episodes begin: when their task is known, the policy's version is in use,
 * the batches before are over where batches do not overlap, there is a place, and the engine is not
 * down.
 */
final class EpisodeSchedule {
  private static final Logger LOG = LoggerFactory.getLogger(EpisodeSchedule.class);

  private final RolloutSettings settings;
  private final EpisodeTasks tasks;
  private final Attempts attempts;
  private final EpisodePlayer player;
  private final EngineWatch engines;
  private final PlayerThread thread;
  private final RequestQueue queue = new RequestQueue();

  /** By episode: restored ones that have not begun again. */
  private final Map<String, UnfinishedEpisode> interrupted = new HashMap<>();

  private boolean taskTimerArmed;
  private boolean probeTimerArmed;
  private boolean inputEnded;

  EpisodeSchedule(
      RolloutSettings settings,
      EpisodeTasks tasks,
      Attempts attempts,
      EpisodePlayer player,
      EngineWatch engines,
      PlayerThread thread) {
    this.settings = settings;
    this.tasks = tasks;
    this.attempts = attempts;
    this.player = player;
    this.engines = engines;
    this.thread = thread;
  }

  /** Number of requests that wait for whatever it may be. */
  int waiting() {
    return queue.waitingForPlace() + queue.waitingForTask() + queue.waitingForVersion();
  }

  /** Number of requests that wait for a place alone. */
  int waitingForPlace() {
    return queue.waitingForPlace();
  }

  /** The requests that wait as they are kept across a restart. */
  List<UnfinishedEpisode> unfinished() {
    List<UnfinishedEpisode> unfinished = new ArrayList<>();
    for (EpisodeRequest request : queue.all()) {
      UnfinishedEpisode before = interrupted.get(request.episodeId());
      unfinished.add(
          before == null
              ? UnfinishedEpisode.waiting(request)
              : new UnfinishedEpisode(request, before.header(), before.answers()));
    }
    return unfinished;
  }

  /** Takes an episode back that had not ended when it was kept. */
  void restore(UnfinishedEpisode episode) {
    if (episode.hasAnswers()) {
      interrupted.put(episode.request().episodeId(), episode);
    }
    add(episode.request());
  }

  /** Takes a request; its episode ends at once if its task does not come in time. */
  void add(EpisodeRequest request) {
    EpisodeRequest numbered = attempts.numbered(request);
    if (tasks.isKnown(numbered)) {
      queue.add(numbered);
      return;
    }
    if (queue.waitingForTask() == 0) {
      LOG.info(
          "run {}: episode {} waits for task {} ({}), and so may others",
          numbered.runId(),
          numbered.episodeId(),
          numbered.taskId(),
          numbered.taskDigest());
    }
    queue.addWithoutTask(numbered, thread.clock().millis());
    armTaskTimer();
  }

  private void armTaskTimer() {
    if (taskTimerArmed || queue.waitingForTask() == 0) {
      return;
    }
    taskTimerArmed = true;
    long patience = settings.deadlines().task().toMillis();
    var unused =
        thread.at(
            thread.clock().millis() + patience,
            time -> {
              taskTimerArmed = false;
              giveUp(
                  time - patience,
                  EndReason.DEADLINE,
                  "was not known within " + settings.deadlines().task().toSeconds() + " s");
              armTaskTimer();
            });
  }

  private void giveUp(long since, EndReason reason, String problem) {
    for (EpisodeRequest request : queue.overdue(since)) {
      player.refuse(
          request,
          reason,
          "task "
              + request.taskId()
              + " ("
              + request.taskDigest()
              + ") "
              + problem
              + "; publish it and its tool docs on the topic tasks");
    }
  }

  /** A record of a task has come that requests may wait for. */
  void taskArrived() {
    queue.taskArrived(tasks::isKnown);
  }

  /** The policy plays by this version now, or a later one. */
  void versionInUse(long version) {
    queue.versionInUse(version);
  }

  /** Nothing comes any more that requests could wait for, and a job that is to end does so. */
  void inputEnded() {
    inputEnded = true;
    giveUp(Long.MAX_VALUE, EndReason.ENGINE_FAILURE, "is not among the tasks");
    queue.versionInUse(Long.MAX_VALUE);
  }

  /** Begins the episodes that are due while there are places. */
  void begin() {
    while (queue.waitingForPlace() > 0
        && player.inFlight() < settings.limits().maxInFlight()
        && isNextBatchDue()
        && isEngineDue()) {
      EpisodeRequest request = queue.poll();
      if (request == null) {
        return;
      }
      player.play(request, interrupted.remove(request.episodeId()));
    }
  }

  private boolean isEngineDue() {
    boolean due = inputEnded || engines.admits(thread.clock().millis());
    if (!due && !probeTimerArmed) {
      probeTimerArmed = true;
      var unused =
          thread.at(
              engines.nextProbe(),
              time -> {
                probeTimerArmed = false;
                begin();
              });
    }
    return due;
  }

  /** Where batches do not overlap, the next one waits for the last episode of those before. */
  private boolean isNextBatchDue() {
    return settings.limits().batchesOverlap()
        || queue.nextBatch().map(player::hasPlayedAllBefore).orElse(false);
  }
}
