package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.sealflow.schemas.Verdict;

/**
 * What is known of all episodes without executing them: found by facets and texts, counted by them.
 * Guarded by its owner's lock.
 */
final class EpisodeIndex {
  private static final int MOST_FACET_VALUES = 300;
  private static final Set<EpisodeFacet> NOT_COUNTED =
      Set.of(EpisodeFacet.TASK, EpisodeFacet.GROUP);

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final EpisodeTexts texts;
  private final InspectedTasks tasks;
  private final List<InspectedEntry> entries = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<EpisodeFacet, Map<String, List<Integer>>> places = new HashMap<>();
  private int[] order = new int[0];
  private ArrayNode runs = NODES.arrayNode();
  private ObjectNode facets = NODES.objectNode();

  EpisodeIndex(EpisodeTexts texts, InspectedTasks tasks) {
    this.texts = texts;
    this.tasks = tasks;
    NOT_COUNTED.forEach(facet -> places.put(facet, new HashMap<>()));
  }

  /**
   * Adds an episode.
   *
   * @param key what makes it the same as an episode of another run
   */
  void add(InspectedEntry entry, String key) {
    int position = entries.size();
    entries.add(entry);
    keys.add(key);
    places.forEach(
        (facet, known) ->
            entry
                .values(facet)
                .forEach(
                    value ->
                        known.computeIfAbsent(value, first -> new ArrayList<>()).add(position)));
  }

  /** Finds out what depends on more than one episode, and what the learner made of each. */
  void refresh(LearnerRecords learner) {
    for (InspectedEntry entry : entries) {
      List<String> group = entry.values(EpisodeFacet.GROUP);
      entry.set(EpisodeFacet.LEARNER, group.isEmpty() ? null : learner.outcome(group.get(0)));
    }
    runs = new RunChanges(entries, keys).node();
    times();
    order =
        IntStream.range(0, entries.size())
            .boxed()
            .sorted(Comparator.comparing(at -> entries.get(at).verdict() == Verdict.PASSED ? 1 : 0))
            .mapToInt(Integer::intValue)
            .toArray();
    facets = facetCounts();
  }

  private void times() {
    LongSummaryStatistics ends =
        entries.stream()
            .mapToLong(InspectedEntry::endedAt)
            .filter(time -> time != InspectedEntry.NO_TIME)
            .summaryStatistics();
    TimeSteps steps = ends.getCount() == 0 ? null : TimeSteps.between(ends.getMin(), ends.getMax());
    for (InspectedEntry entry : entries) {
      boolean unknown = entry.endedAt() == InspectedEntry.NO_TIME;
      entry.set(EpisodeFacet.TIME, steps == null || unknown ? null : steps.of(entry.endedAt()));
    }
  }

  private ObjectNode facetCounts() {
    ObjectNode node = NODES.objectNode();
    for (EpisodeFacet facet : EpisodeFacet.values()) {
      if (NOT_COUNTED.contains(facet)) {
        continue;
      }
      Map<String, Integer> counts = new HashMap<>();
      entries.forEach(
          entry -> entry.values(facet).forEach(value -> counts.merge(value, 1, Integer::sum)));
      ArrayNode values = node.putArray(facet.key());
      counts.entrySet().stream()
          .sorted(
              Map.Entry.<String, Integer>comparingByValue()
                  .reversed()
                  .thenComparing(Map.Entry.comparingByKey()))
          .limit(MOST_FACET_VALUES)
          .forEach(
              each ->
                  values.addObject().put("value", each.getKey()).put("episodes", each.getValue()));
    }
    return node;
  }

  int size() {
    return entries.size();
  }

  InspectedEntry entry(int position) {
    return entries.get(position);
  }

  /** The positions of a task's or a group's episodes, in order. */
  List<Integer> places(EpisodeFacet facet, String value) {
    return places.getOrDefault(facet, Map.of()).getOrDefault(value, List.of());
  }

  /** Whether there are groups of more than one episode. */
  boolean hasGroups() {
    return !places.getOrDefault(EpisodeFacet.GROUP, Map.of()).isEmpty();
  }

  /** The positions of all episodes, failed ones first. */
  int[] order() {
    return order.clone();
  }

  ArrayNode runs() {
    return runs;
  }

  ObjectNode facets() {
    return facets;
  }

  /** The lines of the episodes that a filter leaves, failed ones first, and how many they are. */
  ObjectNode list(EpisodeFilter filter, int from, int most) {
    int[] found = found(filter);
    ObjectNode node = NODES.objectNode();
    ArrayNode lines = node.putArray("lines");
    IntStream.of(found)
        .skip(from)
        .limit(most)
        .forEach(at -> lines.addRawValue(new RawValue(entries.get(at).line())));
    return node.put("matches", found.length).put("episodes", entries.size());
  }

  /**
   * The episodes that a filter leaves: {@code causes} of their failures, and {@code facets}, where
   * they are counted by the values of each.
   */
  ObjectNode breakdown(EpisodeFilter filter, List<EpisodeFacet> facets) {
    int[] found = found(filter);
    RankedCauses causes = new RankedCauses();
    ArrayNode counted = NODES.arrayNode();
    for (int at : found) {
      FailedEpisode failed = entries.get(at).failed();
      if (failed != null) {
        causes.add(failed);
      }
    }
    facets.parallelStream()
        .map(facet -> counted(facet, found))
        .toList()
        .forEach(breakdown -> counted.add(breakdown.node()));
    ObjectNode node = NODES.objectNode().put("episodes", found.length);
    node.set("causes", causes.node());
    node.set("facets", counted);
    return node;
  }

  private Breakdown counted(EpisodeFacet facet, int[] found) {
    Breakdown breakdown = new Breakdown(facet);
    IntStream.of(found).mapToObj(entries::get).forEach(breakdown::add);
    return breakdown;
  }

  private int[] found(EpisodeFilter filter) {
    int[] left = IntStream.of(order).filter(at -> filter.leaves(entries.get(at))).toArray();
    for (String word : filter.words()) {
      BitSet holding = holding(word, left);
      left = IntStream.of(left).filter(holding::get).toArray();
    }
    return left;
  }

  private BitSet holding(String word, int[] candidates) {
    EpisodeTexts.Needle needle = EpisodeTexts.Needle.of(word);
    Set<String> saying = new HashSet<>(tasks.saying(word));
    BitSet holding = new BitSet(entries.size());
    IntStream.of(candidates)
        .parallel()
        .filter(at -> holds(entries.get(at), needle, saying))
        .boxed()
        .toList()
        .forEach(holding::set);
    return holding;
  }

  private boolean holds(InspectedEntry entry, EpisodeTexts.Needle needle, Set<String> saying) {
    return saying.contains(entry.values(EpisodeFacet.TASK).get(0))
        || entry.texts().stream().anyMatch(place -> texts.holds(place, needle));
  }
}
