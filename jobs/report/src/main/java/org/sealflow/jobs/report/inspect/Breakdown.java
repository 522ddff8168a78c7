package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.jobs.report.summary.Proportion;
import org.sealflow.jobs.report.summary.SummaryJson;

/** Episodes counted by the values of a facet: how many there are, and how many of them pass. */
final class Breakdown {
  private static final int MOST_VALUES = 300;

  private final EpisodeFacet by;
  private final Map<String, Counter> counters = new HashMap<>();

  /** A line of a chart: training and evaluation episodes are drawn apart. */
  private record Line(String run, String mode) {
    static Line of(InspectedEntry entry) {
      return new Line(
          entry.values(EpisodeFacet.RUN).get(0), entry.values(EpisodeFacet.MODE).get(0));
    }
  }

  private static final class Counter {
    private int episodes;
    private int passed;
    private int failed;
    private final Map<Line, Counter> lines = new LinkedHashMap<>();

    void add(InspectedEntry entry) {
      episodes++;
      switch (entry.verdict()) {
        case PASSED -> passed++;
        case POLICY_FAILED -> failed++;
        case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE, UNJUDGED -> {}
      }
    }

    /** Whether samples of the same kind end both ways, of which most is to be learned. */
    boolean isMixed() {
      return passed > 0 && failed > 0;
    }

    ObjectNode write(ObjectNode node) {
      node.put("episodes", episodes).put("failed", failed);
      node.set("passed", SummaryJson.share(new Proportion(passed, passed + failed)));
      return node;
    }
  }

  /** Nothing counted yet; a series is counted by run and mode too. */
  Breakdown(EpisodeFacet by) {
    this.by = by;
  }

  void add(InspectedEntry entry) {
    for (String value : entry.values(by)) {
      Counter counter = counters.computeIfAbsent(value, first -> new Counter());
      counter.add(entry);
      if (isSeries()) {
        counter.lines.computeIfAbsent(Line.of(entry), first -> new Counter()).add(entry);
      }
    }
  }

  /**
   * The values: versions and times in their order, groups and tasks that end both ways first, else
   * those that fail most first.
   */
  ObjectNode node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("by", by.key());
    ArrayNode rows = node.putArray("rows");
    List<Map.Entry<String, Counter>> sorted = counters.entrySet().stream().sorted(order()).toList();
    // Of a long series the newest values are wanted, of others the first ones.
    int leftOut = Math.max(0, sorted.size() - MOST_VALUES);
    int from = isSeries() ? leftOut : 0;
    for (Map.Entry<String, Counter> each :
        sorted.subList(from, from + Math.min(sorted.size(), MOST_VALUES))) {
      ObjectNode row = each.getValue().write(rows.addObject().put("value", each.getKey()));
      if (isSeries()) {
        ArrayNode lines = row.putArray("lines");
        each.getValue()
            .lines
            .forEach(
                (line, counter) ->
                    counter.write(lines.addObject().put("run", line.run).put("mode", line.mode)));
      }
    }
    return node.put("leftOut", leftOut);
  }

  private boolean isSeries() {
    return by == EpisodeFacet.VERSION || by == EpisodeFacet.TIME;
  }

  private Comparator<Map.Entry<String, Counter>> order() {
    return switch (by) {
      case VERSION -> Comparator.comparingLong(each -> Long.parseLong(each.getKey()));
      case TIME -> Map.Entry.comparingByKey();
      case GROUP, TASK ->
          Comparator.comparing((Map.Entry<String, Counter> each) -> !each.getValue().isMixed())
              .thenComparing(mostFailed());
      default -> mostFailed();
    };
  }

  private static Comparator<Map.Entry<String, Counter>> mostFailed() {
    return Comparator.comparingInt((Map.Entry<String, Counter> each) -> -each.getValue().failed)
        .thenComparingInt(each -> -each.getValue().episodes)
        .thenComparing(Map.Entry.comparingByKey());
  }
}
