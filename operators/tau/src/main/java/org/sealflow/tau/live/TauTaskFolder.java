package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskMaterial;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.ToolDoc;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.tau.Benchmark;
import org.sealflow.tau.task.TauTask;

/**
 * The tasks that the benchmark plays by default of each domain in a folder of its layout, and those
 * with a ticket a second time for an agent that plays alone.
 */
final class TauTaskFolder implements TaskFolder {
  private final TauEnvironment environment = new TauEnvironment();
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, ReadyTask> ready = new LinkedHashMap<>();
  private final List<TaskRecord> shared = new ArrayList<>();

  private record Entry(Task record, ToolDocs tools, LongContextConstants data)
      implements TaskOutline {
    @Override
    public String id() {
      return record.getTaskId();
    }

    @Override
    public String category() {
      return record.getCategory();
    }

    @Override
    public boolean hasUser() {
      return !TaskNames.isSolo(record.getCategory());
    }

    @Override
    public List<List<String>> groundTruth() {
      return record.getTurns().stream().map(turn -> List.copyOf(turn.getGroundTruth())).toList();
    }
  }

  TauTaskFolder(Benchmark benchmark) {
    for (String domain : Benchmark.DOMAINS) {
      if (benchmark.has(domain)) {
        List<TauTask> tasks = benchmark.split(domain);
        add(new TauTaskRecords(benchmark, domain, false), tasks);
        List<TauTask> alone = tasks.stream().filter(task -> task.ticket() != null).toList();
        if (!alone.isEmpty() && benchmark.domain(domain).solo()) {
          add(new TauTaskRecords(benchmark, domain, true), alone);
        }
      }
    }
  }

  private void add(TauTaskRecords records, List<TauTask> tasks) {
    for (TaskRecord record : records.shared()) {
      if (!shared.contains(record)) {
        shared.add(record);
      }
    }
    for (TauTask task : tasks) {
      Task record = records.task(task);
      Entry before =
          entries.put(record.getTaskId(), new Entry(record, records.tools(), records.data()));
      if (before != null) {
        throw new IllegalArgumentException("two tasks are named " + record.getTaskId());
      }
    }
  }

  @Override
  public Collection<? extends TaskOutline> tasks() {
    return entries.values();
  }

  @Override
  public boolean contains(String taskId) {
    return entries.containsKey(taskId);
  }

  @Override
  public String digest(String taskId) {
    return entry(taskId).record().getDigest();
  }

  @Override
  public synchronized ReadyTask ready(String taskId) {
    return ready.computeIfAbsent(
        taskId,
        id -> {
          Entry entry = entry(id);
          List<ToolDoc> tools =
              entry.tools().getDocs().stream()
                  .map(doc -> ToolDoc.parse(doc, entry.tools().getSimulatorClass()))
                  .toList();
          return environment.ready(new TaskMaterial(entry.record(), tools, entry.data()));
        });
  }

  @Override
  public List<TaskRecord> records() {
    List<TaskRecord> records = new ArrayList<>(shared);
    entries.values().forEach(entry -> records.add(TaskRecords.task(entry.record())));
    return records;
  }

  private Entry entry(String taskId) {
    Entry entry = entries.get(taskId);
    if (entry == null) {
      throw new IllegalArgumentException("no task " + taskId + " in the tau2-bench folder");
    }
    return entry;
  }
}
