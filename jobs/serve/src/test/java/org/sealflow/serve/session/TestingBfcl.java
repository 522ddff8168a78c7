package org.sealflow.serve.session;

import java.io.IOException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.python.Reference;

/** The project's own tasks of BFCL. */
public final class TestingBfcl {
  private static final LocalDate AS_OF = LocalDate.of(2026, 1, 15);

  private TestingBfcl() {}

  /** The directory. */
  public static TaskFolder folder() throws IOException {
    return Environments.named("bfcl").read(Reference.repository().resolve("data/tasks"));
  }

  /** The tasks as they are served; split {@code val} has two of them. */
  public static ServedTasks tasks(Clock clock, EpisodeListeners listeners) throws IOException {
    return tasks(clock, Placements.strict(), listeners);
  }

  /** The tasks as they are served, placed so. */
  public static ServedTasks tasks(Clock clock, Placements placements, EpisodeListeners listeners)
      throws IOException {
    TaskFolder folder = folder();
    AtomicInteger episodes = new AtomicInteger();
    return new ServedTasks(
        "bfcl",
        folder,
        Map.of(
            "train",
            folder.tasks().stream().map(task -> task.id()).toList(),
            "val",
            List.of("multi_turn_base_0", "multi_turn_miss_func_0")),
        AS_OF,
        clock,
        episodes::incrementAndGet,
        placements,
        listeners);
  }
}
