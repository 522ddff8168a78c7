package org.sealflow.jobs.report.inspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.page.EpisodeTaker;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.UserStep;
import org.sealflow.schemas.Verdict;
import org.sealflow.verify.RepairSearch;

/**
 * The episodes an inspector shows. What is listed stays in memory, as many as were asked for;
 * events and texts stand in temporary files, and an episode is executed again when it is opened.
 * Recordings are filled in by one thread, first {@link #add}, then {@link #events}, then {@link
 * #complete}; live episodes by {@link #play} at any time. Thread-safe.
 */
public final class InspectedEpisodes implements EpisodeTaker, AutoCloseable {
  /** Most episodes to look into, unless another number is asked for: about 2 KiB each. */
  public static final int USUALLY_MOST = 200_000;

  private static final int MOST_AT_ONCE = 500;
  private static final int MOST_SIBLINGS = 50;
  private static final int MOST_SIDE_BY_SIDE = 8;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final LearnerRecords learner;
  private final int most;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Map<String, Integer> positions = new HashMap<>();
  private final RankedCauses causes = new RankedCauses();
  private final ExecutedEpisodes executed;
  private final EpisodeTexts texts;
  private final EpisodeIndex index;
  private long offered;
  private volatile boolean stale;

  /**
   * No episode yet.
   *
   * @param tasks the tasks that were played
   * @param learner what a learner made of the episodes
   * @param most most episodes to look into, at least 1; those after them are counted and left out
   * @throws IOException if there is no room for temporary files
   */
  public InspectedEpisodes(InspectedTasks tasks, LearnerRecords learner, int most)
      throws IOException {
    if (most < 1) {
      throw new IllegalArgumentException("at least 1 episode, not " + most);
    }
    this.learner = learner;
    this.most = most;
    executed = new ExecutedEpisodes(tasks, learner);
    texts = new EpisodeTexts();
    index = new EpisodeIndex(texts, tasks);
  }

  @Override
  public void add(String id, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    locked(
        lock.writeLock(),
        () -> {
          int position = add(null, key(id, episode), turns, episode);
          if (position >= 0) {
            positions.put(id, position);
          }
        });
  }

  /** What makes an episode the same as one of another run: its record's name, else its task. */
  private static String key(String id, EpisodeDiagnosis episode) {
    RecordedSource source = episode.getSource();
    String record = source == null ? "" : source.getRecordId();
    return record.isEmpty() || record.equals(id)
        ? episode.getTaskId() + "/" + episode.getSampleIndex()
        : record;
  }

  /** Adds an episode and returns its position, -1 if there is no room for it. */
  private int add(
      @Nullable String run, String key, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    offered++;
    boolean room = index.size() < most;
    int position = room ? index.size() : -1;
    InspectedEntry entry = InspectedEntry.of(position, run, turns, episode);
    FailedEpisode failed = entry.failed();
    if (failed != null) {
      causes.add(failed);
    }
    if (room) {
      entry.addText(texts.append(InspectedEntry.text(turns, episode)));
      index.add(entry, key);
    }
    return position;
  }

  /** Whether the events of an episode are wanted. */
  public boolean wants(String id) {
    return locked(lock.readLock(), () -> positions.containsKey(id));
  }

  /** Keeps the events of an episode that is wanted, from its start to its end, in order. */
  public void events(String id, List<TrajectoryEvent> events) {
    locked(
        lock.writeLock(),
        () -> {
          Integer position = positions.get(id);
          if (position != null) {
            keep(position, events);
          }
        });
  }

  private void keep(int position, List<TrajectoryEvent> events) {
    executed.keep(position, events);
    StringBuilder said = new StringBuilder();
    for (TrajectoryEvent event : events) {
      UserStep user = event.getUserStep();
      if (user != null && user.getText() != null) {
        said.append(user.getText()).append('\n');
      }
      AssistantStep step = event.getAssistantStep();
      if (step != null && step.getText() != null && !step.getText().isEmpty()) {
        said.append(step.getText()).append('\n');
      }
    }
    if (!said.isEmpty()) {
      index.entry(position).addText(texts.append(said.toString()));
    }
  }

  /**
   * Executes an episode, which is diagnosed so, and adds it.
   *
   * @param part of its run, such as the name of an evaluation: episodes of two runs are the same if
   *     part, task and place in the group are
   * @param events from its start to its end, in order
   * @param repairs the search for a repair; null for none
   * @return its diagnosis
   * @throws RuntimeException if it cannot be executed
   */
  public EpisodePlay.Played play(
      String run, String part, List<TrajectoryEvent> events, @Nullable RepairSearch repairs) {
    EpisodePlay.Played played = executed.play(events, repairs);
    locked(
        lock.writeLock(),
        () -> {
          EpisodeDiagnosis episode = played.episode();
          String key = part + "/" + episode.getTaskId() + "/" + episode.getSampleIndex();
          int position = add(run, key, played.turns(), episode);
          if (position >= 0) {
            keep(position, events);
          }
          stale = true;
        });
    return played;
  }

  /** More is known of the episodes: the next overview tells it. */
  public void outdated() {
    stale = true;
  }

  /** All recorded episodes are there. */
  public void complete() {
    locked(
        lock.writeLock(),
        () -> {
          stale = false;
          index.refresh(learner);
          positions.clear();
        });
  }

  /** Number of episodes that can be looked into. */
  public int size() {
    return locked(lock.readLock(), index::size);
  }

  /** Number of episodes that were left out for want of room. */
  public long leftOut() {
    return locked(lock.readLock(), () -> offered - index.size());
  }

  /** Causes, runs, the values of facets, and what is left out; from then on lists hold the same. */
  public ObjectNode overview() {
    if (stale) {
      complete();
    }
    return locked(
        lock.readLock(),
        () -> {
          ObjectNode node = NODES.objectNode();
          node.put("episodes", index.size());
          node.put("leftOut", offered - index.size());
          node.put("groups", index.hasGroups());
          node.set("causes", causes.node());
          node.set("runs", index.runs());
          node.set("facets", index.facets());
          return node;
        });
  }

  /**
   * The lines of the episodes that a filter leaves, failed ones first.
   *
   * @param from how many of them to leave out
   * @param count how many to give, at most 500
   * @throws IllegalArgumentException if a number is out of range
   */
  public ObjectNode list(EpisodeFilter filter, int from, int count) {
    if (from < 0 || count < 0 || count > MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "from is %d and most is %d, expected at least 0 and at most %d"
              .formatted(from, count, MOST_AT_ONCE));
    }
    return locked(lock.readLock(), () -> index.list(filter, from, count));
  }

  /** The episodes that a filter leaves, counted by the values of each facet. */
  public ObjectNode breakdown(EpisodeFilter filter, List<EpisodeFacet> facets) {
    return locked(lock.readLock(), () -> index.breakdown(filter, facets));
  }

  /** The positions of all episodes, failed ones first. */
  int[] failedFirst() {
    return locked(lock.readLock(), index::order);
  }

  /** An episode's line with what it is filtered by, and how it failed. */
  ObjectNode line(int position) {
    return entry(position).node();
  }

  /** Whether there is an episode at this position. */
  public boolean holds(int position) {
    return position >= 0 && position < size();
  }

  private InspectedEntry entry(int position) {
    return locked(lock.readLock(), () -> index.entry(position));
  }

  /**
   * An episode, executed again.
   *
   * @param position of those that {@link #holds} knows
   * @throws RuntimeException if it cannot be executed
   */
  public ObjectNode episode(int position) {
    InspectedEntry entry = entry(position);
    ObjectNode node = executed.episode(position, entry);
    node.set("siblings", siblings(position, entry.values(EpisodeFacet.TASK).get(0)));
    return node;
  }

  private ArrayNode siblings(int position, String taskId) {
    return locked(
        lock.readLock(),
        () -> {
          ArrayNode all = NODES.arrayNode();
          index.places(EpisodeFacet.TASK, taskId).stream()
              .filter(other -> other != position)
              .limit(MOST_SIBLINGS)
              .forEach(other -> all.addRawValue(new RawValue(index.entry(other).line())));
          return all;
        });
  }

  /**
   * Up to eight episodes of a task or of a group side by side, executed again, those that pass
   * first; of many, some that pass and some that do not.
   *
   * @param by {@code TASK} or {@code GROUP}
   * @throws RuntimeException if one cannot be executed
   */
  public ObjectNode group(EpisodeFacet by, String value) {
    List<Integer> all = locked(lock.readLock(), () -> List.copyOf(index.places(by, value)));
    GroupView group = new GroupView();
    for (int position : shown(all)) {
      executed.sample(position, entry(position), group);
    }
    List<String> task =
        all.isEmpty() ? List.of(value) : entry(all.get(0)).values(EpisodeFacet.TASK);
    return group
        .node()
        .put("by", by.key())
        .put("value", value)
        .put("task", task.get(0))
        .put("episodes", all.size());
  }

  private List<Integer> shown(List<Integer> all) {
    Map<Boolean, List<Integer>> passing =
        all.stream()
            .collect(Collectors.partitioningBy(at -> entry(at).verdict() == Verdict.PASSED));
    List<Integer> others = requireNonNull(passing.get(false));
    List<Integer> passed = requireNonNull(passing.get(true));
    int fewest = Math.max(MOST_SIDE_BY_SIDE / 2, MOST_SIDE_BY_SIDE - others.size());
    List<Integer> shown = new ArrayList<>(passed.subList(0, Math.min(fewest, passed.size())));
    shown.addAll(others.subList(0, Math.min(MOST_SIDE_BY_SIDE - shown.size(), others.size())));
    return shown;
  }

  /**
   * An episode with other calls, executed anew from the beginning.
   *
   * @throws IllegalArgumentException if it has more turns than its task
   * @throws RuntimeException if it cannot be executed
   */
  public ObjectNode whatIf(int position, WhatIf edited) {
    return executed.whatIf(position, entry(position), edited);
  }

  /** The record and the task of an episode, for notes. */
  public ObjectNode named(int position) {
    return executed.named(position, entry(position));
  }

  private static void locked(Lock held, Runnable work) {
    held.lock();
    try {
      work.run();
    } finally {
      held.unlock();
    }
  }

  private static <T> T locked(Lock held, Supplier<T> work) {
    held.lock();
    try {
      return work.get();
    } finally {
      held.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    executed.close();
    texts.close();
  }
}
