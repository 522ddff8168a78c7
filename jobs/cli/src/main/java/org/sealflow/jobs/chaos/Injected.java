package org.sealflow.jobs.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The records that faults put among the trajectories of a round. */
final class Injected {
  private final Map<String, String> copies = new HashMap<>();
  private final Set<String> hostile = new HashSet<>();
  private final Set<String> unreadable = new HashSet<>();

  /**
   * Notes an episode that holds the events of another, in any order.
   *
   * @param original the episode that was copied
   */
  void copy(String episode, String original) {
    copies.put(episode, original);
  }

  /** Notes an episode of hostile content. */
  void hostile(String episode) {
    hostile.add(episode);
  }

  /** Notes a record that cannot be read. */
  void unreadable(int partition, long offset) {
    unreadable.add(position(partition, offset));
  }

  /** Which episode each copy was made of. */
  Map<String, String> copies() {
    return Map.copyOf(copies);
  }

  /** Positions, as {@link #position} writes them, of records that must become failures. */
  Set<String> unreadable() {
    return Set.copyOf(unreadable);
  }

  /** Whether an episode is none that was planned. */
  boolean holds(String episode) {
    return copies.containsKey(episode) || hostile.contains(episode);
  }

  /** Whether an episode has hostile content: it may become a failure. */
  boolean isHostile(String episode) {
    return hostile.contains(episode);
  }

  /** A place in the topic. */
  static String position(int partition, long offset) {
    return partition + ":" + offset;
  }
}
