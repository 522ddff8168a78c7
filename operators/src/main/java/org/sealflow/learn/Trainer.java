package org.sealflow.learn;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TrainingStep;

/**
 * The work of the training thread: it opens the policy, makes the steps and publishes their
 * weights. All but {@link #cancel} is called by that thread. What it returns changes no more.
 */
final class Trainer {
  private static final int CHUNK_BYTES = 4 << 20;

  private final LearnSettings settings;
  private final LearnerSettings learnerSettings;
  private final TrainablePolicyFactory policies;
  private final WeightsStore store;
  private final InstantSource clock;
  private volatile boolean cancelled;
  private @Nullable TrainablePolicy policy;
  private @Nullable Learner learner;
  private @Nullable StoredWeights stored;

  /**
   * Trains what a factory makes.
   *
   * @param clock the time that records carry
   */
  Trainer(
      LearnSettings settings,
      TrainablePolicyFactory policies,
      WeightsStore store,
      InstantSource clock) {
    this.settings = settings;
    this.learnerSettings = settings.learner();
    this.policies = policies;
    this.store = store;
    this.clock = clock;
  }

  /** Makes training break off at its next pass; any thread may. */
  void cancel() {
    cancelled = true;
  }

  /**
   * Opens the policy.
   *
   * @param encoded what learning had come to; no chunks where it begins
   */
  OpenedPolicy open(List<byte[]> encoded) throws IOException {
    store.clean();
    TrainablePolicy opened = policies.open(settings);
    policy = opened;
    learner = new Learner(learnerSettings, settings.passTokens(), opened, () -> cancelled);
    if (!encoded.isEmpty()) {
      LearnerState state = LearnerStateCodec.decode(encoded);
      opened.restore(state.model());
      return new OpenedPolicy(state, encoded, null, null);
    }
    LearnerState state =
        new LearnerState(
            0, WeightingState.start(learnerSettings.weighting().tags()), opened.snapshot());
    StoredWeights weights = store.store(opened, 0);
    PolicyUpdate update = update(weights, Map.of(), now());
    return new OpenedPolicy(state, LearnerStateCodec.encode(state, CHUNK_BYTES), weights, update);
  }

  /**
   * Makes a step.
   *
   * @param state what learning has come to: as the step before returned it, or the opening
   * @param current where its weights are
   * @param queuedGroups settled groups that wait behind the batch
   */
  StepResult step(LearnerState state, StoredWeights current, SettledBatch batch, int queuedGroups)
      throws IOException {
    TrainablePolicy trained = requireNonNull(policy);
    Instant startedAt = now();
    List<TrainingGroup> groups =
        batch.taken().stream().filter(group -> isTrainable(group, trained)).toList();
    LearnerStep step =
        requireNonNull(learner).step(state.version(), state.weighting(), state.model(), groups);
    long version = state.version() + 1;
    LearnerState next =
        new LearnerState(
            version, step.weighting(), step.isApplied() ? trained.snapshot() : state.model());
    StoredWeights weights =
        step.isApplied() ? store.store(trained, version) : current.ofVersion(version);
    stored = weights;
    TrainingStep record = record(batch, step, startedAt, now(), queuedGroups);
    return new StepResult(
        next,
        LearnerStateCodec.encode(next, CHUNK_BYTES),
        weights,
        update(weights, record.getMetrics(), record.getEndedAt()),
        record);
  }

  private static boolean isTrainable(TrainingGroup group, TrainablePolicy policy) {
    return group.episodes().stream().allMatch(episode -> isTrainable(episode, policy));
  }

  private static boolean isTrainable(TrainingEpisode episode, TrainablePolicy policy) {
    TrainingSequence sequence = episode.sequence();
    return sequence != null && policy.problem(sequence).isEmpty();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private TrainingStep record(
      SettledBatch batch, LearnerStep step, Instant startedAt, Instant endedAt, int queuedGroups) {
    long number = batch.manifest().getBatchNumber();
    TrainingStep record = new TrainingStep();
    record.setRunId(settings.runId());
    record.setPolicyName(settings.policyName());
    record.setBatchNumber(number);
    record.setVersion(number + 1);
    record.setApplied(step.isApplied());
    record.setRefusal(step.refusal());
    record.setGroups(GroupSteps.of(batch, step, learnerSettings.reward()));
    record.setMetrics(
        StepMeasures.of(
            number,
            step,
            batch.groups().taken(),
            learnerSettings.batch().epochs(),
            Duration.between(startedAt, endedAt)));
    record.setTagWeights(
        learnerSettings.weighting().rule() == WeightingRule.NONE
            ? Map.of()
            : step.weighting().inForce().byTag());
    record.setStaleness(StepMeasures.staleness(number, step));
    record.setQueuedGroups(queuedGroups);
    record.setStartedAt(startedAt);
    record.setEndedAt(endedAt);
    return Records.valid(record);
  }

  private PolicyUpdate update(
      StoredWeights weights, Map<String, Double> metrics, Instant publishedAt) {
    boolean first = weights.version() == 0;
    PolicyUpdate update = new PolicyUpdate();
    update.setPolicyName(settings.policyName());
    update.setRunId(settings.runId());
    update.setVersion(weights.version());
    update.setParentVersion(first ? null : weights.version() - 1);
    update.setBatchNumber(first ? null : weights.version() - 1);
    update.setWeightsUri(weights.uri());
    update.setWeightsDigest(weights.digest());
    update.setFormat(weights.format());
    update.setMetrics(metrics);
    update.setPublishedAt(publishedAt);
    return Records.valid(update);
  }

  /**
   * Deletes weights that are needed no more.
   *
   * @param dropped these
   * @param kept what is still needed, besides what the last step wrote
   */
  void delete(List<StoredWeights> dropped, List<StoredWeights> kept) throws IOException {
    List<StoredWeights> needed = new ArrayList<>(kept);
    if (stored != null) {
      needed.add(stored);
    }
    store.delete(dropped, needed);
  }

  /** Frees the policy's memory; may be called where none was opened. */
  void close() {
    if (policy != null) {
      policy.close();
      policy = null;
    }
  }
}
