package org.sealflow.generate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.generate.family.DropReason;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.generate.family.Lexicon;
import org.sealflow.generate.family.SlotCounts;
import org.sealflow.generate.family.UnfitException;

/**
 * Tasks without end, each made from a seed of its own, so that any one can be made again alone. Not
 * thread-safe.
 */
public final class TaskGenerator {
  private final GeneratorSettings settings;
  private final TaskDrafting drafting;
  private final Map<String, Long> made = new TreeMap<>();
  private final Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
  private SlotCounts slots = SlotCounts.NONE;
  private long next;

  /** A generator at its beginning. */
  public TaskGenerator(GeneratorSettings settings, GeneratorSources sources) {
    this.settings = settings;
    this.drafting = new TaskDrafting(settings, sources);
  }

  /** The next task of the sequence. */
  public GeneratedTask next() {
    return task(next++);
  }

  /**
   * The task of an index; the same whatever was made before.
   *
   * @param index from 0
   */
  public GeneratedTask task(long index) {
    if (index < 0) {
      throw new IllegalArgumentException("task " + index + "; expected an index from 0");
    }
    for (int attempt = 0; ; attempt++) {
      try {
        GeneratedTask task = drafting.draft(index, attempt);
        made.merge(settings.category(index), 1L, Long::sum);
        slots = slots.plus(task.slots());
        return task;
      } catch (UnfitException unfit) {
        dropped.merge(unfit.reason(), 1L, Long::sum);
      }
    }
  }

  /** The counts so far, over both ways of asking. */
  public GenerationCounts counts() {
    return new GenerationCounts(made, dropped, slots);
  }

  /** Every plain word of the wordings of all splits, in lower case and in order. */
  public static List<String> words() {
    return Families.words();
  }

  /** The words and names that fill the slots of a split where no random string does. */
  public static List<String> lexicon(GeneratorSplit split) {
    return Lexicon.of(split).entries();
  }
}
