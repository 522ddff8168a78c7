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
    // Episodes of runs that go on at the same time arrive in turn, so the first run comes first.
    for (int at = 0; at < entries.size(); at++) {
      InspectedEntry entry = entries.get(at);
      count(entry);
      if (isOfFirstRun(entry, entries)) {
        first.putIfAbsent(keys.get(at), entry);
      }
    }
    for (int at = 0; at < entries.size(); at++) {
      InspectedEntry entry = entries.get(at);
      if (!isOfFirstRun(entry, entries)) {
        compare(first.get(keys.get(at)), entry);
      }
    }
  }

  private static boolean isOfFirstRun(InspectedEntry entry, List<InspectedEntry> entries) {
    return run(entry).equals(run(entries.get(0)));
  }

  private static String run(InspectedEntry entry) {
    return entry.values(EpisodeFacet.RUN).get(0);
  }

  private void count(InspectedEntry entry) {
    Counter counter = counter(entry);
    counter.episodes++;
    counter.passed += entry.verdict() == Verdict.PASSED ? 1 : 0;
  }

  private Counter counter(InspectedEntry entry) {
    return runs.computeIfAbsent(run(entry), begun -> new Counter());
  }

  private void compare(@Nullable InspectedEntry before, InspectedEntry now) {
    String changed = changed(before, now);
    counter(now).changed.merge(changed, 1L, Long::sum);
    now.set(EpisodeFacet.CHANGED, changed);
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
