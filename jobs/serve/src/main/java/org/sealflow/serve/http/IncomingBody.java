package org.sealflow.serve.http;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;
import org.xnio.channels.StreamSourceChannel;

/**
 * The body of a request while it comes: no thread waits for it, and a caller who takes too long is
 * hung up on. All of this runs in the connection's own thread.
 */
final class IncomingBody {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final HttpServerExchange exchange;
  private final HeldBytes held;
  private final int mostBytes;
  private final Consumer<byte[]> whole;
  private final Consumer<HttpRefusal> refused;
  private boolean over;

  /**
   * A body that has not come yet.
   *
   * @param held what is held of all bodies; room for the body is given back by who takes it
   * @param whole takes the body
   * @param refused takes the reason why it is not read to its end
   */
  IncomingBody(
      HttpServerExchange exchange,
      HeldBytes held,
      int mostBytes,
      Consumer<byte[]> whole,
      Consumer<HttpRefusal> refused) {
    this.exchange = exchange;
    this.held = held;
    this.mostBytes = mostBytes;
    this.whole = whole;
    this.refused = refused;
  }

  /** Reads what is there, and the rest as it comes. */
  void receive(Duration longest) {
    if (exchange.getRequestContentLength() > mostBytes) {
      refuse(HttpRefusal.tooLarge(mostBytes));
      return;
    }
    StreamSourceChannel channel = exchange.getRequestChannel();
    read(channel);
    if (!over) {
      XnioExecutor.Key late =
          exchange
              .getIoThread()
              .executeAfter(this::hangUp, longest.toMillis(), TimeUnit.MILLISECONDS);
      exchange.dispatch(SameThreadExecutor.INSTANCE, () -> readOn(channel, late));
    }
  }

  private void readOn(StreamSourceChannel channel, XnioExecutor.Key late) {
    channel
        .getReadSetter()
        .set(
            ready -> {
              read(ready);
              if (over) {
                late.remove();
              }
            });
    channel.resumeReads();
  }

  private void read(StreamSourceChannel channel) {
    try (PooledByteBuffer pooled = exchange.getConnection().getByteBufferPool().allocate()) {
      ByteBuffer buffer = pooled.getBuffer();
      int read = channel.read(buffer);
      while (read > 0 && !over) {
        buffer.flip();
        take(buffer);
        buffer.clear();
        read = over ? 0 : channel.read(buffer);
      }
      if (read < 0) {
        channel.suspendReads();
        over = true;
        whole.accept(bytes.toByteArray());
      }
    } catch (IOException gone) {
      hangUp();
    }
  }

  private void take(ByteBuffer buffer) {
    byte[] part = new byte[buffer.remaining()];
    buffer.get(part);
    if (bytes.size() + part.length > mostBytes) {
      giveUp(HttpRefusal.tooLarge(mostBytes));
    } else if (held.take(part.length)) {
      bytes.writeBytes(part);
    } else {
      giveUp(HttpRefusal.busy(HeldBytes.FULL));
    }
  }

  private void giveUp(HttpRefusal refusal) {
    held.giveBack(bytes.size());
    refuse(refusal);
  }

  private void refuse(HttpRefusal refusal) {
    over = true;
    refused.accept(refusal);
  }

  private void hangUp() {
    if (!over) {
      over = true;
      held.giveBack(bytes.size());
      IoUtils.safeClose(exchange.getConnection());
    }
  }
}
