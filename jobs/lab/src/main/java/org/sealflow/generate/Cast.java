package org.sealflow.generate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sealflow.generate.family.Draws;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.Family;

/**
 * Draws what takes part in a task: the services and the action family of each turn. Every family is
 * as likely as any other, unless the settings weight them, so a service is as likely as it has
 * families.
 *
 * @param classes one or two simulator classes
 * @param families one per turn, all different
 */
record Cast(List<String> classes, List<Family> families) {
  /** How likely one to four turns are, in percent. */
  private static final List<Integer> SHORT_TURN_WEIGHTS = List.of(30, 45, 20, 5);

  private static final double SECOND_CLASS = 0.2;
  private static final double SECOND_CLASS_LONG = 0.5;

  /** Draws a cast whose scenario belongs to the split. */
  static Cast draw(GeneratorSettings settings, String category, Draws draws) {
    while (true) {
      Cast cast = drawn(settings, category, draws);
      boolean usable = !category.equals(GeneratorSettings.MISS_PARAM) || cast.canLeaveOpen();
      boolean longEnough = cast.families().size() >= settings.turns().fewest();
      if (usable
          && longEnough
          && cast.hasValues()
          && Scenarios.belongsTo(cast.scenario(), settings.split())) {
        return cast;
      }
    }
  }

  private static Cast drawn(GeneratorSettings settings, String category, Draws draws) {
    boolean large = category.equals(GeneratorSettings.LONG_CONTEXT);
    boolean two = draws.chance(large ? SECOND_CLASS_LONG : SECOND_CLASS);
    Set<String> classes = new LinkedHashSet<>();
    while (classes.size() < (two ? 2 : 1)) {
      classes.add(picked(Families.all(), settings.families(), draws).className());
    }
    List<Family> known =
        Families.all().stream().filter(family -> classes.contains(family.className())).toList();
    int turns = Math.min(turns(settings.turns(), draws), known.size());
    List<Family> families = ordered(known, turns, settings.families(), draws);
    return new Cast(List.copyOf(classes), families);
  }

  private static Family picked(List<Family> from, FamilyWeights weights, Draws draws) {
    return weights.areAlike()
        ? draws.pick(from)
        : from.get(draws.weighted(from.stream().map(weights::weight).toList()));
  }

  /** So many different families: each in turn is drawn from those that are left. */
  private static List<Family> ordered(
      List<Family> known, int turns, FamilyWeights weights, Draws draws) {
    if (weights.areAlike()) {
      return List.copyOf(draws.shuffled(known).subList(0, turns));
    }
    List<Family> left = new ArrayList<>(known);
    List<Family> families = new ArrayList<>();
    while (families.size() < turns) {
      Family next = picked(left, weights, draws);
      left.remove(next);
      families.add(next);
    }
    return List.copyOf(families);
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
}
