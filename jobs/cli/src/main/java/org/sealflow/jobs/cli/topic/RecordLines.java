package org.sealflow.jobs.cli.topic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Colours;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.LongContextConstants;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.RateLowering;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.ToolDocs;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;

/** Records as a line or two for people, the second one indented. */
final class RecordLines {
  private static final String GAP = "  ";
  private static final int DIGEST_CHARACTERS = 12;

  private final Colours colours;
  private final DiagnosisLines diagnoses;
  private final TrajectoryLines trajectories;
  private final EvolutionLines evolution;
  private final PolicyLines policies;

  RecordLines(Colours colours) {
    this.colours = colours;
    this.diagnoses = new DiagnosisLines(colours);
    this.trajectories = new TrajectoryLines(colours);
    this.evolution = new EvolutionLines(colours);
    this.policies = new PolicyLines(colours);
  }

  /**
   * The lines of a record of a topic.
   *
   * @param sentAt when it was sent, for records that carry no time
   */
  List<String> of(SpecificRecordBase record, Instant sentAt) {
    if (record instanceof Diagnosis diagnosis) {
      return diagnoses.of(diagnosis, sentAt);
    }
    if (record instanceof TrajectoryEvent event) {
      return trajectories.of(event);
    }
    if (record instanceof Failure failure) {
      return of(failure);
    }
    if (record instanceof BatchManifest batch) {
      return of(batch);
    }
    if (record instanceof TaskRecord task) {
      return of(task, sentAt);
    }
    if (record instanceof CapabilityProfile profile) {
      return evolution.of(profile);
    }
    if (record instanceof PatchRecord patch) {
      return evolution.of(patch);
    }
    if (record instanceof PolicyUpdate update) {
      return policies.of(update);
    }
    if (record instanceof TrainingStep step) {
      return policies.of(step);
    }
    if (record instanceof TrainingSample sample) {
      return policies.of(sample);
    }
    throw new IllegalArgumentException(record.getClass().getSimpleName() + " has no topic");
  }

  private List<String> of(Failure failure) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(failure.getFailedAt())));
    facts.add(colours.bad(failure.getBoundary().name()));
    facts.add(colours.name(source(failure)));
    if (failure.getEpisodeId() != null) {
      facts.add(Shown.text(failure.getEpisodeId()));
    }
    if (failure.getRequeues() > 0) {
      facts.add(colours.odd("sent again " + failure.getRequeues() + "×"));
    }
    facts.add(Shown.text(failure.getReason()));
    return List.of(join(facts), second(Shown.text(failure.getRemedy())));
  }

  private static String source(Failure failure) {
    RecordedSource file = failure.getSourceFile();
    return Shown.text(
        file != null
            ? file.getFile() + ":" + file.getLine()
            : failure.getSourceTopic()
                + "/"
                + failure.getSourcePartition()
                + "/"
                + failure.getSourceOffset());
  }

  private List<String> of(BatchManifest batch) {
    int episodes = batch.getGroups().stream().mapToInt(PlannedGroup::getSize).sum();
    List<String> facts =
        List.of(
            colours.aside(Shown.time(batch.getPlannedAt())),
            colours.name(Shown.text(batch.getRunId())),
            "batch " + batch.getBatchNumber(),
            batch.getMode().name(),
            "policy " + batch.getPolicyVersion(),
            Shown.count(batch.getGroups().size(), "group")
                + ", "
                + batch.getGroupsNeeded()
                + " needed",
            Shown.count(episodes, "episode"));
    RateLowering lowering = batch.getRateLowering();
    return lowering == null
        ? List.of(join(facts))
        : List.of(
            join(facts),
            second(
                colours.odd("learning rate × " + lowering.getFactor())
                    + GAP
                    + Shown.text(lowering.getReason())));
  }

  private List<String> of(TaskRecord record, Instant sentAt) {
    List<String> facts = new ArrayList<>();
    facts.add(colours.aside(Shown.time(sentAt)));
    Task task = record.getTask();
    if (task != null) {
      facts.add(colours.name(Shown.text(task.getTaskId())));
      facts.add(Shown.text(task.getCategory()));
      facts.add(Shown.count(task.getTurns().size(), "turn"));
      facts.add(Shown.text(String.join(", ", task.getInvolvedClasses())));
      facts.add(colours.aside(digest(task.getDigest())));
    }
    ToolDocs docs = record.getToolDocs();
    if (docs != null) {
      facts.add(colours.name(Shown.text(docs.getSimulatorClass())));
      facts.add("docs of " + Shown.count(docs.getDocs().size(), "tool"));
      facts.add(colours.aside(digest(docs.getDigest())));
    }
    LongContextConstants constants = record.getLongContext();
    if (constants != null) {
      facts.add(colours.name("long-context constants"));
      facts.add(colours.aside(digest(constants.getDigest())));
    }
    return List.of(join(facts));
  }

  /** The beginning of a digest, enough to tell it from others. */
  static String digest(String digest) {
    String shown = Shown.text(digest);
    return shown.substring(0, Math.min(DIGEST_CHARACTERS, shown.length()));
  }

  /**
   * The line of a record that cannot be read.
   *
   * @param place topic, partition and offset
   */
  String undecodable(Instant sentAt, String place, String reason) {
    return join(
        List.of(
            colours.aside(Shown.time(sentAt)),
            colours.name(place),
            colours.bad("undecodable"),
            Shown.text(reason)));
  }

  /** The line of a key whose records a compacted topic forgets. */
  String deleted(Instant sentAt, String place, @Nullable String key) {
    return join(
        List.of(
            colours.aside(Shown.time(sentAt)),
            colours.name(place),
            "deleted",
            key == null ? "" : Shown.text(key)));
  }

  static String join(List<String> facts) {
    return String.join(GAP, facts);
  }

  static String second(String text) {
    return "    " + text;
  }
}
