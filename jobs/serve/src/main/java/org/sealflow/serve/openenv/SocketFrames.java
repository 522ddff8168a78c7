package org.sealflow.serve.openenv;

import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.CloseMessage;
import io.undertow.websockets.core.StreamSourceFrameChannel;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.HeldBytes;
import org.sealflow.serve.http.PortLimits;
import org.xnio.IoUtils;
import org.xnio.XnioExecutor;

/**
 * Answers the text frames of a socket one after another, in a worker's thread; no frame is read
 * while one is answered, so that a client that sends without end waits. Clients that take longer
 * than the port's time for a request to send a frame, or to read what is sent, are hung up on.
 */
final class SocketFrames extends AbstractReceiveListener {
  private final WebSocketChannel socket;
  private final Function<String, FrameAnswer> answers;
  private final PortLimits limits;
  private final HeldBytes held;

  /** Frames of which something has come: at most one of text, and one about the connection. */
  private final List<IncomingFrame> coming = new ArrayList<>();

  private SocketFrames(
      WebSocketChannel socket,
      Function<String, FrameAnswer> answers,
      PortLimits limits,
      HeldBytes held) {
    this.socket = socket;
    this.answers = answers;
    this.limits = limits;
    this.held = held;
  }

  /**
   * Answers what comes from now on.
   *
   * @param answers the answer to a frame
   * @param held what the port holds of all bodies and frames
   */
  static void receive(
      WebSocketChannel socket,
      Function<String, FrameAnswer> answers,
      PortLimits limits,
      HeldBytes held) {
    SocketFrames frames = new SocketFrames(socket, answers, limits, held);
    socket.addCloseTask(any -> frames.coming.forEach(IncomingFrame::abandon));
    socket.getReceiveSetter().set(frames);
    socket.resumeReceives();
  }

  /** Sends a frame and closes the socket; what comes is read and thrown away. */
  static void sendLast(WebSocketChannel socket, String frame, PortLimits limits) {
    send(socket, new FrameAnswer(frame, true), limits);
    socket.resumeReceives();
  }

  @Override
  protected void onText(WebSocketChannel channel, StreamSourceFrameChannel frame) {
    receive(frame, held, this::begin);
  }

  @Override
  protected void onBinary(WebSocketChannel channel, StreamSourceFrameChannel frame) {
    refuse(new CloseMessage(CloseMessage.PROTOCOL_ERROR, "the frame is no text, expected JSON"));
  }

  @Override
  protected void onPing(WebSocketChannel channel, StreamSourceFrameChannel frame) {
    receive(
        frame,
        null,
        bytes -> WebSockets.sendPong(ByteBuffer.wrap(bytes), socket, new Sending(socket, limits)));
  }

  @Override
  protected void onPong(WebSocketChannel channel, StreamSourceFrameChannel frame) {
    receive(frame, null, bytes -> {});
  }

  @Override
  protected void onClose(WebSocketChannel channel, StreamSourceFrameChannel frame) {
    receive(
        frame,
        null,
        bytes -> {
          if (!socket.isCloseFrameSent()) {
            close(socket, new CloseMessage(ByteBuffer.wrap(bytes)), limits);
          }
        });
  }

  private void receive(
      StreamSourceFrameChannel frame, @Nullable HeldBytes room, Consumer<byte[]> whole) {
    IncomingFrame incoming =
        new IncomingFrame(frame, room, limits.mostBodyBytes(), whole, this::refuse);
    coming.removeIf(IncomingFrame::isOver);
    coming.add(incoming);
    incoming.receive(limits.requestTime());
  }

  private void refuse(CloseMessage why) {
    WebSockets.sendClose(why, socket, null);
    IoUtils.safeClose(socket);
  }

  private void begin(byte[] frame) {
    if (socket.isCloseFrameSent()) {
      held.giveBack(frame.length);
      return;
    }
    socket.suspendReceives();
    socket.getWorker().execute(() -> answer(frame));
  }

  private void answer(byte[] frame) {
    FrameAnswer answer;
    try {
      answer = answers.apply(new String(frame, StandardCharsets.UTF_8));
    } finally {
      held.giveBack(frame.length);
    }
    send(socket, answer, limits);
  }

  private static void send(WebSocketChannel socket, FrameAnswer answer, PortLimits limits) {
    Answering answering = new Answering(socket, limits, answer.last());
    if (answer.text() == null) {
      answering.complete(socket, null);
    } else {
      WebSockets.sendText(answer.text(), socket, answering);
    }
  }

  /** Closes the server's side, and all of it if the client does not close its own in time. */
  private static void close(WebSocketChannel socket, CloseMessage why, PortLimits limits) {
    XnioExecutor.Key late = hangUpLater(socket, limits);
    socket.addCloseTask(any -> late.remove());
    WebSockets.sendClose(why, socket, null);
  }

  private static XnioExecutor.Key hangUpLater(WebSocketChannel socket, PortLimits limits) {
    return socket
        .getIoThread()
        .executeAfter(
            () -> IoUtils.safeClose(socket),
            limits.requestTime().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /**
   * Hangs up if something cannot be sent in time. The time limit that {@link WebSockets} has would
   * take it for sent instead, and leave the socket open.
   */
  private static class Sending implements WebSocketCallback<Void> {
    private final XnioExecutor.Key late;

    Sending(WebSocketChannel socket, PortLimits limits) {
      late = hangUpLater(socket, limits);
    }

    @Override
    public void complete(WebSocketChannel socket, @Nullable Void nothing) {
      late.remove();
    }

    @Override
    public void onError(WebSocketChannel socket, @Nullable Void nothing, Throwable gone) {
      late.remove();
      IoUtils.safeClose(socket);
    }
  }

  /** Reads the next frame once the answer is sent, or closes. */
  private static final class Answering extends Sending {
    private final PortLimits limits;
    private final boolean last;

    Answering(WebSocketChannel socket, PortLimits limits, boolean last) {
      super(socket, limits);
      this.limits = limits;
      this.last = last;
    }

    @Override
    public void complete(WebSocketChannel socket, @Nullable Void nothing) {
      super.complete(socket, null);
      if (last) {
        close(socket, new CloseMessage(CloseMessage.NORMAL_CLOSURE, ""), limits);
      }
      socket.resumeReceives();
    }
  }
}
