package org.sealflow.rollout.plan;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stages that a run goes through, one after the other, by its success. Keyed by run. */
final class Curriculum {
  /** Key: run. The stage it is in. As long as the run's progress. */
  private static final ValueStateDescriptor<StageProgress> PROGRESS =
      new ValueStateDescriptor<>("curriculum", TypeInformation.of(StageProgress.class));

  /** Key: run. Settled batch of the stage → its outcome. Cleared when the stage ends. */
  private static final MapStateDescriptor<Long, BatchOutcome> BATCHES =
      new MapStateDescriptor<>(
          "curriculum-batches", Types.LONG, TypeInformation.of(BatchOutcome.class));

  private static final Logger LOG = LoggerFactory.getLogger(Curriculum.class);

  private final String runId;
  private final List<Stage> stages;
  private final ValueState<StageProgress> progress;
  private final MapState<Long, BatchOutcome> batches;

  /** Opens the state of the key in force; there must be a stage. */
  Curriculum(String runId, List<Stage> stages, RuntimeContext context) {
    this.runId = runId;
    this.stages = stages;
    this.progress = context.getState(PROGRESS);
    this.batches = context.getMapState(BATCHES);
  }

  /** Counts the episodes of settled batches; those of earlier stages are passed over. */
  void count(SortedMap<Long, List<TaskOutcome>> settled) throws Exception {
    long first = progress().firstBatch();
    for (Map.Entry<Long, List<TaskOutcome>> batch : settled.tailMap(first).entrySet()) {
      BatchOutcome outcome = BatchOutcome.NONE;
      for (TaskOutcome episode : batch.getValue()) {
        outcome = outcome.plus(episode.solved());
      }
      batches.put(batch.getKey(), outcome);
    }
  }

  private StageProgress progress() throws Exception {
    StageProgress known = progress.value();
    return known == null ? StageProgress.BEGIN : known;
  }

  /** The stage that a batch is planned in, by what has been counted. */
  Stage stage(long nextBatch) throws Exception {
    StageProgress now = progress();
    Stage stage = stages.get(now.stage());
    if (now.stage() + 1 == stages.size() || !isMastered(stage)) {
      return stage;
    }
    progress.update(new StageProgress(now.stage() + 1, nextBatch));
    batches.clear();
    LOG.info("run {}: stage {} begins with batch {}", runId, now.stage() + 1, nextBatch);
    return stages.get(now.stage() + 1);
  }

  private boolean isMastered(Stage stage) throws Exception {
    Double until = stage.until();
    if (until == null) {
      return false;
    }
    TreeMap<Long, BatchOutcome> newest = new TreeMap<>();
    for (Map.Entry<Long, BatchOutcome> batch : batches.entries()) {
      newest.put(batch.getKey(), batch.getValue());
      if (newest.size() > stage.batches()) {
        newest.pollFirstEntry();
      }
    }
    BatchOutcome all = newest.values().stream().reduce(BatchOutcome.NONE, BatchOutcome::plus);
    return newest.size() == stage.batches()
        && all.played() > 0
        && all.solved() >= until * all.played();
  }
}
