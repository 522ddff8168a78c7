package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.python.PyJson;
import org.sealflow.schemas.digest.Sha256;

/** The fixed sets of generated tasks that policies are judged by. */
final class GeneratedSets {
  private final GeneratorSources sources;
  private final PromptStyle style;
  private final TurnRange turns;

  GeneratedSets(GeneratorSources sources, PromptStyle style, TurnRange turns) {
    this.sources = sources;
    this.turns = turns;
    this.style = style;
  }

  /** The first tasks of a split's fixed set; the categories take turns. */
  List<JudgedTask> first(GeneratorSplit split, int count) {
    return tasks(split, count).stream().map(this::judged).toList();
  }

  private List<GeneratedTask> tasks(GeneratorSplit split, int count) {
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.fixed(split).with(turns), sources);
    List<GeneratedTask> tasks = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      tasks.add(generator.task(index));
    }
    return tasks;
  }

  private JudgedTask judged(GeneratedTask generated) {
    Task task = generated.task();
    return new JudgedTask(
        BfclConversations.of(task, generated.documents(), sources.longContext(), style),
        new BfclTask(new TaskProgram(task, sources.longContext()), generated.documents()));
  }

  /** SHA-256 (hex) of all that the tasks of a split's fixed set say, begin with and expect. */
  String digest(GeneratorSplit split) {
    StringBuilder text = new StringBuilder();
    for (GeneratedTask generated : tasks(split, GeneratorSplit.FIXED_TASKS)) {
      Task task = generated.task();
      text.append(task.id()).append('\n').append(task.turns()).append('\n');
      text.append(task.withheldTools()).append('\n').append(task.groundTruth()).append('\n');
      text.append(PyJson.dumps(task.initialConfiguration())).append('\n');
    }
    return Sha256.hex(text.toString());
  }
}
