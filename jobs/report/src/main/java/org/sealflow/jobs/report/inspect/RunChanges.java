package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Verdict;

/**
 * Which verdicts changed between runs. A run is a file; episodes of two runs are the same if their
 * records have one id, or, for records without, their tasks are one. A run is compared with the
 * first one.
 */
final class RunChanges {
  private final Map<String, Counter> runs = new LinkedHashMap<>();
  private final Map<String, InspectedEntry> first = new HashMap<>();

  private static final class Counter {
    private long episodes;
    private long passed;
    private final Map<String, Long> changed = new LinkedHashMap<>();
  }

  RunChanges(List<InspectedEntry> entries, List<String> keys) {
    for (int at = 0; at < entries.size(); at++) {
      InspectedEntry entry = entries.get(at);
      Counter counter =
          runs.computeIfAbsent(entry.values(EpisodeFacet.RUN).get(0), begun -> new Counter());
      counter.episodes++;
      counter.passed += entry.verdict() == Verdict.PASSED ? 1 : 0;
      if (runs.size() == 1) {
        first.putIfAbsent(keys.get(at), entry);
      } else {
        String changed = changed(first.get(keys.get(at)), entry);
        counter.changed.merge(changed, 1L, Long::sum);
        entry.set(EpisodeFacet.CHANGED, changed);
      }
    }
  }

  private static String changed(@Nullable InspectedEntry before, InspectedEntry now) {
    if (before == null) {
      return "unmatched";
    }
    boolean passed = before.verdict() == Verdict.PASSED;
    boolean passes = now.verdict() == Verdict.PASSED;
    if (passed == passes) {
      return "same";
    }
    return passes ? "fixed" : "broken";
  }

  /** The runs with their counts. */
  ArrayNode node() {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    runs.forEach(
        (run, counter) -> {
          ObjectNode row = rows.addObject().put("run", run);
          row.put("episodes", counter.episodes).put("passed", counter.passed);
          ObjectNode changed = row.putObject("changed");
          counter.changed.forEach(changed::put);
        });
    return rows;
  }
}
