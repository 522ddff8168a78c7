package org.sealflow.jobs.bench.learner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.SubtaskStateStats;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.jobs.bench.Durations;
import org.sealflow.jobs.bench.Medians;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;

/**
 * The cost of checkpoints taken while the learner's operator makes steps, as Flink reports it in
 * milliseconds. A checkpoint counts if its trigger fell into a step, however long it took.
 *
 * @param groups groups of each step
 * @param steps the steps, by length
 * @param synchronous how long the task's thread was at a checkpoint
 * @param acknowledged how long a barrier took from its trigger to the learner's acknowledgement
 */
record LearnerBarriers(int groups, Medians steps, Durations synchronous, Durations acknowledged) {
  private static final double STEP_SECONDS = 2;
  private static final int MOST_GROUPS = 512;
  private static final Duration INTERVAL = Duration.ofMillis(50);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Makes steps of about two seconds, under checkpoints at short intervals.
   *
   * @param model directory of the model
   * @param count number of steps, from 1
   * @param folder an existing directory for what the job writes
   */
  static LearnerBarriers measure(Path model, LearnerShape shape, int count, Path folder)
      throws IOException, InterruptedException {
    int groups = groups(model, shape);
    BarrierJob.Files files =
        new BarrierJob.Files(
            model, Files.createDirectories(folder.resolve("barriers")), folder.resolve("steps"));
    Configuration configuration = BarrierJob.configuration(files.folder(), INTERVAL);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    BarrierJob.attach(environment, new LearnerBatches(shape, groups, count), files);
    JobGraph job = environment.getStreamGraph().getJobGraph();
    MiniCluster cluster = new MiniCluster(cluster(configuration));
    try {
      LearnerBarriers measured = new LearnerBarriers(groups);
      measured.run(cluster, job, files.steps(), count);
      return measured;
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      throw new UserError("the learner's job failed: " + Causes.innermost(failed), failed);
    } finally {
      cluster.closeAsync().join();
    }
  }

  private void run(MiniCluster cluster, JobGraph job, Path log, int count) throws Exception {
    cluster.start();
    cluster.submitJob(job).get();
    await(cluster, job.getJobID(), log, count);
    take(
        StepLog.read(log),
        cluster.getExecutionGraph(job.getJobID()).get().getCheckpointStatsSnapshot(),
        learner(job));
    cluster.cancelJob(job.getJobID()).get();
  }

  private LearnerBarriers(int groups) {
    this(groups, new Medians(), new Durations(), new Durations());
  }

  /** As many groups as take about two seconds, by the learner's own pace here and now. */
  private static int groups(Path model, LearnerShape shape) {
    try (LearnerProductRoute route =
        new LearnerProductRoute(model, LearnerLoad.draw(shape, 4), "cpu")) {
      step(route);
      long begun = System.nanoTime();
      step(route);
      double seconds = (System.nanoTime() - begun) / 1e9;
      return (int) Math.max(1, Math.min(MOST_GROUPS, Math.round(STEP_SECONDS / seconds)));
    }
  }

  private static void step(LearnerRoute route) {
    route.run(LearnerWork.FORWARD);
    route.run(LearnerWork.TRAINING);
  }

  private static MiniClusterConfiguration cluster(Configuration configuration) {
    return new MiniClusterConfiguration.Builder()
        .setConfiguration(configuration)
        .withRandomPorts()
        .setNumTaskManagers(1)
        .setNumSlotsPerTaskManager(1)
        .build();
  }

  private static JobVertexID learner(JobGraph job) {
    return StreamSupport.stream(job.getVertices().spliterator(), false)
        .filter(vertex -> vertex.getName().startsWith(BarrierJob.LEARN))
        .map(JobVertex::getID)
        .findFirst()
        .orElseThrow();
  }

  private static void await(MiniCluster cluster, JobID job, Path steps, int count)
      throws Exception {
    while (StepLog.read(steps).size() < count) {
      if (cluster.getJobStatus(job).get().isGloballyTerminalState()) {
        ClassLoader loader = LearnerBarriers.class.getClassLoader();
        cluster.requestJobResult(job).get().toJobExecutionResult(loader);
      }
      Thread.sleep(LOOK.toMillis());
    }
  }

  private void take(List<StepLog.Span> spans, CheckpointStatsSnapshot stats, JobVertexID learner) {
    spans.forEach(span -> steps.add(span.seconds()));
    for (AbstractCheckpointStats checkpoint : stats.getHistory().getCheckpoints()) {
      Instant trigger = Instant.ofEpochMilli(checkpoint.getTriggerTimestamp());
      if (spans.stream().anyMatch(span -> span.holds(trigger))) {
        take(checkpoint, learner);
      }
    }
  }

  private void take(AbstractCheckpointStats checkpoint, JobVertexID learner) {
    var task = checkpoint.getTaskStateStats(learner);
    SubtaskStateStats subtask = task == null ? null : task.getSubtaskStats()[0];
    if (subtask != null) {
      synchronous.add(subtask.getSyncCheckpointDuration() * NANOS_PER_MILLI);
      acknowledged.add(
          subtask.getEndToEndDuration(checkpoint.getTriggerTimestamp()) * NANOS_PER_MILLI);
    }
  }
}
