package org.sealflow.jobs.report.inspect;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.page.TrajectoryWords;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.RepairSearch;

/**
 * Keeps the events of episodes in a temporary file and executes them when asked to. Thread-safe.
 */
final class ExecutedEpisodes implements AutoCloseable {
  private final InspectedTasks tasks;
  private final LearnerRecords learner;
  private final EpisodeFile file = new EpisodeFile();
  private final Map<Integer, EpisodeFile.Span> spans = new ConcurrentHashMap<>();

  ExecutedEpisodes(InspectedTasks tasks, LearnerRecords learner) throws IOException {
    this.tasks = tasks;
    this.learner = learner;
  }

  /** Keeps the events of an episode. */
  void keep(int position, List<TrajectoryEvent> events) {
    spans.put(position, file.append(events));
  }

  /** Executes events, kept or not. */
  EpisodePlay.Played play(List<TrajectoryEvent> events, @Nullable RepairSearch repairs) {
    return EpisodePlay.of(tasks.ready(header(events)), events, repairs);
  }

  /** An episode with the calls that can be edited and what the learner made of it. */
  ObjectNode episode(int position, InspectedEntry entry) {
    List<TrajectoryEvent> events = events(position);
    EpisodeStarted header = header(events);
    Task task = tasks.task(header);
    EpisodePlay.Played played = play(events, null);
    played.episode().setRepair(entry.repair());
    played.episode().setModelName(model(entry));
    ObjectNode node = EpisodeView.of(position, played, events, words(task, events));
    ((ObjectNode) node.path("entry")).put("run", run(entry));
    node.set("calls", WhatIf.recorded(events).node());
    node.set("groundTruth", EpisodeView.groundTruth(task, node));
    node.set("learner", learner.node(header.getGroupId(), header.getSampleIndex()));
    return node.put("grouped", header.getGroupSize() > 1);
  }

  private TrajectoryWords words(Task task, List<TrajectoryEvent> events) {
    TrajectoryWords words = new TrajectoryWords();
    words.task(task, tasks.ready(header(events)).hasUser());
    events.forEach(words::said);
    return words;
  }

  /** Adds an episode to those that stand side by side. */
  void sample(int position, InspectedEntry entry, GroupView group) {
    List<TrajectoryEvent> events = events(position);
    EpisodeStarted header = header(events);
    group.add(
        entry,
        play(events, null).turns(),
        learner.node(header.getGroupId(), header.getSampleIndex()));
  }

  /**
   * An episode with other calls, executed anew from the beginning.
   *
   * @throws IllegalArgumentException if it has more turns than its task, or than were recorded
   *     where that is a conversation
   */
  ObjectNode whatIf(int position, InspectedEntry entry, WhatIf edited) {
    List<TrajectoryEvent> recorded = events(position);
    EpisodeStarted header = header(recorded);
    Task task = tasks.task(header);
    boolean conversation = tasks.ready(header).hasUser();
    int most = conversation ? WhatIf.recorded(recorded).turns().size() : task.getTurns().size();
    if (edited.turns().size() > most) {
      throw new IllegalArgumentException(
          "the episode has %d turns, expected at most the %s %d"
              .formatted(edited.turns().size(), conversation ? "conversation's" : "task's", most));
    }
    List<TrajectoryEvent> events = edited.applied(recorded);
    EpisodePlay.Played played = play(events, null);
    played.episode().setModelName(model(entry));
    ObjectNode node = EpisodeView.of(position, played, events, words(task, events));
    node.set("calls", edited.node());
    if (!conversation) {
      // The format calls has no place for what a simulated user says.
      node.put("recording", edited.recording(header, model(entry)).toString());
    }
    return node;
  }

  /** The record and the task of an episode. */
  ObjectNode named(int position, InspectedEntry entry) {
    EpisodeStarted started = header(events(position));
    RecordedSource source = started.getSource();
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("task", started.getTaskId());
    node.put("record", source == null ? "" : source.getRecordId());
    return node.put("run", run(entry));
  }

  private static String model(InspectedEntry entry) {
    return entry.values(EpisodeFacet.MODEL).get(0);
  }

  private static String run(InspectedEntry entry) {
    return entry.values(EpisodeFacet.RUN).get(0);
  }

  private List<TrajectoryEvent> events(int position) {
    EpisodeFile.@Nullable Span span = spans.get(position);
    if (span == null) {
      throw new IllegalStateException("the events of the episode were not found in its file");
    }
    return file.read(span);
  }

  private static EpisodeStarted header(List<TrajectoryEvent> events) {
    return requireNonNull(events.get(0).getEpisodeStarted());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
