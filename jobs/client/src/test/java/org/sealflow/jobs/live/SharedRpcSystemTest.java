package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

class SharedRpcSystemTest {
  @Test
  void aProcessLoadsItOnce() {
    assertThat(RpcSystem.load()).isSameAs(RpcSystem.load(new Configuration()));
  }

  @Test
  void aClusterThatEndsLeavesItToTheNext() throws Exception {
    for (int cluster = 0; cluster < 2; cluster++) {
      StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
      List<Long> out = environment.fromSequence(1, 3).executeAndCollect(3);
      assertThat(out).containsExactly(1L, 2L, 3L);
    }
  }
}
