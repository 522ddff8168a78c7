package org.sealflow.learn.batch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a batch has come.
 *
 * @param statuses what became of each planned group, by group id in ascending order
 * @param complete the complete groups, by group id; empty as long as any group waits, and if all
 *     were dropped: such a batch is settled too, and the version rises without a step
 */
public record SettledGroups(Map<String, GroupStatus> statuses, List<TakenGroup> complete) {
  /** Copies. */
  public SettledGroups {
    statuses = Collections.unmodifiableMap(new TreeMap<>(statuses));
    complete = List.copyOf(complete);
  }

  /** Whether every group has settled. */
  public boolean isSettled() {
    return statuses.values().stream().allMatch(GroupStatus::isSettled);
  }

  /** The groups of a status, by id. */
  public List<String> groups(GroupStatus status) {
    return statuses.entrySet().stream()
        .filter(entry -> entry.getValue() == status)
        .map(Map.Entry::getKey)
        .toList();
  }
}
