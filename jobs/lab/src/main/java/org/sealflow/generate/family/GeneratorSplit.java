package org.sealflow.generate.family;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The sets of tasks that never mix. Three things keep them apart:
 *
 * <ul>
 *   <li><b>Scenario</b>: the ordered action families of a task's turns, such as {@code
 *       files.move+files.read}. A hash of it, the same for every seed, gives each scenario to one
 *       of training (70 %), validation (10 %) and test (20 %), so that no combination of actions,
 *       and with it no task, is in two of them.
 *   <li><b>Paraphrase</b>: each wording is either for training or held out. Training and validation
 *       use the former alone. In {@link #TEST} every eighth task of a category is worded with held
 *       out ones alone, all others with those of training. {@link #TEST_OTHER_LEXICON} uses held
 *       out ones alone.
 *   <li><b>Lexicon</b>: the words and first names that fill the slots, where no random string does.
 *       All use the same lexicon but {@link #TEST_OTHER_LEXICON}, whose own shares no entry with
 *       it.
 * </ul>
 *
 * <p>Not part of the lexicon, and the same everywhere, are the values the tools themselves list
 * (doors, modes, currencies, airports, cities, sectors, units, file endings).
 */
public enum GeneratorSplit {
  /** For gradients: without end. */
  TRAIN(0, 20_001),
  /** For choosing between policies and settings: as many as wanted. */
  VALIDATION(1, 20_002),
  /**
   * For reporting: the lexicon of training, unseen scenarios, one task in eight in held out words.
   */
  TEST(2, 20_003),
  /** For reporting: unseen scenarios, words and wordings. */
  TEST_OTHER_LEXICON(3, 20_004);

  /** How many tasks a fixed set has, a hundred of each category. */
  public static final int FIXED_TASKS = 400;

  private final int number;
  private final long fixedSeed;

  GeneratorSplit(int number, long fixedSeed) {
    this.number = number;
    this.fixedSeed = fixedSeed;
  }

  /**
   * The seed of the fixed set: its first {@link #FIXED_TASKS} tasks in equal categories are what
   * results are reported on. Never to be changed: checkpoints were chosen and measured on it.
   */
  public long fixedSeed() {
    return fixedSeed;
  }

  /** The name commands use, such as {@code test-other-lexicon}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The split of a label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static GeneratorSplit of(String label) {
    List<String> labels = Arrays.stream(values()).map(GeneratorSplit::label).toList();
    int found = labels.indexOf(label);
    if (found < 0) {
      throw new IllegalArgumentException("no split " + label + "; expected one of " + labels);
    }
    return values()[found];
  }

  /** Tells the splits' seeds apart and stands in task ids; stable. */
  public int number() {
    return number;
  }

  boolean isTest() {
    return this == TEST || this == TEST_OTHER_LEXICON;
  }
}
