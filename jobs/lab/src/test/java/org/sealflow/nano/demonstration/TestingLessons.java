package org.sealflow.nano.demonstration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;
import org.sealflow.schemas.TaskRecord;

/** The project's own tasks and generated ones, to be demonstrated any number of times. */
public final class TestingLessons {
  /** Every kind of demonstration there is. */
  public static final DemonstrationOptions MIXED =
      new DemonstrationOptions(0.5, 2, 5, 0.5, 0.5, 0, MistakeRates.NONE);

  /** Its ground truth calls a tool that is withheld. */
  private static final String DEFECTIVE = "multi_turn_miss_func_11";

  private final TaskDirectory directory = SampleTasks.read();
  private final Map<String, List<ToolDoc>> documents = new LinkedHashMap<>();
  private final Demonstrator demonstrator =
      new Demonstrator(directory.longContext(), SampleTasks.AS_OF);

  /**
   * The demonstration and its form.
   *
   * @param task by its ground truth
   * @param demonstration of it
   */
  record Lesson(Task task, Demonstration demonstration) {}

  private TestingLessons() {
    for (TaskRecord record : directory.records()) {
      if (record.getToolDocs() != null) {
        List<ToolDoc> tools = new ArrayList<>();
        for (String text : record.getToolDocs().getDocs()) {
          tools.add(ToolDoc.of((PyDict) PyJsonReader.read(text)));
        }
        documents.put(record.getToolDocs().getSimulatorClass(), tools);
      }
    }
  }

  public static TestingLessons read() {
    return new TestingLessons();
  }

  /** All tasks that can be solved, in their order. */
  public List<Task> tasks() {
    return directory.tasks().stream().filter(task -> !task.id().equals(DEFECTIVE)).toList();
  }

  Task defective() {
    return task(DEFECTIVE);
  }

  Task task(String id) {
    return directory.tasks().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  /** Every tool of every class. */
  public List<ToolDoc> tools() {
    return documents.values().stream().flatMap(List::stream).toList();
  }

  /** The tools of a task's classes. */
  List<ToolDoc> tools(Task task) {
    List<ToolDoc> tools = new ArrayList<>();
    task.involvedClasses().forEach(name -> tools.addAll(documents.getOrDefault(name, List.of())));
    return tools;
  }

  LongContext longContext() {
    return directory.longContext();
  }

  Demonstration demonstrate(Task task, DemonstrationOptions options, long seed) {
    return demonstrator.of(task, tools(task), options, seed);
  }

  /** Tasks for training, of all categories in turn. */
  List<Task> generated(int count) {
    TaskGenerator generator =
        new TaskGenerator(
            GeneratorSettings.of(2026, GeneratorSplit.TRAIN),
            new GeneratorSources(documents, longContext()));
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(generator.next().task());
    }
    return tasks;
  }

  /** Demonstrations of generated tasks. */
  public List<Demonstration> generatedDemonstrations(int count, DemonstrationOptions options) {
    return lessons(generated(count), options).stream().map(Lesson::demonstration).toList();
  }

  /** Each task demonstrated once, from a seed of its own. */
  List<Lesson> lessons(List<Task> tasks, DemonstrationOptions options) {
    List<Lesson> lessons = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      lessons.add(new Lesson(tasks.get(i), demonstrate(tasks.get(i), options, i)));
    }
    return lessons;
  }

  /** So many demonstrations: the tasks in turn, each time from another seed. */
  public List<Demonstration> demonstrations(int count, DemonstrationOptions options) {
    List<Task> tasks = tasks();
    List<Demonstration> demonstrations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      demonstrations.add(demonstrate(tasks.get(i % tasks.size()), options, i));
    }
    return demonstrations;
  }
}
