package org.sealflow.environment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Values made of records that many tasks refer to, by the record's digest: those used last.
 * Thread-safe.
 */
public final class RecentValues<V> {
  private final Map<String, V> values;

  /**
   * No values yet.
   *
   * @param most how many are kept
   */
  public RecentValues(int most) {
    this.values =
        new LinkedHashMap<>(most, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > most;
          }
        };
  }

  /** The value of a digest, made at its first use. */
  public synchronized V get(String digest, Supplier<V> made) {
    return values.computeIfAbsent(digest, absent -> made.get());
  }
}
