package org.sealflow.jobs.live;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;

/** The port at which an embedded cluster shows its REST interface. */
public final class RestPort {
  /**
   * Below the ports that systems give to connections, so that none takes the port before the
   * cluster has it.
   */
  private static final int LOWEST = 20_000;

  private static final int HIGHEST = 32_000;
  private static final int ATTEMPTS = 100;

  private RestPort() {}

  /**
   * Chooses a free port of this machine and sets it as an embedded cluster's.
   *
   * @throws IOException if none is free
   */
  public static int choose(Configuration configuration) throws IOException {
    int port = firstFree(() -> ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
    String here = InetAddress.getLoopbackAddress().getHostAddress();
    configuration.set(RestOptions.BIND_PORT, String.valueOf(port));
    configuration.set(RestOptions.BIND_ADDRESS, here);
    configuration.set(RestOptions.ADDRESS, here);
    return port;
  }

  static int firstFree(IntSupplier ports) throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = ports.getAsInt();
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (BindException taken) {
        if (attempt == ATTEMPTS) {
          throw taken;
        }
      }
    }
  }
}
