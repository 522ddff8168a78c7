package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.sealflow.evolve.EvidenceCell.Observations;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;

/**
 * The failures of one category, or of all: the cells of its capabilities over the window of the
 * last versions. Bounded by the known tools, failures and tags.
 */
final class CategoryEvidence {
  private static final String ANY_TOOL = Capabilities.name(Capabilities.ALL, "");

  private final int windowVersions;
  private final EvolutionState state;

  /** Counted anew after a change; negative until then. */
  private long failingTurns = -1;

  /**
   * The evidence of one key.
   *
   * @param windowVersions versions in the window
   * @param state where it is kept
   */
  CategoryEvidence(int windowVersions, EvolutionState state) {
    this.windowVersions = windowVersions;
    this.state = state;
  }

  /** Takes the newest profile of a capability; profiles that say nothing here are passed over. */
  void take(CapabilityProfile profile) {
    Capability capability = profile.getCapability();
    CapabilityKind kind = capability.getKind();
    if (!EvolveInput.KINDS_READ.contains(kind)) {
      return;
    }
    failingTurns = -1;
    String name = kind == CapabilityKind.CATEGORY ? "" : capability.getName();
    state.cells().put(cellKey(kind, name), EvidenceCell.of(profile));
  }

  /** Remembers which failures episodes show, and in which categories. */
  void take(EvidenceBundle episodes, boolean acrossCategories) {
    episodes.examples().forEach(this::remember);
    if (acrossCategories) {
      episodes
          .spread()
          .forEach(
              (category, more) -> {
                FailureSpread known = state.spread().getOrDefault(category, FailureSpread.EMPTY);
                state.spread().put(category, known.plus(more, oldestVersion()));
              });
    }
  }

  private void remember(String cell, EvidenceBundle.Examples newer) {
    EvidenceBundle.Examples known =
        new EvidenceBundle.Examples(state.episodes().getOrDefault(cell, List.of()));
    state.episodes().put(cell, known.plus(newer).ids());
  }

  /** Some episodes that show a failure or a tag, newest last. */
  List<String> episodes(String cell) {
    return state.episodes().getOrDefault(cell, List.of());
  }

  /** Moves the window on to a newer version. */
  void advance(long version) {
    failingTurns = -1;
    state.advance(version);
  }

  /** Newest version seen; 0 before any. */
  long newestVersion() {
    return state.newestVersion();
  }

  /** Oldest version of the window. */
  long oldestVersion() {
    return Math.max(0, state.newestVersion() - windowVersions + 1);
  }

  /** The observations of a capability in the window. */
  Observations window(CapabilityKind kind, String name) {
    return state
        .cells()
        .getOrDefault(cellKey(kind, name), EvidenceCell.EMPTY)
        .since(oldestVersion());
  }

  /** All observations of a capability. */
  Observations total(CapabilityKind kind, String name) {
    return state.cells().getOrDefault(cellKey(kind, name), EvidenceCell.EMPTY).total();
  }

  /** The observations of all tasks in the window. */
  Observations windowOfCategory() {
    return window(CapabilityKind.CATEGORY, "");
  }

  /** The failing turns in the window that fail by themselves. */
  long failingTurns() {
    if (failingTurns < 0) {
      failingTurns = 0;
      forEachWindow(
          CapabilityKind.TOOL_FAILURE,
          (name, observed) -> failingTurns += name.startsWith(ANY_TOOL) ? observed.count() : 0);
    }
    return failingTurns;
  }

  /** The share of a cell's turns among the failing ones, 0 to 1. */
  double prevalence(String cell) {
    long failing = failingTurns();
    long count = window(CapabilityKind.TOOL_FAILURE, cell).count();
    // The two cells come over different ways, so a count may be a step ahead of its whole.
    return failing == 0 ? 0 : Math.min(1, (double) count / failing);
  }

  /**
   * Names of the capabilities of a kind with at least so many observations in the window, sorted.
   */
  List<String> names(CapabilityKind kind, long leastCount) {
    List<String> names = new ArrayList<>();
    forEachWindow(
        kind,
        (name, observed) -> {
          if (observed.count() >= leastCount) {
            names.add(name);
          }
        });
    names.sort(null);
    return names;
  }

  private void forEachWindow(CapabilityKind kind, BiConsumer<String, Observations> action) {
    String prefix = cellKey(kind, "");
    long oldest = oldestVersion();
    for (Map.Entry<String, EvidenceCell> cell : state.cells().view().entrySet()) {
      if (cell.getKey().startsWith(prefix)) {
        action.accept(cell.getKey().substring(prefix.length()), cell.getValue().since(oldest));
      }
    }
  }

  /**
   * Whether a failure is one of the whole: it makes up its least share of the failing turns in
   * enough of the categories seen, of which there are at least two.
   *
   * @param minimumPrevalence the least share
   * @param spreadShare how many categories are enough, 0 to 1
   */
  boolean isSpread(String cell, double minimumPrevalence, double spreadShare) {
    long oldest = oldestVersion();
    int seen = 0;
    int holding = 0;
    for (FailureSpread spread : state.spread().view().values()) {
      if (spread.isSeen(oldest)) {
        seen++;
        long failing = failingTurns(spread, oldest);
        long count = spread.count(cell, oldest);
        holding += count > 0 && count >= minimumPrevalence * failing ? 1 : 0;
      }
    }
    return seen >= 2 && holding >= spreadShare * seen;
  }

  private static long failingTurns(FailureSpread spread, long oldest) {
    long sum = 0;
    for (FailureSpread.VersionFailures each : spread.versions()) {
      for (Map.Entry<String, Long> count : each.counts().entrySet()) {
        boolean counts = each.version() >= oldest && count.getKey().startsWith(ANY_TOOL);
        sum += counts ? count.getValue() : 0;
      }
    }
    return sum;
  }

  private static String cellKey(CapabilityKind kind, String name) {
    return kind + "/" + name;
  }
}
