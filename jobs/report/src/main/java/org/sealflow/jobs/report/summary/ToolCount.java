package org.sealflow.jobs.report.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.TurnDiagnosis;

/**
 * Counts how often tools and their arguments are where a turn goes wrong: one observation per
 * reached turn in which the policy or the ground truth uses the tool (design section 7), a failure
 * where the turn fails and its evidence names the tool, or the tool and the argument.
 */
public final class ToolCount {
  private static final int MOST_TOOLS = 1_000;
  private static final int MOST_ARGUMENTS = 5_000;

  /** An argument of a tool. */
  record ToolArgument(String tool, String argument) {}

  /** A tool or argument and its failures. */
  record Ranked<K>(K key, Proportion failures) {}

  private static final class Uses {
    private long turns;
    private long failures;
  }

  private final BoundedCounters<String, Uses> tools = BoundedCounters.byName(MOST_TOOLS, Uses::new);
  private final BoundedCounters<ToolArgument, Count> arguments =
      new BoundedCounters<>(
          MOST_ARGUMENTS,
          new ToolArgument(BoundedCounters.OTHER, BoundedCounters.OTHER),
          Count::new);

  void add(TurnDiagnosis turn) {
    if (!turn.getReached()) {
      return;
    }
    Set<String> blamed = turn.getFailure() == null ? Set.of() : blamedTools(turn);
    Set<String> used = new LinkedHashSet<>(turn.getPolicyTools());
    used.addAll(turn.getGroundTruthTools());
    used.addAll(blamed);
    used.forEach(tool -> tools.of(BoundedCounters.name(tool)).turns++);
    blamed.forEach(tool -> tools.of(BoundedCounters.name(tool)).failures++);
    if (turn.getFailure() != null) {
      blamedArguments(turn).forEach(argument -> arguments.of(argument).increment());
    }
  }

  private static Set<String> blamedTools(TurnDiagnosis turn) {
    Set<String> blamed = new LinkedHashSet<>();
    for (Evidence evidence : turn.getEvidence()) {
      String tool = evidence.getTool();
      if (tool != null) {
        blamed.add(tool);
      }
    }
    return blamed;
  }

  private Set<ToolArgument> blamedArguments(TurnDiagnosis turn) {
    Set<ToolArgument> blamed = new LinkedHashSet<>();
    for (Evidence evidence : turn.getEvidence()) {
      String tool = evidence.getTool();
      String argument = evidence.getArgument();
      if (tool != null && argument != null) {
        String counted = tools.counted(BoundedCounters.name(tool));
        blamed.add(new ToolArgument(counted, BoundedCounters.name(argument)));
      }
    }
    return blamed;
  }

  /** How many tools there are; those that share a counter count as one. */
  int tools() {
    return tools.all().size();
  }

  /** The tools with most failures, most first; tools without failure are left out. */
  List<Ranked<String>> worstTools(int most) {
    List<Ranked<String>> ranked = new ArrayList<>();
    for (Map.Entry<String, Uses> entry : tools.all().entrySet()) {
      Uses uses = entry.getValue();
      ranked.add(new Ranked<>(entry.getKey(), new Proportion(uses.failures, uses.turns)));
    }
    return worst(ranked, Comparator.naturalOrder(), most);
  }

  /** The arguments with most failures, most first, among the turns that use their tool. */
  List<Ranked<ToolArgument>> worstArguments(int most) {
    List<Ranked<ToolArgument>> ranked = new ArrayList<>();
    for (Map.Entry<ToolArgument, Count> entry : arguments.all().entrySet()) {
      long failures = entry.getValue().value();
      ranked.add(
          new Ranked<>(
              entry.getKey(),
              new Proportion(failures, Math.max(failures, turns(entry.getKey().tool())))));
    }
    return worst(
        ranked,
        Comparator.comparing(ToolArgument::tool).thenComparing(ToolArgument::argument),
        most);
  }

  /** Turns that use the tool. Arguments that share a counter may belong to any tool. */
  private long turns(String tool) {
    Uses uses = tools.all().get(tool);
    return uses == null ? 0 : uses.turns;
  }

  private static <K> List<Ranked<K>> worst(List<Ranked<K>> ranked, Comparator<K> byName, int most) {
    return ranked.stream()
        .filter(each -> each.failures().count() > 0)
        .sorted(
            Comparator.comparingLong((Ranked<K> each) -> -each.failures().count())
                .thenComparing(each -> -each.failures().share())
                .thenComparing(Ranked::key, byName))
        .limit(most)
        .toList();
  }
}
