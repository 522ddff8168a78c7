package org.sealflow.generate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who takes part in a task: the services and the action family of each turn. Every family is as
 * likely as any other, so a service is as likely as it has families.
 *
 * @param classes one or two simulator classes
 * @param families one per turn, all different
 */
record Cast(List<String> classes, List<Family> families) {
  /** How likely one to four turns are, in percent. */
  private static final List<Integer> SHORT_TURN_WEIGHTS = List.of(30, 45, 20, 5);

  private static final double SECOND_CLASS = 0.2;
  private static final double SECOND_CLASS_LONG = 0.5;
  private static final int TRAINING_PERCENT = 70;
  private static final int VALIDATION_PERCENT = 80;

  /** Draws a cast whose scenario belongs to the split. */
  static Cast draw(GeneratorSettings settings, String category, Draws draws) {
    while (true) {
      Cast cast = drawn(settings, category, draws);
      boolean usable = !category.equals(GeneratorSettings.MISS_PARAM) || cast.canLeaveOpen();
      boolean longEnough = cast.families().size() >= settings.turns().fewest();
      if (usable && longEnough && cast.hasValues() && cast.belongsTo(settings.split())) {
        return cast;
      }
    }
  }

  private static Cast drawn(GeneratorSettings settings, String category, Draws draws) {
    boolean large = category.equals(GeneratorSettings.LONG_CONTEXT);
    boolean two = draws.chance(large ? SECOND_CLASS_LONG : SECOND_CLASS);
    Set<String> classes = new LinkedHashSet<>();
    while (classes.size() < (two ? 2 : 1)) {
      classes.add(draws.pick(Families.all()).className());
    }
    List<Family> known =
        Families.all().stream().filter(family -> classes.contains(family.className())).toList();
    int turns = Math.min(turns(settings.turns(), draws), known.size());
    List<Family> families = draws.shuffled(known).subList(0, turns);
    return new Cast(List.copyOf(classes), List.copyOf(families));
  }

  private static int turns(TurnRange range, Draws draws) {
    return range.equals(TurnRange.SHORT)
        ? 1 + draws.weighted(SHORT_TURN_WEIGHTS)
        : range.fewest() + draws.below(range.most() - range.fewest() + 1);
  }

  /** Without any value a scenario would be one and the same dialogue again and again. */
  private boolean hasValues() {
    return families.stream()
        .anyMatch(family -> !family.wordings().complete().get(0).slots().isEmpty());
  }

  private boolean canLeaveOpen() {
    return families.stream().anyMatch(family -> !family.wordings().open().isEmpty());
  }

  /** The families in order, joined by a plus sign. */
  String scenario() {
    return families.stream().map(Family::id).collect(Collectors.joining("+"));
  }

  private boolean belongsTo(GeneratorSplit split) {
    int place = place(scenario());
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
