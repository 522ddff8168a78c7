package org.sealflow.jobs;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.jspecify.annotations.Nullable;
import org.sealflow.capability.BundlingOperatorFactory;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.capability.ObservationBundle;
import org.sealflow.capability.ObserveFunction;
import org.sealflow.capability.ProfileFunction;
import org.sealflow.capability.RunKnowledge;
import org.sealflow.capability.RunTally;
import org.sealflow.capability.StampFunction;
import org.sealflow.capability.VersionFunction;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.evolve.EvidenceOperator;
import org.sealflow.evolve.EvolutionKey;
import org.sealflow.evolve.EvolveFunction;
import org.sealflow.evolve.EvolveInput;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.PatchChange;
import org.sealflow.jobs.settings.EvolutionSettings;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.tasks.TaskChange;

/**
 * The environment half of the co-evolution job.
 *
 * <pre>
 * training episodes ─► observe ─► version ─┬─► split ─► profile ─► capability-profiles
 * rollout-batches ──────────────────┘      │              │
 *                                          └──────────────┴─► evolve ─► environment-patches
 * environment-patches, read back ───────────────────────────────┤
 * training steps, where reliance counts ────────────────────────┤
 * tasks ────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Many runs share the stage: what is behind <em>observe</em> is keyed by run, so that each has
 * versions, profiles and patches of its own.
 */
final class EvolutionStage {
  private EvolutionStage() {}

  /**
   * The input of the stage.
   *
   * @param training training episodes
   * @param manifests batches as planned
   * @param tasks tasks and tool docs
   * @param readBack the topic of the patches, orders about them and removals included
   * @param steps what the steps of the learner measured; null without a learner
   */
  record Inputs(
      DataStream<DiagnosedEpisode> training,
      DataStream<BatchManifest> manifests,
      DataStream<TaskChange> tasks,
      DataStream<PatchChange> readBack,
      @Nullable DataStream<TrainingStep> steps) {}

  /**
   * The output of the stage.
   *
   * @param profiles the newest profile of each capability of a run, now and then
   * @param patches every change of a patch
   * @param failures what could not be counted, or made patches of
   */
  record Streams(
      DataStream<CapabilityProfile> profiles,
      DataStream<PatchRecord> patches,
      DataStream<Failure> failures) {}

  /** The topology of the stage. */
  static Streams define(Inputs inputs, EvolutionSettings settings) {
    SingleOutputStreamOperator<EpisodeObservation> observed = observed(inputs, settings);
    SingleOutputStreamOperator<RunTally> tallies =
        observed.transform(
            "tally", TypeInformation.of(RunTally.class), BundlingOperatorFactory.tally());
    SingleOutputStreamOperator<RunKnowledge> known = known(tallies, inputs, settings);
    SingleOutputStreamOperator<EpisodeObservation> episodes = stamped(observed, known, settings);
    SingleOutputStreamOperator<ObservationBundle> split =
        episodes.transform(
            "split", TypeInformation.of(ObservationBundle.class), BundlingOperatorFactory.split());
    SingleOutputStreamOperator<CapabilityProfile> profiles =
        split
            .keyBy(ObservationBundle::key)
            .process(new ProfileFunction(settings.capability(), EvolveInput.KINDS_READ))
            .returns(new AvroTypeInfo<>(CapabilityProfile.class))
            .name("profile")
            .uid(OperatorIds.PROFILE);
    SingleOutputStreamOperator<EvolveInput> seen =
        episodes.transform(
            "episodes seen", TypeInformation.of(EvolveInput.class), EvidenceOperator.factory());
    SingleOutputStreamOperator<PatchRecord> patches =
        evolve(
            measured(evidence(seen, profiles, inputs.readBack()), inputs, settings),
            inputs.tasks(),
            settings);
    return new Streams(
        profiles.getSideOutput(ProfileFunction.PUBLISHED),
        patches,
        observed
            .getSideOutput(DeadLetters.FAILURES)
            .union(
                tallies.getSideOutput(DeadLetters.FAILURES),
                known.getSideOutput(DeadLetters.FAILURES),
                episodes.getSideOutput(DeadLetters.FAILURES),
                split.getSideOutput(DeadLetters.FAILURES),
                seen.getSideOutput(DeadLetters.FAILURES),
                profiles.getSideOutput(DeadLetters.FAILURES),
                patches.getSideOutput(DeadLetters.FAILURES)));
  }

  private static SingleOutputStreamOperator<EpisodeObservation> observed(
      Inputs inputs, EvolutionSettings settings) {
    return inputs
        .training()
        .process(new ObserveFunction(settings.capability()))
        .returns(TypeInformation.of(EpisodeObservation.class))
        .name("observe");
  }

  /** Each run is told sums of its episodes, so that its one key need not take every episode. */
  private static SingleOutputStreamOperator<RunKnowledge> known(
      DataStream<RunTally> tallies, Inputs inputs, EvolutionSettings settings) {
    return tallies
        .keyBy(RunTally::runId)
        .connect(inputs.manifests().keyBy(BatchManifest::getRunId))
        .process(new VersionFunction(settings.capability()))
        .returns(TypeInformation.of(RunKnowledge.class))
        .name("version")
        .uid(OperatorIds.VERSION);
  }

  private static SingleOutputStreamOperator<EpisodeObservation> stamped(
      DataStream<EpisodeObservation> observed,
      DataStream<RunKnowledge> known,
      EvolutionSettings settings) {
    return observed
        .connect(known.broadcast(StampFunction.KNOWN))
        .process(new StampFunction(settings.capability()))
        .returns(TypeInformation.of(EpisodeObservation.class))
        .name("stamp")
        .uid(OperatorIds.STAMP);
  }

  private static DataStream<EvolveInput> evidence(
      DataStream<EvolveInput> episodes,
      DataStream<CapabilityProfile> profiles,
      DataStream<PatchChange> readBack) {
    TypeInformation<EvolveInput> type = TypeInformation.of(EvolveInput.class);
    return profiles
        .map(EvolveInput::of, type)
        .name("profiles seen")
        .union(episodes, readBack.map(EvolveInput::of, type).name("patches read back"));
  }

  private static DataStream<EvolveInput> measured(
      DataStream<EvolveInput> evidence, Inputs inputs, EvolutionSettings settings) {
    DataStream<TrainingStep> steps = inputs.steps();
    return steps == null || settings.evolve().reliance() == null
        ? evidence
        : evidence.union(
            steps
                .<EvolveInput>flatMap((step, out) -> EvolveInput.of(step).forEach(out::collect))
                .returns(TypeInformation.of(EvolveInput.class))
                // It stands in the learner's slot, of which there is one.
                .setParallelism(1)
                .name("reliance seen"));
  }

  private static SingleOutputStreamOperator<PatchRecord> evolve(
      DataStream<EvolveInput> evidence, DataStream<TaskChange> tasks, EvolutionSettings settings) {
    return evidence
        .keyBy(EvolveInput::key, TypeInformation.of(EvolutionKey.class))
        .connect(tasks.broadcast(EvolveFunction.TASKS))
        .process(new EvolveFunction(settings.evolve(), settings.capability().timeToLive()))
        .returns(new AvroTypeInfo<>(PatchRecord.class))
        .name("evolve")
        .uid(OperatorIds.EVOLVE);
  }
}
