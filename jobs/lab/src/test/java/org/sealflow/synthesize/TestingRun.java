package org.sealflow.synthesize;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.FamilyTools;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.TestingSources;
import org.sealflow.generate.family.GeneratorSplit;

/** A run whose policy is weak at making folders and files. */
final class TestingRun {
  static final GeneratorSources SOURCES = TestingSources.read();
  static final FamilyTools FAMILIES = FamilyTools.of(SOURCES);
  static final List<String> WEAK_TOOLS = List.of("mkdir", "touch");
  static final Weakness WEAKNESS =
      new Weakness(
          "TOOL_FAILURE/*/mkdir::MISSING_CALL",
          "*",
          WEAK_TOOLS,
          Set.of(Signal.FAILING),
          0.4,
          "mkdir is to blame in 20 of 40 turns (MISSING_CALL)");

  private TestingRun() {}

  static List<Task> tasks(long seed, GeneratorSplit split, int count) {
    return generated(GeneratorSettings.of(seed, split), count).stream()
        .map(GeneratedTask::task)
        .toList();
  }

  static List<GeneratedTask> generated(GeneratorSettings settings, int count) {
    TaskGenerator generator = new TaskGenerator(settings, SOURCES);
    List<GeneratedTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(generator.next());
    }
    return tasks;
  }

  /** Sixty tasks trained on; of validation and test the first of the fixed sets. */
  static KnownTasks known() {
    List<Task> heldOut = new ArrayList<>();
    for (GeneratorSplit split : List.of(GeneratorSplit.VALIDATION, GeneratorSplit.TEST)) {
      heldOut.addAll(tasks(split.fixedSeed(), split, 80));
    }
    return new KnownTasks(SOURCES, tasks(1, GeneratorSplit.TRAIN, 60), heldOut);
  }

  /**
   * Tasks that a well-meaning model could propose: about the weak tools, and like none held out.
   */
  static List<Task> fresh(long seed, int count) {
    List<Task> fresh = new ArrayList<>();
    GeneratorSettings settings =
        GeneratorSettings.of(seed, GeneratorSplit.TRAIN)
            .with(WeaknessWeights.families(List.of(WEAKNESS), FAMILIES));
    TaskGenerator generator = new TaskGenerator(settings, SOURCES);
    while (fresh.size() < count) {
      Task task = generator.next().task();
      if (WEAKNESS.concerns(task) && !FAMILIES.mayBeHeldOut(TaskCalls.tools(task))) {
        fresh.add(task);
      }
    }
    return fresh;
  }
}
