package org.sealflow.capability;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.schemas.PlannedGroup;

/**
 * The progress of a batch. Its episodes may end before its plan is known.
 *
 * @param planned size by id of each planned group; empty before the plan is known
 * @param ended by id of a group, how many of its episodes have ended
 */
public record BatchProgress(Map<String, Integer> planned, Map<String, Integer> ended) {
  static final BatchProgress BEGIN = new BatchProgress(Map.of(), Map.of());

  /** With its plan; the same once more changes nothing. */
  BatchProgress plan(List<PlannedGroup> groups) {
    Map<String, Integer> sizes = new HashMap<>();
    groups.forEach(group -> sizes.put(group.getGroupId(), group.getSize()));
    return new BatchProgress(sizes, ended);
  }

  /** With more ended episodes, by id of their group. */
  BatchProgress end(Map<String, Integer> more) {
    Map<String, Integer> next = new HashMap<>(ended);
    more.forEach((group, count) -> next.merge(group, count, Integer::sum));
    return new BatchProgress(planned, next);
  }

  /** Whether all episodes of all planned groups have ended. */
  boolean isSettled() {
    return !planned.isEmpty()
        && planned.entrySet().stream()
            .allMatch(group -> ended.getOrDefault(group.getKey(), 0) >= group.getValue());
  }
}
