package org.sealflow.jobs.cli.replay.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.TrajectoryWords;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Reads recordings again for what was said in the trajectories that a page shows: diagnoses hold
 * calls and no messages.
 */
public final class SpokenWords {
  private final Map<String, Task> tasks = new HashMap<>();
  private final Map<String, TrajectoryWords> words = new HashMap<>();
  private final Set<String> wanted;

  private SpokenWords(Set<String> wanted) {
    this.wanted = wanted;
  }

  /**
   * Adds the words to the trajectories kept.
   *
   * @param files those the trajectories were read from, in the same order and by the same settings
   */
  public static void add(
      KeptTrajectories kept, List<Path> files, Path tasks, ReadSettings settings) {
    SpokenWords spoken = new SpokenWords(kept.episodes());
    try {
      TaskDirectory.read(tasks).tasks().forEach(task -> spoken.tasks.put(task.id(), task));
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(Causes.oneLine(unreadable.getMessage()), unreadable);
    }
    // What cannot be used has been told of when it was diagnosed.
    try (RecordedFiles recorded =
        RecordedFiles.open(files, tasks, settings, Clock.systemUTC(), toldAlready -> {})) {
      recorded.forEachRemaining(spoken::take);
    }
    kept.add(spoken.words);
  }

  private void take(TrajectoryEvent event) {
    if (!wanted.contains(event.getEpisodeId())) {
      return;
    }
    EpisodeStarted started = event.getEpisodeStarted();
    if (started != null) {
      TrajectoryWords begun = new TrajectoryWords();
      words.put(event.getEpisodeId(), begun);
      addUser(tasks.get(started.getTaskId()), begun);
    }
    AssistantStep step = event.getAssistantStep();
    TrajectoryWords open = words.get(event.getEpisodeId());
    if (step != null && open != null && step.getText() != null && !step.getText().isBlank()) {
      open.policy(step.getTurn(), step.getStep(), step.getText());
    }
  }

  private static void addUser(@Nullable Task task, TrajectoryWords words) {
    if (task == null) {
      return;
    }
    for (int turn = 0; turn < task.turns().size(); turn++) {
      for (Task.Message message : task.turns().get(turn)) {
        words.user(turn, message.content());
      }
    }
  }
}
