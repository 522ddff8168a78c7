package org.sealflow.jobs.bench.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Capabilities;

/**
 * A patch that became active, and when its records were read; times are those of {@link
 * System#nanoTime}.
 *
 * @param key the patch
 * @param ended the end of the newest episode in its evidence, on the trajectories; null if it was
 *     not read
 * @param diagnosed the diagnosis of that episode; null if it was not read
 * @param patched the patch itself
 * @param shown the first start of an episode that carries it; null if none was read
 * @param manifests the batches that must carry it, and those of them that do not
 */
record Activation(
    String key,
    @Nullable Long ended,
    @Nullable Long diagnosed,
    long patched,
    @Nullable Long shown,
    Manifests manifests) {
  /** Every batch planned later than this after the evidence must carry the patch. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  /**
   * Counts the batches planned more than {@link #LONGEST} after the evidence while the patch is
   * active, if they have groups that it is for.
   *
   * @param planned how many there are
   * @param without how many of them have such a group without the patch
   */
  record Manifests(int planned, int without) {
    /** Not one. */
    static final Manifests NONE = new Manifests(0, 0);
  }

  /** From the evidence to the patch on its topic, when a batch can be planned with it. */
  OptionalLong evidenceToPatch() {
    return diagnosed == null ? OptionalLong.empty() : OptionalLong.of(patched - diagnosed);
  }

  /** From the evidence to the first episode behind the patch; empty if either is missing. */
  OptionalLong evidenceToShown() {
    return diagnosed == null || shown == null
        ? OptionalLong.empty()
        : OptionalLong.of(shown - diagnosed);
  }

  /** From the event that ended the evidence to the patch; empty if the event is missing. */
  OptionalLong eventToPatch() {
    return ended == null ? OptionalLong.empty() : OptionalLong.of(patched - ended);
  }

  /**
   * The activations among what was read, in their order. A start belongs to the activation that was
   * the patch's last when the episode started, by the times the records carry: the topics are read
   * independently of each other, so a start may be read before the patch it carries.
   */
  static List<Activation> of(LoopSightings seen) {
    List<LoopSightings.Patch> begun = begun(seen.patches());
    Map<String, List<LoopSightings.Start>> starts = startsByKey(seen.starts());
    Map<String, Long> nextOfKey = new HashMap<>();
    List<Activation> latestFirst = new ArrayList<>();
    for (int i = begun.size() - 1; i >= 0; i--) {
      LoopSightings.Patch patch = begun.get(i);
      long next = nextOfKey.getOrDefault(patch.key(), Long.MAX_VALUE);
      nextOfKey.put(patch.key(), patch.activatedAt());
      List<LoopSightings.Start> carrying = starts.getOrDefault(patch.key(), List.of());
      latestFirst.add(of(patch, seen, firstShown(carrying, patch.activatedAt(), next)));
    }
    List<Activation> activations = new ArrayList<>();
    latestFirst.forEach(activation -> activations.add(0, activation));
    return activations;
  }

  private static Activation of(
      LoopSightings.Patch patch, LoopSightings seen, @Nullable Long shown) {
    String newest = newest(patch.evidence(), seen.diagnoses());
    Long diagnosed = newest == null ? null : seen.diagnoses().get(newest);
    return new Activation(
        patch.key(),
        newest == null ? null : seen.ends().get(newest),
        diagnosed,
        patch.nanos(),
        shown,
        diagnosed == null || !patch.alwaysShown()
            ? Manifests.NONE
            : manifests(patch, diagnosed + LONGEST.toNanos(), seen));
  }

  private static Manifests manifests(LoopSightings.Patch patch, long from, LoopSightings seen) {
    long before = retired(patch, seen.patches());
    int planned = 0;
    int without = 0;
    for (LoopSightings.Manifest manifest : seen.manifests()) {
      List<LoopSightings.Group> groups =
          manifest.groups().stream().filter(group -> isFor(patch, group)).toList();
      if (manifest.planned() > from && manifest.planned() < before && !groups.isEmpty()) {
        planned++;
        without += groups.stream().allMatch(group -> group.shown().contains(patch.key())) ? 0 : 1;
      }
    }
    return new Manifests(planned, without);
  }

  private static boolean isFor(LoopSightings.Patch patch, LoopSightings.Group group) {
    return patch.category().equals(Capabilities.ALL) || patch.category().equals(group.category());
  }

  /** When the record was issued that ends an activation. */
  private static long retired(LoopSightings.Patch patch, List<LoopSightings.Patch> patches) {
    return patches.stream()
        .filter(
            each ->
                each.key().equals(patch.key())
                    && !each.active()
                    && each.activatedAt() == patch.activatedAt())
        .mapToLong(LoopSightings.Patch::issued)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** The first record of each activation; what only counts on repeats its time. */
  private static List<LoopSightings.Patch> begun(List<LoopSightings.Patch> patches) {
    Set<List<Object>> known = new HashSet<>();
    List<LoopSightings.Patch> begun = new ArrayList<>();
    for (LoopSightings.Patch patch : patches) {
      if (patch.active() && known.add(List.of(patch.key(), patch.activatedAt()))) {
        begun.add(patch);
      }
    }
    return begun;
  }

  private static Map<String, List<LoopSightings.Start>> startsByKey(
      List<LoopSightings.Start> starts) {
    Map<String, List<LoopSightings.Start>> byKey = new HashMap<>();
    for (LoopSightings.Start start : starts) {
      for (String key : start.shown()) {
        byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(start);
      }
    }
    return byKey;
  }

  /** The episode whose diagnosis was read last; null if none was. */
  private static @Nullable String newest(List<String> episodes, Map<String, Long> diagnoses) {
    return episodes.stream()
        .filter(diagnoses::containsKey)
        .max(Comparator.comparing(episode -> Objects.requireNonNull(diagnoses.get(episode))))
        .orElse(null);
  }

  private static @Nullable Long firstShown(
      List<LoopSightings.Start> starts, long from, long before) {
    return starts.stream()
        .filter(start -> start.startedAt() >= from && start.startedAt() < before)
        .map(LoopSightings.Start::nanos)
        .min(Long::compare)
        .orElse(null);
  }
}
