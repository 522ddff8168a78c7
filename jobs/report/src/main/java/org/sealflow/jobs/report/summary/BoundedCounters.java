package org.sealflow.jobs.report.summary;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Counters by key for keys that come from the input, where a policy may invent as many as it likes:
 * the first ones have their own, all others share one.
 *
 * @param <K> what is counted by
 * @param <C> the counter
 */
public final class BoundedCounters<K, C> {
  /** The name of what shares a counter. */
  static final String OTHER = "(other)";

  /** Longest name kept, characters. */
  private static final int LONGEST_NAME = 200;

  private final Map<K, C> counters = new LinkedHashMap<>();
  private final int most;
  private final K other;
  private final Supplier<C> fresh;

  /**
   * No counters yet.
   *
   * @param most how many keys have a counter of their own
   * @param other the key of the shared one
   */
  BoundedCounters(int most, K other, Supplier<C> fresh) {
    this.most = most;
    this.other = other;
    this.fresh = fresh;
  }

  /** No counters yet, by name. */
  static <C> BoundedCounters<String, C> byName(int most, Supplier<C> fresh) {
    return new BoundedCounters<>(most, OTHER, fresh);
  }

  /** The name as keys hold it: a policy's may be of any length. */
  public static String name(String text) {
    return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "…";
  }

  /** The counter of the key: its own, or the shared one. */
  C of(K key) {
    K used = counters.containsKey(key) || counters.size() < most ? key : other;
    return counters.computeIfAbsent(used, absent -> fresh.get());
  }

  /** The key that {@link #of} counts this one under. */
  K counted(K key) {
    return counters.containsKey(key) ? key : other;
  }

  /** All counters in the order their keys came. */
  Map<K, C> all() {
    return Collections.unmodifiableMap(counters);
  }
}
