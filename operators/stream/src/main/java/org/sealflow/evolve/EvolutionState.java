package org.sealflow.evolve;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EnvironmentPatch;

/** The state of one key in memory; {@link EvolutionStore} keeps it in Flink's state. */
final class EvolutionState {
  private final TrackedMap<EvidenceCell> cells = new TrackedMap<>();
  private final TrackedMap<List<String>> episodes = new TrackedMap<>();
  private final TrackedMap<FailureSpread> spread = new TrackedMap<>();
  private final TrackedMap<HeldPatch> patches = new TrackedMap<>();
  private final TrackedMap<GroupTally> tallies = new TrackedMap<>();
  private final TrackedMap<PatchOrder> orders = new TrackedMap<>();
  private final TrackedMap<List<String>> awaited = new TrackedMap<>();
  private final TrackedMap<EnvironmentPatch> unclaimed = new TrackedMap<>();
  private @Nullable EvolutionProgress progress;

  /** Of a key that nothing is known of. */
  EvolutionState() {
    this(null);
  }

  /**
   * Of a key that has come so far.
   *
   * @param progress how far; null before the first evidence
   */
  EvolutionState(@Nullable EvolutionProgress progress) {
    this.progress = progress;
  }

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

  /** Patch key and group to what came of the group since the patch is active. */
  TrackedMap<GroupTally> tallies() {
    return tallies;
  }

  /** Patch key to the order in force. */
  TrackedMap<PatchOrder> orders() {
    return orders;
  }

  /** Patch key to the marks of records issued and not read back yet, in the order issued. */
  TrackedMap<List<String>> awaited() {
    return awaited;
  }

  /** Patch key to an active patch found on the topic before any evidence. */
  TrackedMap<EnvironmentPatch> unclaimed() {
    return unclaimed;
  }

  /** How far the key has come; null before the first evidence. */
  @Nullable EvolutionProgress progress() {
    return progress;
  }

  /** Whether any evidence has come. */
  boolean hasBegun() {
    return progress != null;
  }

  /** Newest version seen; 0 before any. */
  long newestVersion() {
    return progress == null ? 0 : progress.newestVersion();
  }

  /** Notes that evidence came; its time is milliseconds since the epoch. */
  void see(long time) {
    progress = new EvolutionProgress(newestVersion(), time);
  }

  void advance(long version) {
    EvolutionProgress before = progress;
    progress =
        new EvolutionProgress(
            Math.max(version, newestVersion()), before == null ? 0 : before.seenAt());
  }

  /** Forgets everything but the marks of records that are still to be read back. */
  void forget() {
    cells.clear();
    episodes.clear();
    spread.clear();
    patches.clear();
    tallies.clear();
    orders.clear();
    unclaimed.clear();
    progress = null;
  }
}
