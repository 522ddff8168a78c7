package org.sealflow.jobs.cli.replay.recorded;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.TrajectoryWords;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UserStep;

/**
 * Reads recordings again for what was said in the trajectories that a page shows: diagnoses hold
 * calls and no messages. A user says what its task fixes, or, if it is simulated, what it was
 * recorded to say.
 */
public final class SpokenWords {
  private final Map<String, Task> tasks = new HashMap<>();
  private final Map<String, TrajectoryWords> words = new HashMap<>();

  /** The tasks of the episodes whose users have said nothing of their own, by episode. */
  private final Map<String, Task> fixed = new HashMap<>();

  private final Set<String> wanted;

  private SpokenWords(Set<String> wanted) {
    this.wanted = wanted;
  }

  /**
   * Adds the words to the trajectories kept.
   *
   * @param files those the trajectories were read from, in the same order and by the same settings
   * @throws org.sealflow.jobs.settings.UserError if the tasks or a file cannot be read
   */
  public static void add(
      KeptTrajectories kept, List<Path> files, Path tasks, ReadSettings settings) {
    SpokenWords spoken = new SpokenWords(kept.episodes());
    // What cannot be used has been told of when it was diagnosed.
    try (RecordedFiles recorded =
        RecordedFiles.open(files, tasks, settings, Clock.systemUTC(), toldAlready -> {})) {
      recorded.tasks().forEach(spoken::take);
      recorded.forEachRemaining(spoken::take);
    }
    spoken.fixed.forEach((episode, task) -> addUser(task, spoken.words.get(episode)));
    kept.add(spoken.words);
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
      words.put(episode, new TrajectoryWords());
      Task task = tasks.get(started.getTaskId());
      if (task != null) {
        fixed.put(episode, task);
      }
    }
    TrajectoryWords open = words.get(episode);
    if (open == null) {
      return;
    }
    UserStep user = event.getUserStep();
    if (user != null && user.getText() != null) {
      fixed.remove(episode);
      open.user(user.getTurn(), user.getText());
    }
    AssistantStep step = event.getAssistantStep();
    if (step != null && step.getText() != null && !step.getText().isBlank()) {
      open.policy(step.getTurn(), step.getStep(), step.getText());
    }
  }

  private static void addUser(Task task, @Nullable TrajectoryWords words) {
    if (words == null) {
      return;
    }
    for (int turn = 0; turn < task.getTurns().size(); turn++) {
      for (Message message : task.getTurns().get(turn).getMessages()) {
        words.user(turn, message.getContent());
      }
    }
  }
}
