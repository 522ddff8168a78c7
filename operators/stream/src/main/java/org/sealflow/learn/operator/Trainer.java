package org.sealflow.learn.operator;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.BatchOutput;
import org.sealflow.learn.LearnSettings;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.TrainablePolicyFactory;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.WeightingRule;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.learn.step.GroupSteps;
import org.sealflow.learn.step.Learner;
import org.sealflow.learn.step.LearnerStep;
import org.sealflow.learn.step.SettledBatch;
import org.sealflow.learn.step.StepMeasures;
import org.sealflow.learn.step.TrainableGroups;
import org.sealflow.learn.step.TrainingSamples;
import org.sealflow.learn.weights.KeptSnapshot;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.LearnerStateCodec;
import org.sealflow.learn.weights.SnapshotStore;
import org.sealflow.learn.weights.StoredSnapshot;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.learn.weights.WeightsStore;
import org.sealflow.model.Snapshot;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.WeightsFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of the training thread: it opens the policy, makes the steps and publishes their
 * weights. All but {@link #cancel} is called by that thread. What it returns changes no more.
 */
final class Trainer {
  private static final Logger LOG = LoggerFactory.getLogger(Trainer.class);

  private static final int CHUNK_BYTES = 4 << 20;

  private final LearnSettings settings;
  private final LearnerSettings learnerSettings;
  private final TrainablePolicyFactory policies;
  private final WeightsStore store;
  private final SnapshotStore snapshots;
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
      SnapshotStore snapshots,
      InstantSource clock) {
    this.settings = settings;
    this.learnerSettings = settings.learner();
    this.policies = policies;
    this.store = store;
    this.snapshots = snapshots;
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
   * @param published where the weights of versions were published
   */
  OpenedPolicy open(List<byte[]> encoded, List<StoredWeights> published) throws IOException {
    LearnerState restored = encoded.isEmpty() ? null : LearnerStateCodec.decode(encoded);
    cleanUp();
    TrainablePolicy opened = policies.open(settings);
    policy = opened;
    learner = new Learner(learnerSettings, settings.passTokens(), opened, () -> cancelled);
    if (restored != null) {
      opened.restore(snapshot(restored.model()));
      stored =
          isLost(restored.version(), published) ? store.store(opened, restored.version()) : null;
      return new OpenedPolicy(restored, encoded, List.of(), stored, null);
    }
    return begin(opened);
  }

  /** A run that goes back to a savepoint may have deleted the weights of its version since. */
  private boolean isLost(long version, List<StoredWeights> published) throws IOException {
    if (requireNonNull(policy).format() == WeightsFormat.NONE) {
      return false;
    }
    for (StoredWeights weights : published) {
      if (weights.version() == version && weights.format() != WeightsFormat.NONE) {
        return !store.holds(weights);
      }
    }
    return false;
  }

  /** Leftovers cost room only. */
  private void cleanUp() {
    try {
      store.clean();
      snapshots.clean();
    } catch (IOException notDeleted) {
      LOG.warn(
          "run {}: cannot delete what was left half written: {}",
          settings.runId(),
          notDeleted.toString());
    }
  }

  private OpenedPolicy begin(TrainablePolicy opened) throws IOException {
    List<StoredSnapshot> created = new ArrayList<>(1);
    LearnerState state =
        new LearnerState(
            0,
            WeightingState.start(learnerSettings.weighting().tags()),
            keep(opened.snapshot(), created));
    StoredWeights weights =
        opened.format() == WeightsFormat.NONE ? StoredWeights.ELSEWHERE : store.store(opened, 0);
    PolicyUpdate update = update(weights, Map.of(), now());
    return new OpenedPolicy(
        state, LearnerStateCodec.encode(state, CHUNK_BYTES), created, weights, update);
  }

  private KeptSnapshot keep(Snapshot snapshot, List<StoredSnapshot> created) throws IOException {
    long bytes =
        snapshot.weights().stream().mapToLong(tensor -> (long) Float.BYTES * tensor.size()).sum();
    return bytes <= settings.stateLimitBytes()
        ? KeptSnapshot.of(snapshot)
        : KeptSnapshot.of(snapshots.store(snapshot, created::add));
  }

  private Snapshot snapshot(KeptSnapshot kept) {
    Snapshot inState = kept.inState();
    try {
      return inState == null ? snapshots.read(requireNonNull(kept.inFile())) : inState;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
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
    TrainableGroups groups = TrainableGroups.of(batch, trained);
    Learner learning = requireNonNull(learner);
    Map<String, PatchReliance> reliance = learning.reliance(batch);
    LearnerStep step =
        learning.step(
            state.version(),
            state.weighting(),
            () -> snapshot(state.model()),
            groups.taken(),
            batch.rate());
    long version = state.version() + 1;
    List<StoredSnapshot> created = new ArrayList<>(1);
    LearnerState next =
        new LearnerState(
            version,
            step.weighting(),
            step.isApplied() ? keep(trained.snapshot(), created) : state.model());
    StoredWeights weights =
        step.isApplied() ? store.store(trained, version) : current.ofVersion(version);
    stored = weights;
    TrainingStep record = record(batch, step, groups, reliance, startedAt, now(), queuedGroups);
    trained.releaseMemory();
    return new StepResult(
        next,
        LearnerStateCodec.encode(next, CHUNK_BYTES),
        created,
        weights,
        update(weights, record.getMetrics(), record.getEndedAt()),
        record,
        settings.batchOutput() == BatchOutput.NONE
            ? List.of()
            : TrainingSamples.of(settings, batch.manifest(), step));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private TrainingStep record(
      SettledBatch batch,
      LearnerStep step,
      TrainableGroups groups,
      Map<String, PatchReliance> reliance,
      Instant startedAt,
      Instant endedAt,
      int queuedGroups) {
    long number = batch.manifest().getBatchNumber();
    TrainingStep record = new TrainingStep();
    record.setRunId(settings.runId());
    record.setPolicyName(settings.policyName());
    record.setBatchNumber(number);
    record.setVersion(number + 1);
    record.setApplied(step.isApplied());
    record.setRefusal(step.refusal());
    record.setGroups(GroupSteps.of(batch, step, groups.untrainable(), learnerSettings.reward()));
    record.setMetrics(
        StepMeasures.of(
            number,
            step,
            batch.groups().complete(),
            learnerSettings.batch().epochs(),
            Duration.between(startedAt, endedAt)));
    record.setTagWeights(
        learnerSettings.weighting().rule() == WeightingRule.NONE
            ? Map.of()
            : step.weighting().inForce().byTag());
    record.setStaleness(StepMeasures.staleness(number, step));
    record.setQueuedGroups(queuedGroups);
    record.setRateLowering(batch.manifest().getRateLowering());
    record.setReliance(reliance);
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
    boolean elsewhere = weights.format() == WeightsFormat.NONE;
    update.setWeightsUri(elsewhere ? null : weights.uri());
    update.setWeightsDigest(elsewhere ? null : weights.digest());
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

  /** Deletes the files of snapshots that are needed no more. */
  void deleteSnapshots(Set<StoredSnapshot> released) throws IOException {
    snapshots.delete(released);
  }

  /** Frees the policy's memory; may be called where none was opened. */
  void close() {
    if (policy != null) {
      policy.close();
      policy = null;
    }
  }
}
