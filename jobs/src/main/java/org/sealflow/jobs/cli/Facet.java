package org.sealflow.jobs.cli;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;

/** What records can be filtered by. A record may have no value of a facet, or several. */
enum Facet {
  CATEGORY,
  TAG,
  FAILURE,
  TOOL,
  EPISODE,
  VERDICT,
  BOUNDARY;

  /** The option that filters by it. */
  String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }

  /** The topics whose records can have it. */
  Set<Topic> topics() {
    return switch (this) {
      case CATEGORY -> EnumSet.of(Topic.DIAGNOSES, Topic.TASKS);
      case TAG, FAILURE, VERDICT -> EnumSet.of(Topic.DIAGNOSES);
      case TOOL -> EnumSet.of(Topic.DIAGNOSES, Topic.TRAJECTORIES, Topic.TASKS);
      case EPISODE -> EnumSet.of(Topic.DIAGNOSES, Topic.TRAJECTORIES, Topic.FAILURES);
      case BOUNDARY -> EnumSet.of(Topic.FAILURES);
    };
  }

  /** The record's values. */
  Set<String> values(SpecificRecordBase record) {
    Set<String> values = new HashSet<>();
    if (record instanceof Diagnosis diagnosis) {
      addOf(diagnosis, values);
    } else if (record instanceof TrajectoryEvent event) {
      addOf(event, values);
    } else if (record instanceof TaskRecord task && task.getTask() != null) {
      addOf(task.getTask(), values);
    } else if (record instanceof Failure failure) {
      addOf(failure, values);
    }
    return values;
  }

  private void addOf(Diagnosis diagnosis, Set<String> values) {
    if (this == EPISODE) {
      values.add(diagnosis.getEpisodeId());
    }
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    if (turn != null) {
      addOf(turn, values);
    }
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    if (episode != null) {
      addOf(episode, values);
    }
  }

  private void addOf(TurnDiagnosis turn, Set<String> values) {
    switch (this) {
      case CATEGORY -> values.add(turn.getCategory());
      case TAG -> add(turn.getTag(), values);
      case FAILURE -> add(turn.getFailure(), values);
      case TOOL -> {
        values.addAll(turn.getPolicyTools());
        values.addAll(turn.getGroundTruthTools());
        turn.getEvidence().forEach(evidence -> add(evidence.getTool(), values));
      }
      case EPISODE, VERDICT, BOUNDARY -> {}
    }
  }

  private void addOf(EpisodeDiagnosis episode, Set<String> values) {
    switch (this) {
      case CATEGORY -> values.add(episode.getCategory());
      case TAG -> episode.getTags().forEach(tag -> add(tag, values));
      case VERDICT -> add(episode.getVerdict(), values);
      case FAILURE, TOOL, EPISODE, BOUNDARY -> {}
    }
  }

  private void addOf(TrajectoryEvent event, Set<String> values) {
    if (this == EPISODE) {
      values.add(event.getEpisodeId());
    }
    AssistantStep step = event.getAssistantStep();
    if (this == TOOL && step != null) {
      addTools(step.getToolCalls(), values);
      addTools(step.getRejectedCalls(), values);
    }
  }

  private void addOf(Task task, Set<String> values) {
    if (this == CATEGORY) {
      values.add(task.getCategory());
    }
    if (this == TOOL) {
      for (TaskTurn turn : task.getTurns()) {
        values.addAll(turn.getRevealedTools());
        addTools(turn.getGroundTruth(), values);
      }
    }
  }

  private void addOf(Failure failure, Set<String> values) {
    if (this == EPISODE) {
      add(failure.getEpisodeId(), values);
    }
    if (this == BOUNDARY) {
      add(failure.getBoundary(), values);
    }
  }

  private static void addTools(List<String> calls, Set<String> values) {
    for (String call : calls) {
      int bracket = call.indexOf('(');
      if (bracket > 0) {
        values.add(call.substring(0, bracket).strip());
      }
    }
  }

  private static void add(@Nullable Object value, Set<String> values) {
    if (value != null) {
      values.add(value.toString());
    }
  }
}
