package org.sealflow.rollout.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.PatchChange;
import org.sealflow.rollout.EpisodeHeaders;
import org.sealflow.rollout.ShownPatches;
import org.sealflow.rollout.TestingGame;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnoses;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.Verdict;

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
    // In a job, timers that are overdue go off as soon as it runs.
    opened.harness.setProcessingTime(time);
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

  PlannerHarness patch(PatchRecord patch) throws Exception {
    return send(PlannerSignal.patch(PatchChange.of(patch)));
  }

  /** A record of the topic of patches was removed. */
  PlannerHarness patchRemoved(String topicKey) throws Exception {
    return send(PlannerSignal.patch(PatchChange.removal(topicKey).orElseThrow()));
  }

  PlannerHarness ended(EpisodeRequest request) throws Exception {
    return send(
        PlannerSignal.played(
            TrajectoryEvents.ended(attempt(request), 9, Instant.EPOCH, EndReason.COMPLETED, null)));
  }

  private static EpisodeAttempt attempt(EpisodeRequest request) {
    return new EpisodeAttempt(request.runId(), request.episodeId(), request.attempt());
  }

  /** Plays an episode of three turns, each a step of two sampled tokens. */
  PlannerHarness played(EpisodeRequest request) throws Exception {
    EpisodeStarted header =
        new EpisodeHeaders(TestingGame.SETTINGS, TestingGame.CLOCK)
            .of(request, ShownPatches.of(request.patches()));
    send(PlannerSignal.played(TrajectoryEvents.started(attempt(request), Instant.EPOCH, header)));
    int sampledFrom = request.prefix() == null ? 0 : request.prefix().branch().getTurn();
    return steps(request, sampledFrom).ended(request);
  }

  /** The next attempt at an episode, which goes on from what the first one said. */
  PlannerHarness resumed(EpisodeRequest request) throws Exception {
    return steps(request.withAttempt(1), 2);
  }

  private PlannerHarness steps(EpisodeRequest request, int sampledFrom) throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      AssistantStep step =
          AssistantStep.newBuilder()
              .setTurn(turn)
              .setStep(0)
              .setText("turn " + turn)
              .setToolCalls(List.of())
              .setContextTokenIds(List.of(1))
              .setSampledTokenIds(List.of(2, 3))
              .setRepeated(turn < sampledFrom)
              .build();
      send(
          PlannerSignal.played(
              TrajectoryEvents.step(attempt(request), 1 + turn, Instant.EPOCH, step)));
    }
    return this;
  }

  /** The diagnosis of a failure that began in a turn; of a success if that is negative. */
  PlannerHarness diagnosed(EpisodeRequest request, int rootCause) throws Exception {
    boolean failed = rootCause >= 0;
    EpisodeDiagnosis diagnosis =
        EpisodeDiagnosis.newBuilder()
            .setTaskId(request.taskId())
            .setTaskDigest(request.taskDigest())
            .setCategory("multi_turn_base")
            .setMode(request.mode())
            .setArm(request.arm())
            .setGroupId(request.groupId())
            .setSampleIndex(request.sampleIndex())
            .setGroupSize(request.groupSize())
            .setBatchNumber(request.batchNumber())
            .setVerdict(failed ? Verdict.POLICY_FAILED : Verdict.PASSED)
            .setOfficialValid(!failed)
            .setStrictSuccess(!failed)
            .setTags(Collections.nCopies(3, Tag.PASS))
            .setRootCauseTurn(failed ? rootCause : null)
            .setTurns(3)
            .setCalls(0)
            .setEndedAt(Instant.EPOCH)
            .setBranch(request.prefix() == null ? null : request.prefix().branch())
            .build();
    return send(PlannerSignal.diagnosed(Diagnoses.episode(attempt(request), diagnosis)));
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
