package org.sealflow.system.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.DistributionPattern;
import org.apache.flink.runtime.jobgraph.JobEdge;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.system.fixture.JobGraphs;
import org.sealflow.system.fixture.Samples;

/** That a process with a cluster of its own has what its jobs need. */
final class EmbeddedClusterTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 9, 16, 32, 64, 128})
  void aJobOfAnyWidthHasTheNetworkBuffersToStart(int width) throws Exception {
    JobSettings learning = wide(JobGraphs.learning("copy"), width);
    JobSettings live = wide(JobGraphs.NOWHERE, width);

    assertThat(given(CoEvolutionJob.configuration(learning)))
        .isGreaterThan(needed(JobGraphs.live(learning)));
    assertThat(given(CoEvolutionJob.configuration(live)))
        .isGreaterThan(needed(JobGraphs.live(live)))
        .isGreaterThan(needed(JobGraphs.rollout(live)));
    assertThat(given(ReplayJob.configuration(width)))
        .isGreaterThan(needed(JobGraphs.replay(width)))
        .isGreaterThan(needed(JobGraphs.evaluation(width, Samples.taskRecords())));
  }

  private static JobSettings wide(JobSettings settings, int width) {
    return settings.with(settings.execution().withParallelism(width));
  }

  private static long given(Configuration configuration) {
    return configuration.get(TaskManagerOptions.NETWORK_MEMORY_MIN).getBytes()
        / configuration.get(TaskManagerOptions.MEMORY_SEGMENT_SIZE).getBytes();
  }

  /**
   * The fewest buffers with which all tasks start in one process: for each sender one for each of
   * its receivers and one more, and one for each receiver.
   */
  private static long needed(StreamGraph graph) {
    long buffers = 0;
    for (JobVertex receiver : graph.getJobGraph().getVertices()) {
      for (JobEdge edge : receiver.getInputs()) {
        long receivers = receiver.getParallelism();
        long senders = edge.getSource().getProducer().getParallelism();
        boolean all = edge.getDistributionPattern() == DistributionPattern.ALL_TO_ALL;
        buffers += senders * ((all ? receivers : 1) + 1) + receivers;
      }
    }
    return buffers;
  }
}
