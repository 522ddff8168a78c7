package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.summary.Cause;
import org.sealflow.jobs.report.summary.Proportion;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

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
    private int example;
    private String exampleText = "";
    private final Map<String, Long> repairs = new LinkedHashMap<>();
    private final Map<String, Integer> repaired = new LinkedHashMap<>();

    Worth worth() {
      return repairs.entrySet().stream()
          .max(Map.Entry.comparingByValue())
          .map(most -> new Worth(most.getKey(), most.getValue()))
          .orElse(new Worth("", 0));
    }
  }

  /** Counts an episode. */
  void add(int position, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    if (episode.getVerdict() != Verdict.POLICY_FAILED) {
      return;
    }
    failed++;
    Cause cause = Cause.of(turns, episode);
    String name = cause == null ? "unknown" : cause.text();
    if (!causes.containsKey(name) && causes.size() >= MOST_CAUSES) {
      leftOut++;
      return;
    }
    Counter counter = causes.computeIfAbsent(name, first -> new Counter());
    if (counter.episodes == 0) {
      counter.example = position;
      counter.exampleText = Cause.example(turns, episode);
    }
    counter.episodes++;
    counter.alone += Cause.isAlone(turns, episode) ? 1 : 0;
    count(position, episode.getRepair(), counter);
  }

  private static void count(int position, @Nullable Repair repair, Counter counter) {
    if (repair == null || repair.getOutcome() != RepairOutcome.FOUND) {
      return;
    }
    String words = RepairWords.of(repair);
    if (counter.repairs.containsKey(words) || counter.repairs.size() < MOST_REPAIRS) {
      counter.repairs.merge(words, 1L, Long::sum);
      counter.repaired.putIfAbsent(words, position);
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
    row.put("example", counter.repaired.getOrDefault(worth.repair(), counter.example));
    row.put("exampleText", counter.exampleText);
  }
}
