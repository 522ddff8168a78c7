package org.sealflow.evolve;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.MetricGroup;

/** The patches that an operator holds, by state and age. Reporters read on threads of their own. */
final class PatchMetrics {
  private final Map<EvolutionKey, Held> byKey = new ConcurrentHashMap<>();

  /**
   * The patches of a key.
   *
   * @param active shown now
   * @param retired kept retired: by an order, or because they did not help
   * @param pinned of both, those under an order
   * @param oldest when the oldest active one was activated, milliseconds since the epoch; {@link
   *     Long#MAX_VALUE} if none is active
   */
  private record Held(long active, long retired, long pinned, long oldest) {}

  /**
   * Registers the metrics.
   *
   * @param clock milliseconds since the epoch
   */
  PatchMetrics(MetricGroup operator, LongSupplier clock) {
    MetricGroup patches = operator.addGroup("patches");
    patches.gauge("active", () -> sum(Held::active));
    patches.gauge("retired", () -> sum(Held::retired));
    patches.gauge("pinned", () -> sum(Held::pinned));
    patches.gauge("oldestActiveSeconds", () -> oldestActiveSeconds(clock.getAsLong()));
  }

  private long sum(ToLongFunction<Held> of) {
    return byKey.values().stream().mapToLong(of).sum();
  }

  /** The age of the oldest active patch; 0 if none is active. */
  private long oldestActiveSeconds(long now) {
    long oldest = byKey.values().stream().mapToLong(Held::oldest).min().orElse(Long.MAX_VALUE);
    return oldest == Long.MAX_VALUE ? 0 : Math.max(0, now - oldest) / 1000;
  }

  /** Shows the patches of a key as they are now. */
  void show(EvolutionKey key, EvolutionState state) {
    if (state.patches().isEmpty()) {
      byKey.remove(key);
      return;
    }
    long active = 0;
    long retired = 0;
    long pinned = 0;
    long oldest = Long.MAX_VALUE;
    for (HeldPatch patch : state.patches().view().values()) {
      if (patch.isActive()) {
        active++;
        oldest = Math.min(oldest, patch.issued().getActivatedAt().toEpochMilli());
      } else {
        retired++;
      }
      pinned += patch.issued().getPinned() ? 1 : 0;
    }
    byKey.put(key, new Held(active, retired, pinned, oldest));
  }
}
