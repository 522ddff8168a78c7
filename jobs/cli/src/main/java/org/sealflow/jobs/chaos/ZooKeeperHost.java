package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServer;

/** The ZooKeeper that Flink brings, in this process: what a highly available JobManager needs. */
final class ZooKeeperHost implements AutoCloseable {
  /** Sessions last 2 to 20 of these. */
  private static final int TICK_MILLIS = 500;

  private static final int MOST_CONNECTIONS = 200;

  private final NIOServerCnxnFactory connections;

  private ZooKeeperHost(NIOServerCnxnFactory connections) {
    this.connections = connections;
  }

  /** Starts it on a free port. */
  static ZooKeeperHost start(Path directory) throws IOException, InterruptedException {
    Path data = Files.createDirectories(directory);
    NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    connections.configure(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MOST_CONNECTIONS);
    connections.startup(new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MILLIS));
    return new ZooKeeperHost(connections);
  }

  /** Where clients find it. */
  String address() {
    return "127.0.0.1:" + connections.getLocalPort();
  }

  @Override
  public void close() {
    connections.shutdown();
  }
}
