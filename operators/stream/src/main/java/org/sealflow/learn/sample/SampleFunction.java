package org.sealflow.learn.sample;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.EvidenceFeedback;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ingest.RejectedEvents;
import org.sealflow.ingest.RejectedInputs;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * Makes of planned episodes what a learner takes: what was found, and the tokens as one sequence,
 * where the verdict is about the policy. Stateless.
 */
public final class SampleFunction extends ProcessFunction<DiagnosedEpisode, TrainingEpisode> {
  private static final long serialVersionUID = 1L;

  private final boolean feedback;
  private transient RejectedEvents rejectedEvents;
  private transient RejectedInputs rejected;

  /**
   * Makes samples with or without feedback.
   *
   * @param feedback whether a teacher is told of the failed turns, see {@link EvidenceFeedback}
   */
  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public SampleFunction(boolean feedback) {
    this.feedback = feedback;
  }

  @Override
  public void open(OpenContext openContext) {
    rejectedEvents = new RejectedEvents(Boundary.LEARN);
    rejected = new RejectedInputs(Boundary.LEARN);
  }

  /** An episode that cannot be used is lost to the learner, whose batch ends at its deadline. */
  @Override
  public void processElement(
      DiagnosedEpisode episode, Context context, Collector<TrainingEpisode> out) {
    Long batchNumber = episode.payload().getBatchNumber();
    if (batchNumber == null) {
      return;
    }
    Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    TrainingEpisode sample;
    Optional<Segment> breaking;
    try {
      SequenceAssembly assembly = assembly(episode);
      breaking = assembly.breakingStep();
      sample = sample(episode, batchNumber, assembly);
    } catch (RuntimeException unusable) {
      context.output(
          DeadLetters.FAILURES,
          rejected.failure(episode.runId(), episode.id(), null, episode.end(), now, unusable));
      return;
    }
    breaking.ifPresent(step -> context.output(DeadLetters.FAILURES, broken(step, now)));
    if (sample.isAheadOfItsBatch()) {
      context.output(DeadLetters.FAILURES, ahead(episode, batchNumber, now));
    }
    out.collect(sample);
  }

  private static SequenceAssembly assembly(DiagnosedEpisode episode) {
    List<Segment> steps = episode.steps().stream().map(Segment::of).toList();
    return new SequenceAssembly(steps, SampleFindings.of(episode.payload()).firstTurn());
  }

  private TrainingEpisode sample(
      DiagnosedEpisode episode, long batchNumber, SequenceAssembly assembly) {
    Diagnosis end = episode.end();
    return new TrainingEpisode(
        end.getRunId(),
        end.getEpisodeId(),
        end.getAttempt(),
        SamplePlace.of(episode.payload(), batchNumber),
        SampleFindings.of(episode.payload()),
        assembly.policyVersions(),
        assembly.sequence().orElse(null),
        feedback && episode.isAboutPolicy() ? feedback(episode) : List.of(),
        plain(episode.payload(), assembly));
  }

  private static @Nullable PlainEpisode plain(EpisodeDiagnosis episode, SequenceAssembly assembly) {
    List<String> patches = episode.getShownPatches();
    return patches.isEmpty()
            || episode.getVerdict() != Verdict.PASSED
            || episode.getBranch() != null
        ? null
        : assembly.plainSequence().map(plain -> new PlainEpisode(plain, patches)).orElse(null);
  }

  private static List<TurnFeedback> feedback(DiagnosedEpisode episode) {
    List<TurnDiagnosis> turns = new ArrayList<>();
    episode.turns().forEach(turn -> turns.add(requireNonNull(turn.getTurnDiagnosis())));
    List<TurnFeedback> told = new ArrayList<>();
    EvidenceFeedback.of(turns).forEach((turn, text) -> told.add(new TurnFeedback(turn, text)));
    return told;
  }

  private Failure broken(Segment step, Instant now) {
    ReceivedEvent received = requireNonNull(step.original());
    TrajectoryEvent event = received.event();
    return rejectedEvents.failure(
        received,
        now,
        "step %d of attempt %d breaks the token sequence: it %s"
            .formatted(event.getSequence(), event.getAttempt(), step.problem()),
        "record the token ids of every step, or of none; the diagnosis stands");
  }

  private Failure ahead(DiagnosedEpisode episode, long batchNumber, Instant now) {
    ReceivedEvent received =
        episode.steps().stream()
            .filter(step -> Segment.of(step).policyVersion() > batchNumber)
            .findFirst()
            .orElseThrow();
    TrajectoryEvent event = received.event();
    return rejectedEvents.failure(
        received,
        now,
        "step %d of attempt %d was acted by version %d, but batch %d is trained from version %d"
            .formatted(
                event.getSequence(),
                event.getAttempt(),
                Segment.of(received).policyVersion(),
                batchNumber,
                batchNumber),
        "name the versions that the run's learner publishes, or none; the diagnosis stands");
  }
}
