package org.sealflow.evolve;

import java.util.List;

/** What evolution keeps of one key, in memory; the Flink state behind it is written by entry. */
final class EvolutionState {
  private final TrackedMap<EvidenceCell> cells = new TrackedMap<>();
  private final TrackedMap<List<String>> episodes = new TrackedMap<>();
  private final TrackedMap<FailureSpread> spread = new TrackedMap<>();
  private final TrackedMap<HeldPatch> patches = new TrackedMap<>();
  private final TrackedMap<PatchOrder> orders = new TrackedMap<>();
  private final TrackedMap<List<String>> awaited = new TrackedMap<>();
  private EvolutionProgress progress = EvolutionProgress.NONE;

  /** Capability, as kind and name, to its newest profile. */
  TrackedMap<EvidenceCell> cells() {
    return cells;
  }

  /** Failure cell or tag to the newest episodes that show it. */
  TrackedMap<List<String>> episodes() {
    return episodes;
  }

  /** Category to its failures by version; empty but for the key of all categories. */
  TrackedMap<FailureSpread> spread() {
    return spread;
  }

  /** Patch key to the patch, active or kept retired. */
  TrackedMap<HeldPatch> patches() {
    return patches;
  }

  /** Patch key to the order in force. */
  TrackedMap<PatchOrder> orders() {
    return orders;
  }

  /** Patch key to the marks of records issued and not read back yet, in the order issued. */
  TrackedMap<List<String>> awaited() {
    return awaited;
  }

  EvolutionProgress progress() {
    return progress;
  }

  void progress(EvolutionProgress now) {
    progress = now;
  }

  /** The run seen last; empty before any. */
  String runId() {
    return progress.runId();
  }

  void run(String runId) {
    if (!runId.equals(progress.runId())) {
      progress = new EvolutionProgress(runId, progress.newestVersion());
    }
  }

  /** Newest version seen; 0 before any. */
  long newestVersion() {
    return progress.newestVersion();
  }

  void advance(long version) {
    progress = new EvolutionProgress(progress.runId(), Math.max(version, newestVersion()));
  }
}
