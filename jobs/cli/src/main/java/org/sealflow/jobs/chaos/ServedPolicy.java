package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A policy server in a process of its own, behind something that makes it hang, lie or close. */
final class ServedPolicy implements AutoCloseable {
  /** The name of the model there. */
  static final String NAME = "chaos";

  private final ChildProcess process;
  private final int port;
  private final LyingServer liar;
  private final FaultProxy proxy;
  private volatile boolean lying;

  /**
   * A server that does not run yet.
   *
   * @param program the main class of this program
   */
  ServedPolicy(Class<?> program, Path model, Path logs, int port) throws IOException {
    this.port = port;
    this.liar = LyingServer.start();
    this.proxy = FaultProxy.start(() -> lying ? liar.port() : port);
    this.process =
        new ChildProcess(
            new ChildProcess.Program(
                "policy-server",
                List.of("-Xmx512m"),
                System.getProperty("java.class.path"),
                program.getName(),
                List.of(
                    "serve",
                    "policy",
                    "--port",
                    String.valueOf(port),
                    "--model",
                    model.toString(),
                    "--name",
                    NAME),
                Map.of()),
            logs);
  }

  /**
   * Starts the server unless it runs, and waits until it answers.
   *
   * @throws HangException if it does not by the deadline
   */
  void start(Deadline deadline) throws InterruptedException {
    process.start();
    while (!listens()) {
      deadline.pause(() -> "the policy server does not start; see " + process.log());
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where rollouts find it. */
  String url() {
    return "http://127.0.0.1:" + proxy.port() + "/v1";
  }

  /** Does not answer until {@link #answer} is called. */
  void hang() {
    proxy.hold();
  }

  /** Answers nonsense. */
  void lie(long seed) {
    liar.reseed(seed);
    lying = true;
    proxy.cut();
    proxy.open();
  }

  /** Closes every connection. */
  void closeConnections() {
    proxy.cut();
  }

  /** Is itself again. */
  void answer() {
    if (lying) {
      lying = false;
      proxy.cut();
    }
    proxy.open();
  }

  void writeThreads() {
    process.writeThreads();
  }

  void kill() {
    process.kill();
  }

  @Override
  public void close() throws IOException {
    process.close();
    proxy.close();
    liar.close();
  }
}
