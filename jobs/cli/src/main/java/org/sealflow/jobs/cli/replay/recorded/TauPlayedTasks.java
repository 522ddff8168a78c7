package org.sealflow.jobs.cli.replay.recorded;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.live.ConversationEvents;
import org.sealflow.tau.live.TauTaskRecords;
import org.sealflow.tau.replay.RecordedConversation;
import org.sealflow.tau.task.TauTask;

/** The tasks that recorded conversations of tau2-bench played, as records. */
final class TauPlayedTasks {
  private final Benchmark benchmark;
  private final Map<String, Map<String, TauTask>> tasks = new HashMap<>();
  private final Map<String, TauTaskRecords> domains = new LinkedHashMap<>();
  private final Map<String, Task> records = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException if the folder holds no benchmark
   */
  TauPlayedTasks(Path folder) {
    this.benchmark = new Benchmark(folder);
  }

  /**
   * The benchmark's task of an episode.
   *
   * @throws IllegalArgumentException if there is none
   */
  TauTask task(RecordedConversation episode) {
    String id = episode.task();
    if (id == null) {
      throw new IllegalArgumentException("the episode " + episode.id() + " has no task");
    }
    TauTask task = tasks.computeIfAbsent(episode.domain(), this::read).get(id);
    if (task == null) {
      throw new IllegalArgumentException(episode.domain() + " has no task '" + id + "'");
    }
    return task;
  }

  private Map<String, TauTask> read(String domain) {
    if (!benchmark.has(domain)) {
      throw new IllegalArgumentException("the folder has no domain '" + domain + "'");
    }
    return benchmark.tasks(domain);
  }

  /** Takes the task up among the records. */
  Task remember(TauTask task, RecordedConversation episode) {
    boolean solo = episode.conversation().solo();
    TauTaskRecords made =
        domains.computeIfAbsent(
            episode.domain() + "/" + solo,
            key -> new TauTaskRecords(benchmark, episode.domain(), solo));
    Task record = made.task(task);
    return records.computeIfAbsent(record.getDigest(), digest -> record);
  }

  /** The records, what tasks refer to first. */
  List<TaskRecord> records() {
    Map<String, TaskRecord> shared = new LinkedHashMap<>();
    for (TauTaskRecords domain : domains.values()) {
      domain.shared().forEach(record -> shared.put(TaskRecords.key(record), record));
    }
    List<TaskRecord> all = new ArrayList<>(shared.values());
    records.values().forEach(task -> all.add(TaskRecords.task(task)));
    return all;
  }

  /** The events of an episode at a task. */
  List<TrajectoryEvent> events(
      RecordedSource source,
      TauTask task,
      RecordedConversation episode,
      ReadSettings settings,
      Instant now) {
    Task record = remember(task, episode);
    EpisodeStarted started =
        EpisodeStarted.newBuilder()
            .setTaskId(record.getTaskId())
            .setTaskDigest(record.getDigest())
            .setGroupId(record.getTaskId())
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(Mode.EVAL)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(false)
            .setSampling(Sampling.newBuilder().build())
            .setModelName(settings.modelName())
            .setSource(source)
            .build();
    String id = settings.runId() + "/" + source.getOrdinal() + "/" + episode.id();
    return ConversationEvents.of(
        new EpisodeAttempt(settings.runId(), id, 0), started, episode.conversation(), now);
  }
}
