package org.sealflow.learn.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.weights.HeldSnapshot;
import org.sealflow.learn.weights.LearnerStateCodec;
import org.sealflow.learn.weights.SnapshotHolds;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.RateLowering;
import org.sealflow.state.BytesSerializer;

/** The state the learner keeps across restarts, written anew at every checkpoint. */
final class LearnOperatorState {
  /**
   * The state after the last step as chunks of one stream, in order: see {@link LearnerStateCodec}.
   * Empty before version 0 was published.
   */
  private static final ListStateDescriptor<byte[]> LEARNER =
      new ListStateDescriptor<>("learner", BytesSerializer.instance());

  /** Episodes of batches that no step has consumed. Gone with the step of their batch. */
  private static final ListStateDescriptor<TrainingEpisode> EPISODES =
      new ListStateDescriptor<>("episodes", TypeInformation.of(TrainingEpisode.class));

  /** Manifests of batches that no step has consumed. Gone with the step of their batch. */
  private static final ListStateDescriptor<BatchManifest> MANIFESTS =
      new ListStateDescriptor<>("manifests", new AvroTypeInfo<>(BatchManifest.class));

  /** Numbers of those batches whose time is up, so that a restart takes the same groups. */
  private static final ListStateDescriptor<Long> EXPIRED =
      new ListStateDescriptor<>("expired", Types.LONG);

  /** The run, once. Versions and batches are counted within it. */
  private static final ListStateDescriptor<String> RUN =
      new ListStateDescriptor<>("run", Types.STRING);

  /** Where weights are published, by version. An entry goes when its weights are deleted. */
  private static final ListStateDescriptor<StoredWeights> WEIGHTS =
      new ListStateDescriptor<>("weights", TypeInformation.of(StoredWeights.class));

  /** The newest version put out, once, to be said again after a restore. Empty before version 0. */
  private static final ListStateDescriptor<PolicyUpdate> NEWEST =
      new ListStateDescriptor<>("newest-update", new AvroTypeInfo<>(PolicyUpdate.class));

  /**
   * Which checkpoints need which of the job's own files of snapshots, this one last: see {@link
   * SnapshotHolds}. Empty where checkpoints hold the snapshots themselves.
   */
  private static final ListStateDescriptor<HeldSnapshot> SNAPSHOTS =
      new ListStateDescriptor<>("snapshots", TypeInformation.of(HeldSnapshot.class));

  /** The Flink job that wrote the snapshots above, once. Empty in states of earlier versions. */
  private static final ListStateDescriptor<String> SNAPSHOT_OWNER =
      new ListStateDescriptor<>("snapshot-owner", Types.STRING);

  /**
   * How far the learning rate is lowered for manifests to come, once; empty before a guard has
   * lowered it. The manifests above carry the lowering of their own batch.
   */
  private static final ListStateDescriptor<RateLowering> LOWERING =
      new ListStateDescriptor<>("rate-lowering", new AvroTypeInfo<>(RateLowering.class));

  private final ListState<byte[]> learner;
  private final ListState<TrainingEpisode> episodes;
  private final ListState<BatchManifest> manifests;
  private final ListState<Long> expired;
  private final ListState<StoredWeights> weights;
  private final ListState<HeldSnapshot> snapshots;
  private final ListState<String> snapshotOwner;
  private final ListState<String> run;
  private final ListState<RateLowering> lowering;
  private final ListState<PolicyUpdate> newest;

  /** The state in a store. */
  LearnOperatorState(OperatorStateStore store) throws Exception {
    learner = store.getListState(LEARNER);
    episodes = store.getListState(EPISODES);
    manifests = store.getListState(MANIFESTS);
    expired = store.getListState(EXPIRED);
    weights = store.getListState(WEIGHTS);
    snapshots = store.getListState(SNAPSHOTS);
    snapshotOwner = store.getListState(SNAPSHOT_OWNER);
    run = store.getListState(RUN);
    lowering = store.getListState(LOWERING);
    newest = store.getListState(NEWEST);
  }

  /**
   * Refuses to go on with another run: it would wait for batches that this one has had.
   *
   * @throws IllegalStateException one line, where the state is another run's
   */
  void requireRun(String runId) throws Exception {
    for (String own : run.get()) {
      if (!own.equals(runId)) {
        throw new IllegalStateException(
            "the checkpoint is of run "
                + own
                + ", but the settings say run "
                + runId
                + "; go on with run "
                + own
                + ", or start without the checkpoint");
      }
    }
  }

  /** Writes all of it. */
  void write(
      String runId,
      List<byte[]> encoded,
      PendingBatches pending,
      List<StoredWeights> published,
      SnapshotHolds holds)
      throws Exception {
    run.update(List.of(runId));
    learner.update(encoded);
    episodes.update(pending.episodes());
    manifests.update(pending.manifests());
    expired.update(pending.expired());
    lowering.update(pending.lowering().stream().toList());
    weights.update(published);
    snapshots.update(holds.entries());
    snapshotOwner.update(List.of(holds.owner()));
  }

  /** Writes the newest version put out, if there is one. */
  void writeNewest(@Nullable PolicyUpdate update) throws Exception {
    newest.update(update == null ? List.of() : List.of(update));
  }

  /** The newest version put out; null before version 0. */
  @Nullable PolicyUpdate newestUpdate() throws Exception {
    for (PolicyUpdate update : newest.get()) {
      return update;
    }
    return null;
  }

  /** The learner's state as chunks; empty if there is none. */
  List<byte[]> learner() throws Exception {
    return all(learner);
  }

  /** Takes in the batches as they were. */
  void readInto(PendingBatches pending) throws Exception {
    all(manifests).forEach(pending::plan);
    all(episodes).forEach(pending::add);
    all(expired).forEach(pending::expire);
    all(lowering).forEach(pending::restore);
  }

  /** Where weights are published. */
  List<StoredWeights> weights() throws Exception {
    return all(weights);
  }

  /** Takes in which checkpoints need which files of snapshots. */
  void readInto(SnapshotHolds holds) throws Exception {
    holds.restore(all(snapshots), all(snapshotOwner).stream().findFirst().orElse(null));
  }

  private static <T> List<T> all(ListState<T> state) throws Exception {
    List<T> values = new ArrayList<>();
    state.get().forEach(values::add);
    return values;
  }
}
