package org.sealflow.jobs.cli.replay.recorded;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.TrajectoryWords;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Reads recordings again for what was said in the trajectories that a page shows: diagnoses hold
 * calls and no messages.
 */
public final class SpokenWords {
  private final Map<String, Task> tasks = new HashMap<>();
  private final Map<String, TrajectoryWords> words = new HashMap<>();
  private final Set<String> wanted;
  private final Set<String> simulated;

  /**
   * No words yet.
   *
   * @param wanted ids of the episodes
   * @param simulated ids of the tasks whose users are simulated
   */
  private SpokenWords(Set<String> wanted, Set<String> simulated) {
    this.wanted = wanted;
    this.simulated = simulated;
  }

  /**
   * Adds the words to the trajectories kept.
   *
   * @param files those the trajectories were read from, in the same order and by the same settings
   * @throws org.sealflow.jobs.settings.UserError if the tasks or a file cannot be read
   */
  public static void add(
      KeptTrajectories kept, List<Path> files, Path tasks, ReadSettings settings) {
    // What cannot be used has been told of when it was diagnosed.
    try (RecordedFiles recorded =
        RecordedFiles.open(files, tasks, settings, Clock.systemUTC(), toldAlready -> {})) {
      SpokenWords spoken = new SpokenWords(kept.episodes(), recorded.tasksWithUser());
      recorded.tasks().forEach(spoken::take);
      recorded.forEachRemaining(spoken::take);
      kept.add(spoken.words);
    }
  }

  private void take(TaskRecord record) {
    Task task = record.getTask();
    if (task != null) {
      tasks.put(task.getTaskId(), task);
    }
  }

  private void take(TrajectoryEvent event) {
    String episode = event.getEpisodeId();
    if (!wanted.contains(episode)) {
      return;
    }
    EpisodeStarted started = event.getEpisodeStarted();
    if (started != null) {
      words.put(episode, begun(started.getTaskId()));
    }
    TrajectoryWords open = words.get(episode);
    if (open != null) {
      open.said(event);
    }
  }

  private TrajectoryWords begun(String taskId) {
    TrajectoryWords begun = new TrajectoryWords();
    Task task = tasks.get(taskId);
    if (task != null) {
      begun.task(task, simulated.contains(taskId));
    }
    return begun;
  }
}
