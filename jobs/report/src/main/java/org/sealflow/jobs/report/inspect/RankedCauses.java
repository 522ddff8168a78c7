package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.summary.Proportion;
import org.sealflow.jobs.report.summary.SummaryJson;

/** Why episodes fail, the cause whose commonest repair makes most of them pass first. */
final class RankedCauses {
  private static final int MOST_CAUSES = 500;
  private static final int MOST_REPAIRS = 200;

  private final Map<String, Counter> causes = new LinkedHashMap<>();
  private long failed;
  private long leftOut;

  /** A repair and the episodes that it makes pass. */
  private record Worth(String repair, long episodes) {}

  private static final class Counter {
    private long episodes;
    private long alone;
    private @Nullable FailedEpisode example;
    private final Map<String, Long> repairs = new LinkedHashMap<>();
    private final Map<String, FailedEpisode> repaired = new LinkedHashMap<>();

    Worth worth() {
      return repairs.entrySet().stream()
          .max(Map.Entry.comparingByValue())
          .map(most -> new Worth(most.getKey(), most.getValue()))
          .orElse(new Worth("", 0));
    }
  }

  /** Counts a failed episode. */
  void add(FailedEpisode episode) {
    failed++;
    if (!causes.containsKey(episode.cause()) && causes.size() >= MOST_CAUSES) {
      leftOut++;
      return;
    }
    Counter counter = causes.computeIfAbsent(episode.cause(), first -> new Counter());
    if (counter.episodes == 0) {
      counter.example = episode;
    }
    counter.episodes++;
    counter.alone += episode.alone() ? 1 : 0;
    String repair = episode.repair();
    if (repair != null
        && (counter.repairs.containsKey(repair) || counter.repairs.size() < MOST_REPAIRS)) {
      counter.repairs.merge(repair, 1L, Long::sum);
      counter.repaired.putIfAbsent(repair, episode);
    }
  }

  /** The causes and the failed episodes of causes for which there was no counter left. */
  ObjectNode node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("failed", failed);
    node.put("leftOut", leftOut);
    ArrayNode rows = node.putArray("rows");
    causes.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<String, Counter> each) -> -each.getValue().worth().episodes())
                .thenComparingLong(each -> -each.getValue().episodes))
        .forEach(each -> row(rows.addObject(), each.getKey(), each.getValue()));
    return node;
  }

  private void row(ObjectNode row, String cause, Counter counter) {
    Worth worth = counter.worth();
    row.put("cause", cause);
    row.set("episodes", SummaryJson.share(new Proportion(counter.episodes, failed)));
    row.put("wouldPass", counter.alone);
    row.put("repair", worth.repair());
    row.put("worth", worth.episodes());
    FailedEpisode example = counter.repaired.getOrDefault(worth.repair(), counter.example);
    if (example != null) {
      row.put("example", example.position());
      row.put("exampleText", example.example());
    }
  }
}
