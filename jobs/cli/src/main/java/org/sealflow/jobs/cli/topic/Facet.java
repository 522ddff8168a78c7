package org.sealflow.jobs.cli.topic;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskTurn;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;

/** Fields that records can be filtered by. A record may have no value of a facet, or several. */
enum Facet {
  RUN,
  MODE,
  GROUP,
  CATEGORY,
  TAG,
  FAILURE,
  TOOL,
  EPISODE,
  VERDICT,
  REPAIR,
  BOUNDARY,
  KIND,
  LAYER,
  STATE;

  /** The option that filters by it. */
  String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }

  /** The topics whose records can have it. */
  Set<Topic> topics() {
    return switch (this) {
      case RUN ->
          EnumSet.of(
              Topic.DIAGNOSES,
              Topic.TRAJECTORIES,
              Topic.ROLLOUT_BATCHES,
              Topic.CAPABILITY_PROFILES,
              Topic.ENVIRONMENT_PATCHES,
              Topic.POLICY_UPDATES,
              Topic.TRAINING_METRICS,
              Topic.TRAINING_BATCHES);
      case MODE, GROUP -> EnumSet.of(Topic.DIAGNOSES);
      case CATEGORY ->
          EnumSet.of(
              Topic.DIAGNOSES, Topic.TASKS, Topic.CAPABILITY_PROFILES, Topic.ENVIRONMENT_PATCHES);
      case TAG, VERDICT, REPAIR -> EnumSet.of(Topic.DIAGNOSES);
      case FAILURE ->
          EnumSet.of(Topic.DIAGNOSES, Topic.CAPABILITY_PROFILES, Topic.ENVIRONMENT_PATCHES);
      case TOOL ->
          EnumSet.of(
              Topic.DIAGNOSES,
              Topic.TRAJECTORIES,
              Topic.TASKS,
              Topic.CAPABILITY_PROFILES,
              Topic.ENVIRONMENT_PATCHES);
      case KIND -> EnumSet.of(Topic.CAPABILITY_PROFILES);
      case LAYER, STATE -> EnumSet.of(Topic.ENVIRONMENT_PATCHES);
      case EPISODE -> EnumSet.of(Topic.DIAGNOSES, Topic.TRAJECTORIES, Topic.FAILURES);
      case BOUNDARY -> EnumSet.of(Topic.FAILURES);
    };
  }

  /** The record's values. */
  Set<String> values(SpecificRecordBase record) {
    Set<String> values = new HashSet<>();
    if (this == RUN) {
      add(runOf(record), values);
    } else if (record instanceof Diagnosis diagnosis) {
      addOf(diagnosis, values);
    } else if (record instanceof TrajectoryEvent event) {
      addOf(event, values);
    } else if (record instanceof TaskRecord task && task.getTask() != null) {
      addOf(task.getTask(), values);
    } else if (record instanceof Failure failure) {
      addOf(failure, values);
    } else if (record instanceof CapabilityProfile profile) {
      addOf(profile.getCapability(), values);
    } else if (record instanceof PatchRecord patch && patch.getPatch() != null) {
      addOf(patch.getPatch(), values);
    }
    return values;
  }

  private static @Nullable Object runOf(SpecificRecordBase record) {
    SpecificRecordBase named =
        record instanceof PatchRecord patch && patch.getPatch() != null ? patch.getPatch() : record;
    return named.hasField("runId") ? named.get("runId") : null;
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
      case MODE -> add(turn.getMode(), values);
      case GROUP -> add(turn.getGroupId(), values);
      case CATEGORY -> values.add(turn.getCategory());
      case TAG -> add(turn.getTag(), values);
      case FAILURE -> add(turn.getFailure(), values);
      case TOOL -> {
        values.addAll(turn.getPolicyTools());
        values.addAll(turn.getGroundTruthTools());
        turn.getEvidence().forEach(evidence -> add(evidence.getTool(), values));
      }
      case RUN, EPISODE, VERDICT, REPAIR, BOUNDARY, KIND, LAYER, STATE -> {}
    }
  }

  private void addOf(EpisodeDiagnosis episode, Set<String> values) {
    switch (this) {
      case MODE -> add(episode.getMode(), values);
      case GROUP -> values.add(episode.getGroupId());
      case CATEGORY -> values.add(episode.getCategory());
      case TAG -> episode.getTags().forEach(tag -> add(tag, values));
      case VERDICT -> add(episode.getVerdict(), values);
      case REPAIR -> {
        if (episode.getRepair() != null) {
          add(episode.getRepair().getOutcome(), values);
        }
      }
      case RUN, FAILURE, TOOL, EPISODE, BOUNDARY, KIND, LAYER, STATE -> {}
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

  private void addOf(Capability capability, Set<String> values) {
    CapabilityKind kind = capability.getKind();
    boolean ofTool =
        kind == CapabilityKind.TOOL
            || kind == CapabilityKind.TOOL_FAILURE
            || kind == CapabilityKind.TOOL_ARGUMENT;
    switch (this) {
      case CATEGORY -> values.add(capability.getCategory());
      case KIND -> add(kind, values);
      case TOOL -> add(ofTool ? Capabilities.left(capability.getName()) : null, values);
      case FAILURE ->
          add(
              kind == CapabilityKind.TOOL_FAILURE ? Capabilities.right(capability.getName()) : null,
              values);
      case RUN, MODE, GROUP, TAG, EPISODE, VERDICT, REPAIR, BOUNDARY, LAYER, STATE -> {}
    }
  }

  private void addOf(EnvironmentPatch patch, Set<String> values) {
    switch (this) {
      case CATEGORY -> values.add(patch.getCategory());
      case TOOL -> add(patch.getTool(), values);
      case LAYER -> add(patch.getLayer(), values);
      case STATE -> add(patch.getState(), values);
      case FAILURE -> addOf(patch.getCapability(), values);
      case RUN, MODE, GROUP, TAG, EPISODE, VERDICT, REPAIR, BOUNDARY, KIND -> {}
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
