package org.sealflow.serve.gateway;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.ServerConnection;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.xnio.IoUtils;

/**
 * Notes that callers have gone while they are waited for: the server reads nothing of a connection
 * whose request is there, so that somebody has to look. Hangs up on callers who do not read.
 */
final class CallerWatch implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(200);

  private final long longestWriteNanos;
  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "gateway-callers");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Watches nobody yet.
   *
   * @param longestWrite how long a caller may take to read what is sent at once
   */
  CallerWatch(Duration longestWrite) {
    this(longestWrite, EVERY);
  }

  /**
   * Watches nobody yet.
   *
   * @param every how often it looks
   */
  CallerWatch(Duration longestWrite, Duration every) {
    longestWriteNanos = longestWrite.toNanos();
    ScheduledFuture<?> unused =
        looking.scheduleWithFixedDelay(
            () -> watched.forEach(Watched::look),
            every.toNanos(),
            every.toNanos(),
            TimeUnit.NANOSECONDS);
  }

  /** Watches the caller of a request whose body has been read, until it is closed. */
  Watched watch(HttpServerExchange exchange) {
    Watched caller = new Watched(exchange.getConnection());
    watched.add(caller);
    return caller;
  }

  /** Sends something, and waits until it is sent. */
  private interface Sending {
    void send() throws IOException;
  }

  /** A caller. */
  final class Watched implements AutoCloseable {
    private final ServerConnection connection;
    private Runnable action = () -> {};
    private boolean gone;
    private boolean over;
    private volatile boolean writing;
    private volatile long writingSince;
    private volatile boolean hungUp;

    private Watched(ServerConnection connection) {
      this.connection = connection;
    }

    /** Sets the action for when the caller is gone; it replaces the one before. */
    synchronized void onGone(Runnable replacement) {
      action = replacement;
      if (gone) {
        replacement.run();
      }
    }

    /** Whether the caller was found gone. */
    synchronized boolean gone() {
      return gone;
    }

    /** Sends something to the caller; it fails if the caller does not read. */
    void write(OutputStream out, byte[] chunk, int length) throws IOException {
      timed(
          () -> {
            out.write(chunk, 0, length);
            out.flush();
          });
    }

    /**
     * Ends the answer, which sends its head if it has no body; it fails if the caller does not
     * read.
     */
    void end(OutputStream out) throws IOException {
      timed(out::close);
    }

    private void timed(Sending sending) throws IOException {
      writingSince = System.nanoTime();
      writing = true;
      try {
        sending.send();
      } catch (RuntimeException broken) {
        // What is written to loses its buffer when somebody else hangs up.
        if (hungUp) {
          throw new IOException("the caller did not read", broken);
        }
        throw broken;
      } finally {
        writing = false;
      }
    }

    /**
     * Is to be called before the last byte is sent: behind it, what comes on the connection is the
     * next request, which the server itself reads.
     */
    synchronized void lastByteIsNext() {
      over = true;
    }

    private void look() {
      if (writing && System.nanoTime() - writingSince > longestWriteNanos) {
        hungUp = true;
        IoUtils.safeClose(connection);
      } else {
        lookForEnd();
      }
    }

    private synchronized void lookForEnd() {
      if (over || gone || !(connection instanceof HttpServerConnection http)) {
        return;
      }
      try {
        look(http);
      } catch (IOException | IllegalStateException closed) {
        // A connection that is closed meanwhile takes its buffers back.
        leave();
      }
    }

    private void look(HttpServerConnection http) throws IOException {
      if (http.getExtraBytes() != null) {
        // The next request has begun: what is read here would be put before its beginning.
        over = true;
        return;
      }
      PooledByteBuffer buffer = http.getByteBufferPool().allocate();
      int read = 0;
      try {
        read = http.getOriginalSourceConduit().read(buffer.getBuffer());
      } finally {
        if (read <= 0) {
          buffer.close();
        }
      }
      if (read < 0) {
        leave();
      } else if (read > 0) {
        // The next request already; its end cannot be seen behind it.
        buffer.getBuffer().flip();
        http.ungetRequestBytes(buffer);
        over = true;
      }
    }

    private void leave() {
      gone = true;
      action.run();
    }

    @Override
    public void close() {
      lastByteIsNext();
      watched.remove(this);
    }
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
