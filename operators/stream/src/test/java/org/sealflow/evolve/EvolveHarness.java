package org.sealflow.evolve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.sealflow.evolve.patch.TestingTools;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.PatchChange;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.tasks.TaskChange;

/** Runs an {@link EvolveFunction} as Flink does, with processing time in the test's hands. */
final class EvolveHarness implements AutoCloseable {
  static final long START = 1_700_000_000_000L;
  static final Duration TICK = Duration.ofMillis(500);

  /** A run that is silent for longer is over. */
  static final Duration LONGEST_SILENCE = Duration.ofDays(1);

  private final KeyedBroadcastOperatorTestHarness<
          EvolutionKey, EvolveInput, TaskChange, PatchRecord>
      harness;
  private int read;

  private EvolveHarness(EvolveSettings settings) throws Exception {
    harness =
        new KeyedBroadcastOperatorTestHarness<>(
            new CoBroadcastWithKeyedOperator<>(
                new EvolveFunction(settings, LONGEST_SILENCE), List.of(EvolveFunction.TASKS)),
            EvolveInput::key,
            TypeInformation.of(EvolutionKey.class),
            1,
            1,
            0);
    ((SerializerConfigImpl) harness.getExecutionConfig().getSerializerConfig())
        .setGenericTypes(false);
  }

  /** A started function that knows no tool. */
  static EvolveHarness open(EvolveSettings settings) throws Exception {
    EvolveHarness opened = new EvolveHarness(settings);
    opened.harness.setProcessingTime(START);
    opened.harness.open();
    return opened;
  }

  /** A started function that knows the testing tools. */
  static EvolveHarness withTools(EvolveSettings settings) throws Exception {
    return open(settings).broadcast(TestingTools.documentation());
  }

  /** A function restored from what another one left. */
  static EvolveHarness restored(EvolveSettings settings, OperatorSubtaskState state, long time)
      throws Exception {
    EvolveHarness restored = new EvolveHarness(settings);
    restored.harness.setProcessingTime(time);
    restored.harness.initializeState(state);
    restored.harness.open();
    return restored;
  }

  EvolveHarness broadcast(TaskRecord record) throws Exception {
    harness.processBroadcastElement(TaskChange.of(record), 0);
    return this;
  }

  EvolveHarness remove(TaskRecord record) throws Exception {
    harness.processBroadcastElement(TaskChange.removal(TaskRecords.key(record)), 0);
    return this;
  }

  /** Inputs that come one upon the other. */
  EvolveHarness sendAtOnce(EvolveInput... inputs) throws Exception {
    for (EvolveInput input : inputs) {
      harness.processElement(input, 0);
    }
    return this;
  }

  /** Inputs, and a tick after them. */
  EvolveHarness send(EvolveInput... inputs) throws Exception {
    return sendAtOnce(inputs).pass(TICK);
  }

  EvolveHarness send(TestingProfiles... profiles) throws Exception {
    return send(Stream.of(profiles).map(TestingProfiles::input).toArray(EvolveInput[]::new));
  }

  EvolveHarness send(TestingObservation observation) throws Exception {
    return send(observation.inputs().toArray(EvolveInput[]::new));
  }

  EvolveHarness readBack(PatchRecord record) throws Exception {
    return send(EvolveInput.of(PatchChange.of(record)));
  }

  /** Reads that a key of the topic was removed. */
  EvolveHarness readRemoval(String topicKey) throws Exception {
    return send(EvolveInput.of(PatchChange.removal(topicKey).orElseThrow()));
  }

  /** Reads back what was issued and not read yet, as the topic would give it. */
  EvolveHarness readBackAll() throws Exception {
    for (PatchRecord record : newRecords()) {
      readBack(record);
    }
    return this;
  }

  EvolveHarness pass(Duration time) throws Exception {
    harness.setProcessingTime(harness.getProcessingTime() + time.toMillis());
    return this;
  }

  /** The input ends, as that of a bounded job does. */
  EvolveHarness end() throws Exception {
    harness.processWatermark(Watermark.MAX_WATERMARK);
    harness.processBroadcastWatermark(Watermark.MAX_WATERMARK);
    return this;
  }

  OperatorSubtaskState snapshot() throws Exception {
    return harness.snapshot(1, harness.getProcessingTime());
  }

  /** All records issued, in order; every one of them is valid. */
  List<PatchRecord> records() {
    List<PatchRecord> records = new ArrayList<>(harness.extractOutputValues());
    records.forEach(Records::valid);
    return records;
  }

  /** The records issued since this was last asked. */
  List<PatchRecord> newRecords() {
    List<PatchRecord> all = records();
    List<PatchRecord> fresh = all.subList(read, all.size());
    read = all.size();
    return fresh;
  }

  /** The patches issued since this was last asked. */
  List<EnvironmentPatch> newPatches() {
    return newRecords().stream().map(record -> Objects.requireNonNull(record.getPatch())).toList();
  }

  /** The inputs that could not be used. */
  List<Failure> failures() {
    var side = harness.getSideOutput(DeadLetters.FAILURES);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }

  /** The newest record of each patch of the testing run, by key. */
  Map<String, EnvironmentPatch> topic() {
    Map<String, EnvironmentPatch> topic = new LinkedHashMap<>();
    for (EnvironmentPatch patch : patches(TestingProfiles.RUN)) {
      topic.put(PatchRecords.key(patch), patch);
    }
    return topic;
  }

  /** All patches issued for a run, in order. */
  List<EnvironmentPatch> patches(String runId) {
    return records().stream()
        .map(record -> Objects.requireNonNull(record.getPatch()))
        .filter(patch -> patch.getRunId().equals(runId))
        .toList();
  }

  /** State name → how many keys hold something in it; only what is there. */
  Map<String, Long> state() {
    Map<String, Long> held = new TreeMap<>();
    AbstractStreamOperator<PatchRecord> operator = operator();
    for (String name : List.of("patches", "orders", "awaited", "spread", "unclaimed")) {
      try (Stream<EvolutionKey> keys =
          operator.<EvolutionKey>getKeyedStateBackend().getKeys(name, VoidNamespace.INSTANCE)) {
        long count = keys.distinct().count();
        if (count > 0) {
          held.put(name, count);
        }
      }
    }
    return held;
  }

  /** Timers set: a tick where there is something open, and one that ends each key with evidence. */
  int timers() {
    return harness.numProcessingTimeTimers();
  }

  /** Timers set that come with the end of the input. */
  int timersOfTheEnd() {
    return harness.numEventTimeTimers();
  }

  private AbstractStreamOperator<PatchRecord> operator() {
    return harness.getOperator();
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
