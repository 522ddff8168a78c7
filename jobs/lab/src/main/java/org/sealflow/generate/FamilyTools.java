package org.sealflow.generate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.sealflow.generate.family.Draws;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.Family;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.generate.family.Lexicon;
import org.sealflow.generate.family.Scene;
import org.sealflow.generate.family.TaskWords;
import org.sealflow.generate.family.Turn;
import org.sealflow.generate.family.UnfitException;

/**
 * Finds the tools that each action family calls, and their order. Found by playing each family
 * alone many times, so that no table of them can grow stale.
 */
public final class FamilyTools {
  private static final int PLAYS = 48;

  /** So many ways to read a dialogue as families are looked at; beyond, it is held out. */
  private static final int MOST_READINGS = 4_096;

  /** Family → the sequences of tools that its turns call. */
  private final Map<String, Set<List<String>>> sequences = new LinkedHashMap<>();

  private FamilyTools() {}

  /** Plays all families. */
  public static FamilyTools of(GeneratorSources sources) {
    FamilyTools tools = new FamilyTools();
    for (int number = 0; number < Families.all().size(); number++) {
      Family family = Families.all().get(number);
      Set<List<String>> found = new LinkedHashSet<>();
      for (int play = 0; play < PLAYS; play++) {
        add(family, play % 2 == 1, Draws.of(number, play), sources, found);
      }
      tools.sequences.put(family.id(), found);
    }
    return tools;
  }

  private static void add(
      Family family,
      boolean large,
      Draws draws,
      GeneratorSources sources,
      Set<List<String>> sequences) {
    TaskWords values = new TaskWords(draws, Lexicon.of(GeneratorSplit.TRAIN), 1);
    Scene scene =
        new Scene(
            family.id(), List.of(family.className()), large, draws, values, sources.longContext());
    try {
      sequences.add(List.copyOf(new Turn(family, scene, draws, values).played().tools()));
    } catch (UnfitException nothingToActOn) {
      // Another play finds something.
    }
  }

  /** The families, in their order. */
  public List<String> families() {
    return List.copyOf(sequences.keySet());
  }

  /** The tools that a family calls; empty if there is no such family. */
  public Set<String> tools(String family) {
    Set<String> tools = new TreeSet<>();
    sequences.getOrDefault(family, Set.of()).forEach(tools::addAll);
    return tools;
  }

  /** Whether a scenario, families joined by {@code +}, belongs to validation or test. */
  public static boolean isHeldOut(String scenario) {
    return !Scenarios.belongsTo(scenario, GeneratorSplit.TRAIN);
  }

  /**
   * Whether a dialogue could be one of a scenario of validation or test: whether its turns can be
   * read as different families, one each, that together are held out. A dialogue with a turn that
   * no family makes is none of the generator's.
   *
   * @param turns the tools called in each turn that calls any, in order
   */
  public boolean mayBeHeldOut(List<List<String>> turns) {
    List<List<String>> readings = new ArrayList<>();
    for (List<String> turn : turns) {
      List<String> families =
          sequences.entrySet().stream()
              .filter(family -> family.getValue().contains(turn))
              .map(Map.Entry::getKey)
              .toList();
      if (families.isEmpty()) {
        return false;
      }
      readings.add(families);
    }
    if (turns.isEmpty()) {
      return false;
    }
    long ways = 1;
    for (List<String> families : readings) {
      ways *= families.size();
      if (ways > MOST_READINGS) {
        return true;
      }
    }
    return anyHeldOut(readings, 0, new ArrayList<>());
  }

  private static boolean anyHeldOut(List<List<String>> readings, int turn, List<String> chosen) {
    if (turn == readings.size()) {
      boolean different = new HashSet<>(chosen).size() == chosen.size();
      return different && isHeldOut(String.join("+", chosen));
    }
    for (String family : readings.get(turn)) {
      chosen.add(family);
      boolean found = anyHeldOut(readings, turn + 1, chosen);
      chosen.remove(chosen.size() - 1);
      if (found) {
        return true;
      }
    }
    return false;
  }
}
