package org.sealflow.rollout;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.BatchManifest;

/** Runs a {@link PlannerFunction} as Flink does. */
final class PlannerHarness implements AutoCloseable {
  static final long START = 1_700_000_000_000L;

  private final KeyedOneInputStreamOperatorTestHarness<String, PlannerSignal, EpisodeRequest>
      harness;
  private int taken;

  private PlannerHarness(RolloutPlan plan) throws Exception {
    harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new PlannerFunction(plan)),
            PlannerSignal::runId,
            Types.STRING);
    ((SerializerConfigImpl) harness.getExecutionConfig().getSerializerConfig())
        .setGenericTypes(false);
  }

  static PlannerHarness open(RolloutPlan plan) throws Exception {
    return restored(plan, null, START);
  }

  static PlannerHarness restored(RolloutPlan plan, @Nullable OperatorSubtaskState state, long time)
      throws Exception {
    PlannerHarness opened = new PlannerHarness(plan);
    opened.harness.setProcessingTime(time);
    if (state != null) {
      opened.harness.initializeState(state);
    }
    opened.harness.open();
    return opened;
  }

  PlannerHarness send(PlannerSignal signal) throws Exception {
    harness.processElement(signal, 0);
    return this;
  }

  PlannerHarness start() throws Exception {
    return send(PlannerSignal.start(TestingPlans.RUN));
  }

  PlannerHarness version(long version) throws Exception {
    return send(PlannerSignal.policyVersion(TestingPlans.RUN, version));
  }

  PlannerHarness ended(EpisodeRequest request) throws Exception {
    return send(
        PlannerSignal.episodeEnded(
            request.runId(), request.episodeId(), request.groupId(), request.batchNumber()));
  }

  void setTime(long time) throws Exception {
    harness.setProcessingTime(time);
  }

  OperatorSubtaskState snapshot() throws Exception {
    return harness.snapshot(1, harness.getProcessingTime());
  }

  int keyedEntries() {
    return harness.numKeyedStateEntries();
  }

  List<EpisodeRequest> requests() {
    return harness.extractOutputValues();
  }

  /** The requests that came since the last time of asking. */
  List<EpisodeRequest> newRequests() {
    List<EpisodeRequest> all = requests();
    List<EpisodeRequest> fresh = new ArrayList<>(all.subList(taken, all.size()));
    taken = all.size();
    return fresh;
  }

  List<BatchManifest> manifests() {
    var records = harness.getSideOutput(PlannerFunction.MANIFESTS);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
  }

  /** Numbers of the batches announced, in order. */
  List<Long> batches() {
    return manifests().stream().map(BatchManifest::getBatchNumber).toList();
  }

  @Override
  public void close() {
    try {
      harness.close();
    } catch (Exception e) {
      throw new IllegalStateException("the harness cannot be closed", e);
    }
  }
}
