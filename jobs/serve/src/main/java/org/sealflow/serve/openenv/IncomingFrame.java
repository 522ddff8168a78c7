package org.sealflow.serve.openenv;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.websockets.core.CloseMessage;
import io.undertow.websockets.core.StreamSourceFrameChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.HeldBytes;
import org.sealflow.serve.http.HttpRefusal;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;

/**
 * A frame while it comes, in however many parts: no thread waits for it, and a client that takes
 * too long is hung up on. All of this runs in the connection's own thread.
 */
final class IncomingFrame {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final StreamSourceFrameChannel frame;
  private final @Nullable HeldBytes held;
  private final int mostBytes;
  private final Consumer<byte[]> whole;
  private final Consumer<CloseMessage> refused;
  private boolean over;

  /**
   * A frame of which nothing is read yet.
   *
   * @param held what the port holds; room for the frame is given back by who takes it; null for a
   *     frame about the connection, which the protocol keeps short
   * @param whole takes the frame
   * @param refused takes the reason why it is not read to its end
   */
  IncomingFrame(
      StreamSourceFrameChannel frame,
      @Nullable HeldBytes held,
      int mostBytes,
      Consumer<byte[]> whole,
      Consumer<CloseMessage> refused) {
    this.frame = frame;
    this.held = held;
    this.mostBytes = mostBytes;
    this.whole = whole;
    this.refused = refused;
  }

  /** Reads what is there, and the rest as it comes. */
  void receive(Duration longest) {
    read();
    if (!over) {
      XnioExecutor.Key late =
          frame.getIoThread().executeAfter(this::hangUp, longest.toMillis(), TimeUnit.MILLISECONDS);
      ChannelListener<StreamSourceFrameChannel> more =
          ready -> {
            read();
            if (over) {
              late.remove();
            }
          };
      frame.getReadSetter().set(more);
      frame.resumeReads();
    }
  }

  /** Whether nothing more is read of it. */
  boolean isOver() {
    return over;
  }

  /** Gives its room back if it has not come to its end: no more of it can come. */
  void abandon() {
    if (!over) {
      over = true;
      if (held != null) {
        held.giveBack(bytes.size());
      }
    }
  }

  private void read() {
    try (PooledByteBuffer pooled = frame.getWebSocketChannel().getBufferPool().allocate()) {
      ByteBuffer buffer = pooled.getBuffer();
      int read = over ? 0 : frame.read(buffer);
      while (read > 0 && !over) {
        buffer.flip();
        take(buffer);
        buffer.clear();
        read = over ? 0 : frame.read(buffer);
      }
      if (read < 0) {
        over = true;
        whole.accept(bytes.toByteArray());
      }
    } catch (IOException broken) {
      hangUp();
    }
  }

  private void take(ByteBuffer buffer) {
    byte[] part = new byte[buffer.remaining()];
    buffer.get(part);
    if (bytes.size() + part.length > mostBytes) {
      refuse(CloseMessage.MSG_TOO_BIG, HttpRefusal.tooLarge(mostBytes).line());
    } else if (held == null || held.take(part.length)) {
      bytes.writeBytes(part);
    } else {
      refuse(CloseMessage.UNEXPECTED_ERROR, HeldBytes.FULL);
    }
  }

  private void refuse(int code, String line) {
    abandon();
    refused.accept(new CloseMessage(code, line));
  }

  private void hangUp() {
    if (!over) {
      abandon();
      IoUtils.safeClose(frame.getWebSocketChannel());
    }
  }
}
