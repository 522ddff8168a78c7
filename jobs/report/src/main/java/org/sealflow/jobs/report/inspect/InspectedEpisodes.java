package org.sealflow.jobs.report.inspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.report.page.EpisodeTaker;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * The episodes an inspector shows. What is listed and searched stays in memory, bounded by {@link
 * InspectorLimits}; events stand in a temporary file, from which an episode is executed again when
 * it is opened. Filled by one thread, first {@link #add}, then {@link #events}, then {@link
 * #complete}; thread-safe from then on.
 */
public final class InspectedEpisodes implements EpisodeTaker, AutoCloseable {
  private static final int MOST_AT_ONCE = 500;
  private static final int MOST_FACET_VALUES = 300;
  private static final int MOST_SIBLINGS = 50;
  private static final int MOST_SIDE_BY_SIDE = 8;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final TaskFolder folder;
  private final InspectorLimits limits;
  private final Map<String, Task> tasks = new HashMap<>();
  private final List<InspectedEntry> entries = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final Map<Integer, EpisodeFile.Span> spans = new HashMap<>();
  private final Map<String, List<Integer>> byTask = new HashMap<>();
  private final RankedCauses causes = new RankedCauses();
  private final EpisodeFile file;
  private int[] order = new int[0];
  private ArrayNode runs = NODES.arrayNode();
  private ObjectNode facets = NODES.objectNode();
  private long offered;
  private long textsCut;

  /**
   * No episode yet.
   *
   * @param folder the tasks that were played
   * @throws IOException if there is no room for a temporary file
   */
  public InspectedEpisodes(TaskFolder folder, InspectorLimits limits) throws IOException {
    this.folder = folder;
    this.limits = limits;
    for (TaskRecord record : folder.records()) {
      Task task = record.getTask();
      if (task != null) {
        tasks.put(task.getTaskId(), task);
      }
    }
    file = new EpisodeFile();
  }

  @Override
  public void add(String id, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    offered++;
    int position = entries.size();
    causes.add(position, turns, episode);
    if (position >= limits.episodes()) {
      return;
    }
    InspectedEntry entry = InspectedEntry.of(position, turns, episode, limits.searchedCharacters());
    entries.add(entry);
    RecordedSource source = episode.getSource();
    keys.add(
        source == null || source.getRecordId().isEmpty()
            ? episode.getTaskId()
            : source.getRecordId());
    positions.put(id, position);
    byTask.computeIfAbsent(episode.getTaskId(), begun -> new ArrayList<>()).add(position);
  }

  /** Whether the events of an episode are wanted. */
  public boolean wants(String id) {
    return positions.containsKey(id);
  }

  /** Keeps the events of an episode that is wanted, from its start to its end, in order. */
  public void events(String id, List<TrajectoryEvent> events) {
    Integer position = positions.get(id);
    if (position != null) {
      spans.put(position, file.append(events));
      addWords(entries.get(position), events);
    }
  }

  private void addWords(InspectedEntry entry, List<TrajectoryEvent> events) {
    Task task = tasks.get(entry.values(EpisodeFacet.TASK).get(0));
    if (task != null) {
      for (TaskTurn turn : task.getTurns()) {
        turn.getMessages()
            .forEach(said -> entry.addText(said.getContent(), limits.searchedCharacters()));
      }
    }
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      if (step != null && step.getText() != null) {
        entry.addText(step.getText(), limits.searchedCharacters());
      }
    }
  }

  /** All episodes are there. */
  public void complete() {
    textsCut = entries.stream().filter(InspectedEntry::textIsCut).count();
    runs = new RunChanges(entries, keys).node();
    order =
        IntStream.range(0, entries.size())
            .boxed()
            .sorted(Comparator.comparing(at -> entries.get(at).verdict() == Verdict.PASSED ? 1 : 0))
            .mapToInt(Integer::intValue)
            .toArray();
    facets = facetCounts();
    positions.clear();
    keys.clear();
  }

  private ObjectNode facetCounts() {
    ObjectNode node = NODES.objectNode();
    for (EpisodeFacet facet : EpisodeFacet.values()) {
      if (facet == EpisodeFacet.TASK) {
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

  /** Number of episodes that can be looked into. */
  public int size() {
    return entries.size();
  }

  /** Number of episodes that were left out for want of room. */
  public long leftOut() {
    return offered - entries.size();
  }

  /** Causes, runs, the values of facets, and what is left out. */
  public ObjectNode overview() {
    ObjectNode node = NODES.objectNode();
    node.put("episodes", entries.size());
    node.put("leftOut", leftOut());
    node.put("textsCut", textsCut);
    node.put("searchedCharacters", limits.searchedCharacters());
    node.set("causes", causes.node());
    node.set("runs", runs);
    node.set("facets", facets);
    return node;
  }

  /**
   * The lines of the episodes that a filter leaves, failed ones first.
   *
   * @param from how many of them to leave out
   * @param most how many to give, at most 500
   * @throws IllegalArgumentException if a number is out of range
   */
  public ObjectNode list(EpisodeFilter filter, int from, int most) {
    if (from < 0 || most < 0 || most > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "from is %d and most is %d, expected at least 0 and at most %d"
              .formatted(from, most, MOST_AT_ONCE));
    }
    ObjectNode node = NODES.objectNode();
    ArrayNode lines = node.putArray("lines");
    int matches = 0;
    for (int at : order) {
      InspectedEntry entry = entries.get(at);
      if (filter.leaves(entry)) {
        if (matches >= from && lines.size() < most) {
          lines.addRawValue(new RawValue(entry.line()));
        }
        matches++;
      }
    }
    return node.put("matches", matches).put("episodes", entries.size());
  }

  /** Whether there is an episode at this position. */
  public boolean holds(int position) {
    return position >= 0 && position < entries.size();
  }

  /**
   * An episode, executed again.
   *
   * @param position of those that {@link #holds} knows
   * @throws RuntimeException if it cannot be executed
   */
  public ObjectNode episode(int position) {
    List<TrajectoryEvent> events = events(position);
    Task task = task(events);
    EpisodePlay.Played played = EpisodePlay.of(ready(task), events);
    InspectedEntry entry = entries.get(position);
    played.episode().setRepair(entry.repair());
    played.episode().setModelName(entry.values(EpisodeFacet.MODEL).get(0));
    ObjectNode node = EpisodeView.of(position, played, events, task);
    ((ObjectNode) node.path("entry")).put("run", entry.values(EpisodeFacet.RUN).get(0));
    node.set("calls", WhatIf.recorded(events).node());
    node.set("groundTruth", EpisodeView.groundTruth(task, node));
    node.set("siblings", siblings(position, task.getTaskId()));
    return node;
  }

  private ArrayNode siblings(int position, String taskId) {
    ArrayNode all = NODES.arrayNode();
    byTask.getOrDefault(taskId, List.of()).stream()
        .filter(other -> other != position)
        .limit(MOST_SIBLINGS)
        .forEach(other -> all.addRawValue(new RawValue(entries.get(other).line())));
    return all;
  }

  /**
   * The first eight episodes of a task side by side, executed again.
   *
   * @throws RuntimeException if one cannot be executed
   */
  public ObjectNode group(String taskId) {
    List<Integer> all = byTask.getOrDefault(taskId, List.of());
    GroupView group = new GroupView();
    for (int position : all.subList(0, Math.min(all.size(), MOST_SIDE_BY_SIDE))) {
      List<TrajectoryEvent> events = events(position);
      group.add(entries.get(position), EpisodePlay.of(ready(task(events)), events).turns());
    }
    return group.node().put("task", taskId).put("episodes", all.size());
  }

  /**
   * An episode with other calls, executed anew from the beginning.
   *
   * @throws IllegalArgumentException if it has more turns than its task
   * @throws RuntimeException if it cannot be executed
   */
  public ObjectNode whatIf(int position, WhatIf edited) {
    List<TrajectoryEvent> recorded = events(position);
    Task task = task(recorded);
    if (edited.turns().size() > task.getTurns().size()) {
      throw new IllegalArgumentException(
          "the episode has %d turns, expected at most the task's %d"
              .formatted(edited.turns().size(), task.getTurns().size()));
    }
    List<TrajectoryEvent> events = edited.applied(recorded);
    EpisodePlay.Played played = EpisodePlay.of(ready(task), events);
    String model = entries.get(position).values(EpisodeFacet.MODEL).get(0);
    played.episode().setModelName(model);
    EpisodeStarted header = requireNonNull(recorded.get(0).getEpisodeStarted());
    ObjectNode node = EpisodeView.of(position, played, events, task);
    node.set("calls", edited.node());
    node.put("recording", edited.recording(header, model).toString());
    return node;
  }

  /** The record and the task of an episode, for notes. */
  public ObjectNode named(int position) {
    EpisodeStarted started = requireNonNull(events(position).get(0).getEpisodeStarted());
    RecordedSource source = started.getSource();
    ObjectNode node = NODES.objectNode().put("task", started.getTaskId());
    node.put("record", source == null ? "" : source.getRecordId());
    return node.put("run", source == null ? "live" : source.getFile());
  }

  private List<TrajectoryEvent> events(int position) {
    EpisodeFile.@Nullable Span span = spans.get(position);
    if (span == null) {
      throw new IllegalStateException("the events of the episode were not found in its file");
    }
    return file.read(span);
  }

  private Task task(List<TrajectoryEvent> events) {
    EpisodeStarted started = requireNonNull(events.get(0).getEpisodeStarted());
    Task task = tasks.get(started.getTaskId());
    if (task == null) {
      throw new IllegalStateException("task " + started.getTaskId() + " is not known");
    }
    return task;
  }

  private ReadyTask ready(Task task) {
    synchronized (folder) {
      return folder.ready(task.getTaskId());
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
