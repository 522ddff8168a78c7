package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Hands bytes on between clients and a server on this machine, unless told to hold or to refuse
 * them. It changes none.
 */
final class FaultProxy implements AutoCloseable {
  private static final int CHUNK = 1 << 14;
  private static final int CONNECT_MILLIS = 5_000;

  private enum Way {
    OPEN,
    HELD,
    CUT
  }

  private final ServerSocket listening;
  private final IntSupplier serverPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Way way = Way.OPEN;

  private FaultProxy(ServerSocket listening, IntSupplier serverPort) {
    this.listening = listening;
    this.serverPort = serverPort;
  }

  /**
   * Listens on a free port.
   *
   * @param serverPort where the server is, asked for each connection; 0 if it is nowhere
   */
  static FaultProxy start(IntSupplier serverPort) throws IOException {
    FaultProxy proxy =
        new FaultProxy(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), serverPort);
    inBackground("fault-proxy", proxy::accept);
    return proxy;
  }

  private static void inBackground(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Hands bytes on again, those that were held first. */
  void open() {
    change(Way.OPEN);
  }

  /** Lets no byte pass; connections stay open. */
  void hold() {
    change(Way.HELD);
  }

  /** Closes every connection, and every one that is made from now on. */
  void cut() {
    change(Way.CUT);
    sockets.forEach(FaultProxy::close);
  }

  private void change(Way next) {
    lock.lock();
    try {
      way = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        inBackground("fault-proxy-connect", () -> connect(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    sockets.add(client);
    sockets.add(server);
    try {
      if (!passes()) {
        throw new IOException("cut");
      }
      server.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort.getAsInt()),
          CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      inBackground("fault-proxy-back", () -> copy(server, client));
      copy(client, server);
    } catch (IOException | IllegalArgumentException refused) {
      end(client, server);
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      for (int read = input.read(chunk); read >= 0; read = input.read(chunk)) {
        if (!passes()) {
          break;
        }
        output.write(chunk, 0, read);
      }
    } catch (IOException ended) {
      // So ends every connection whose other side is gone.
    }
    end(from, to);
  }

  /** Waits while bytes are held; says whether they may pass then. */
  private boolean passes() {
    lock.lock();
    try {
      while (way == Way.HELD) {
        changed.awaitUninterruptibly();
      }
      return way == Way.OPEN;
    } finally {
      lock.unlock();
    }
  }

  private void end(Socket one, Socket other) {
    close(one);
    close(other);
    sockets.remove(one);
    sockets.remove(other);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // Nothing is left to close.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}
