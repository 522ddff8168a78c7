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

  /** With one more ended episode of a group. */
  BatchProgress end(String groupId) {
    Map<String, Integer> next = new HashMap<>(ended);
    next.merge(groupId, 1, Integer::sum);
    return new BatchProgress(planned, next);
  }

  /** Whether all episodes of all planned groups have ended. */
  boolean isSettled() {
    return !planned.isEmpty()
        && planned.entrySet().stream()
            .allMatch(group -> ended.getOrDefault(group.getKey(), 0) >= group.getValue());
  }
}
