package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.nano.demonstration.Demonstration;
import org.sealflow.nano.demonstration.DemonstrationOptions;
import org.sealflow.nano.demonstration.Demonstrator;

/** Demonstrations of generated training tasks, each made from the seed and its index alone. */
final class Demonstrations {
  private static final double RANDOM_VALUES = 0.6;

  private static final int FEWEST_OTHERS = 2;
  private static final int MOST_OTHERS = 5;

  private final GeneratorSources sources;
  private final Demonstrator demonstrator;
  private final WarmSettings settings;

  /** Demonstrations of tasks of these settings. */
  Demonstrations(GeneratorSources sources, WarmSettings settings) {
    this.sources = sources;
    this.demonstrator = new Demonstrator(sources.longContext(), null);
    this.settings = settings;
  }

  /** Demonstrations of consecutive tasks: one each, or the two of a contrast. */
  List<Demonstration> make(Phase phase, long first, int count) {
    TaskGenerator generator =
        new TaskGenerator(
            new GeneratorSettings(
                settings.seed(),
                GeneratorSplit.TRAIN,
                phase.categories().byName(),
                settings.turns(),
                RANDOM_VALUES),
            sources);
    DemonstrationOptions options =
        new DemonstrationOptions(
            phase.shortLists(),
            FEWEST_OTHERS,
            MOST_OTHERS,
            phase.patched(),
            phase.recovery(),
            phase.refusals(),
            settings.mistakes());
    List<Demonstration> made = new ArrayList<>(count);
    for (long index = first; index < first + count; index++) {
      GeneratedTask generated = generator.task(index);
      Task task = generated.task();
      long chance = settings.seed() ^ index;
      boolean inPart = new SplittableRandom(chance).nextDouble() < phase.contrasts();
      if (inPart && Contrast.isIn(task)) {
        Contrast contrast = Contrast.of(task);
        made.add(demonstrator.of(contrast.served(), generated.documents(), options, chance));
        made.add(demonstrator.of(contrast.withheld(), generated.documents(), options, chance));
      } else {
        made.add(demonstrator.of(task, generated.documents(), options, chance));
      }
    }
    return made;
  }
}
