package org.sealflow.generate;

import org.sealflow.generate.family.Draws;
import org.sealflow.generate.family.GeneratorSplit;

/**
 * Decides which split a scenario belongs to: a hash of its text decides, the same for every seed
 * (see {@link GeneratorSplit}).
 */
final class Scenarios {
  private static final int TRAINING_PERCENT = 70;
  private static final int VALIDATION_PERCENT = 80;

  private Scenarios() {}

  /** Whether a split may have tasks of a scenario, such as {@code files.move+files.read}. */
  static boolean belongsTo(String scenario, GeneratorSplit split) {
    int place = place(scenario);
    return switch (split) {
      case TRAIN -> place < TRAINING_PERCENT;
      case VALIDATION -> place >= TRAINING_PERCENT && place < VALIDATION_PERCENT;
      case TEST, TEST_OTHER_LEXICON -> place >= VALIDATION_PERCENT;
    };
  }

  /** A number from 0 to 99 that depends on the text alone: FNV-1a, mixed. */
  private static int place(String scenario) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < scenario.length(); i++) {
      hash = (hash ^ scenario.charAt(i)) * 0x100000001b3L;
    }
    return (int) Long.remainderUnsigned(Draws.mixed(hash), 100);
  }
}
