package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.junit.jupiter.api.Test;

class RestPortTest {
  private static ServerSocket taken() throws Exception {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  void aPortThatIsTakenIsPassedOver() throws Exception {
    int free;
    try (ServerSocket released = taken()) {
      free = released.getLocalPort();
    }
    try (ServerSocket taken = taken()) {
      Iterator<Integer> ports = List.of(taken.getLocalPort(), free).iterator();
      assertThat(RestPort.firstFree(ports::next)).isEqualTo(free);
    }
  }

  @Test
  void whereAllAreTakenTheSearchEnds() throws Exception {
    try (ServerSocket taken = taken()) {
      assertThatThrownBy(() -> RestPort.firstFree(taken::getLocalPort))
          .isInstanceOf(BindException.class);
    }
  }

  @Test
  void thePortIsNoneThatAConnectionIsGiven() throws Exception {
    Configuration configuration = new Configuration();
    int port = RestPort.choose(configuration);
    assertThat(port).isBetween(20_000, 32_000);
    assertThat(configuration.get(RestOptions.BIND_PORT)).isEqualTo(String.valueOf(port));
  }
}
