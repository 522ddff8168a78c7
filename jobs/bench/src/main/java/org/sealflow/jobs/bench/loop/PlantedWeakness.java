package org.sealflow.jobs.bench.loop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;

/**
 * The planted fault of a scripted policy, so that patches come and go: in each category it leaves
 * out a required argument of some tools, unless the documentation it is shown says that the
 * argument is required. A cue cures; a cured weakness is mastered, the cue is retired, and the
 * weakness is back.
 *
 * @param faults what it does wrong, every time
 * @param tasks those it fails for that, in the order of the directory
 */
record PlantedWeakness(List<Fault> faults, List<PlannedTask> tasks) {
  /**
   * Tools per category: few enough that each makes up the share of the failing turns from which on
   * a patch is called for.
   */
  private static final int TOOLS = 6;

  PlantedWeakness {
    faults = List.copyOf(faults);
    tasks = List.copyOf(tasks);
  }

  /**
   * The tools of each category that most of its tasks need.
   *
   * @throws UserError if no task needs a tool with a required argument
   */
  static PlantedWeakness of(TaskDirectory directory) {
    Set<String> fallible = fallible(directory);
    Map<String, Set<String>> tools = new LinkedHashMap<>();
    directory.tasks().stream()
        .map(Task::category)
        .distinct()
        .forEach(category -> tools.put(category, mostNeeded(directory, category, fallible)));
    List<Fault> faults = new ArrayList<>();
    tools.forEach(
        (category, names) ->
            names.forEach(
                name ->
                    faults.add(
                        Fault.of(FaultKind.DROP_ARGUMENT, 1).ofTool(name).inCategory(category))));
    if (faults.isEmpty()) {
      throw new UserError(
          "no task needs a tool with a required argument, so none can be failed for one; give other"
              + " tasks with --tasks DIR");
    }
    return new PlantedWeakness(faults, failing(directory, tools));
  }

  /** Tools that have an argument to leave out. */
  private static Set<String> fallible(TaskDirectory directory) {
    Set<String> tools = new HashSet<>();
    for (TaskRecord record : directory.records()) {
      ToolDocs documents = record.getToolDocs();
      for (String text : documents == null ? List.<String>of() : documents.getDocs()) {
        if (PyJsonReader.read(text) instanceof PyDict object) {
          ToolDoc tool = ToolDoc.of(object);
          if (!tool.requiredParameters().isEmpty()) {
            tools.add(tool.name());
          }
        }
      }
    }
    return tools;
  }

  private static Set<String> mostNeeded(
      TaskDirectory directory, String category, Set<String> fallible) {
    Map<String, Integer> needed = new HashMap<>();
    for (Task task : directory.tasks()) {
      if (task.category().equals(category)) {
        for (String tool : tools(task)) {
          if (fallible.contains(tool)) {
            needed.merge(tool, 1, Integer::sum);
          }
        }
      }
    }
    Set<String> most = new LinkedHashSet<>();
    needed.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(TOOLS)
        .forEach(tool -> most.add(tool.getKey()));
    return most;
  }

  private static Set<String> tools(Task task) {
    Set<String> tools = new LinkedHashSet<>();
    for (List<String> turn : task.groundTruth()) {
      for (String call : turn) {
        tools.add(call.substring(0, Math.max(0, call.indexOf('('))));
      }
    }
    return tools;
  }

  private static List<PlannedTask> failing(
      TaskDirectory directory, Map<String, Set<String>> faulty) {
    List<PlannedTask> failing = new ArrayList<>();
    for (Task task : directory.tasks()) {
      Set<String> wrong = faulty.getOrDefault(task.category(), Set.of());
      if (tools(task).stream().anyMatch(wrong::contains)) {
        failing.add(new PlannedTask(task.id(), directory.digest(task.id()), task.category()));
      }
    }
    return failing;
  }
}
