package org.sealflow.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.family.Draws;
import org.sealflow.generate.family.Family;
import org.sealflow.generate.family.Lexicon;
import org.sealflow.generate.family.Scene;
import org.sealflow.generate.family.SlotCounts;
import org.sealflow.generate.family.TaskWords;
import org.sealflow.generate.family.Turn;
import org.sealflow.generate.family.UnfitException;

/** Makes the task of an index, or finds that this draw makes none. */
final class TaskDrafting {
  /** In the test split, the last of so many tasks of a category is worded as training never is. */
  private static final int HELD_OUT_PERIOD = 8;

  private final GeneratorSettings settings;
  private final GeneratorSources sources;
  private final GroundTruthCheck check;

  TaskDrafting(GeneratorSettings settings, GeneratorSources sources) {
    this.settings = settings;
    this.sources = sources;
    this.check = new GroundTruthCheck(sources);
  }

  /**
   * One draw.
   *
   * @param attempt how many draws of this index failed before
   * @throws UnfitException if it makes no task
   */
  GeneratedTask draft(long index, int attempt) {
    Draws draws = Draws.of(settings.seed(), settings.split().number(), index, attempt);
    String category = settings.category(index);
    String id = id(category, index);
    Cast cast = Cast.draw(settings, category, draws);
    TaskWords values =
        new TaskWords(draws, Lexicon.of(settings.split()), settings.randomValueShare());
    boolean large = category.equals(GeneratorSettings.LONG_CONTEXT);
    Scene scene = new Scene(id, cast.classes(), large, draws, values, sources.longContext());
    List<Turn> played = new ArrayList<>();
    for (Family family : cast.families()) {
      played.add(new Turn(family, scene, draws, values).played());
    }
    boolean heldOut = isHeldOut(index);
    Dialogue dialogue = new Dialogue(draws, heldOut).of(category, played);
    Task task =
        new Task(
            id,
            dialogue.turns(),
            cast.classes(),
            scene.configuration(),
            dialogue.withheld(),
            dialogue.groundTruth());
    check.require(task);
    return new GeneratedTask(
        index,
        task,
        sources.of(task),
        cast.scenario(),
        dialogue.paraphrases(),
        heldOut,
        counts(played));
  }

  /** Ids tell the splits apart, so that tasks of several can stand in one run. */
  private String id(String category, long index) {
    String split = settings.split().name().replace("_", "").toLowerCase(Locale.ROOT);
    return category + "_" + split + settings.rank(index);
  }

  private boolean isHeldOut(long index) {
    return switch (settings.split()) {
      case TRAIN, VALIDATION -> false;
      case TEST -> settings.rank(index) % HELD_OUT_PERIOD == HELD_OUT_PERIOD - 1;
      case TEST_OTHER_LEXICON -> true;
    };
  }

  private static SlotCounts counts(List<Turn> played) {
    SlotCounts counts = SlotCounts.NONE;
    for (Turn turn : played) {
      counts = counts.plus(turn.counts());
    }
    return counts;
  }
}
