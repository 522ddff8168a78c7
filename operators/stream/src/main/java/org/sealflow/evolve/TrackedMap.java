package org.sealflow.evolve;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map that knows which of its entries changed, so that state behind it is written entry by entry.
 *
 * @param <V> the values; never changed in place
 */
final class TrackedMap<V> {
  private final Map<String, V> entries = new HashMap<>();
  private final Set<String> changed = new HashSet<>();

  /** Fills in an entry that the state behind holds already. */
  void load(String key, V value) {
    entries.put(key, value);
  }

  @Nullable V get(String key) {
    return entries.get(key);
  }

  V getOrDefault(String key, V fallback) {
    return entries.getOrDefault(key, fallback);
  }

  void put(String key, V value) {
    entries.put(key, value);
    changed.add(key);
  }

  void remove(String key) {
    if (entries.remove(key) != null) {
      changed.add(key);
    }
  }

  void clear() {
    changed.addAll(entries.keySet());
    entries.clear();
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** A copy in order of the keys, so that what is decided never depends on hashes. */
  Map<String, V> sorted() {
    return new TreeMap<>(entries);
  }

  /** The entries, not to be changed. */
  Map<String, V> view() {
    return Collections.unmodifiableMap(entries);
  }

  /** The keys changed since the last call, removed ones included. */
  Set<String> takeChanged() {
    Set<String> taken = Set.copyOf(changed);
    changed.clear();
    return taken;
  }
}
