package org.sealflow.serve.openenv;

import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.CloseMessage;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;

/**
 * Answers the text frames of a socket one after another, in a worker's thread; no frame is read
 * while one is answered, so that a client that sends without end waits.
 */
final class SocketFrames extends AbstractReceiveListener {
  private final Function<String, @Nullable String> answers;
  private final int mostBytes;

  /**
   * Frames of a socket.
   *
   * @param answers the answer to a frame; null if the socket is to be closed
   * @param mostBytes longest frame; a longer one closes the socket
   */
  SocketFrames(Function<String, @Nullable String> answers, int mostBytes) {
    this.answers = answers;
    this.mostBytes = mostBytes;
  }

  @Override
  protected long getMaxTextBufferSize() {
    return mostBytes;
  }

  @Override
  protected long getMaxBinaryBufferSize() {
    return mostBytes;
  }

  @Override
  protected void onFullTextMessage(WebSocketChannel channel, BufferedTextMessage message) {
    String frame = message.getData();
    channel.suspendReceives();
    channel.getWorker().execute(() -> answer(channel, frame));
  }

  private void answer(WebSocketChannel channel, String frame) {
    String answer = answers.apply(frame);
    if (answer == null) {
      WebSockets.sendClose(CloseMessage.NORMAL_CLOSURE, "", channel, null);
      channel.resumeReceives();
      return;
    }
    WebSockets.sendText(answer, channel, new ReadOn());
  }

  /** Reads the next frame once the answer is sent. */
  private static final class ReadOn implements WebSocketCallback<Void> {
    @Override
    public void complete(WebSocketChannel channel, Void nothing) {
      channel.resumeReceives();
    }

    @Override
    public void onError(WebSocketChannel channel, Void nothing, Throwable gone) {
      IoUtils.safeClose(channel);
    }
  }

  /** Sends a frame and closes the socket. */
  static void sendLast(WebSocketChannel channel, String frame) {
    WebSockets.sendText(
        frame,
        channel,
        new WebSocketCallback<Void>() {
          @Override
          public void complete(WebSocketChannel sent, Void nothing) {
            WebSockets.sendClose(CloseMessage.NORMAL_CLOSURE, "", sent, null);
          }

          @Override
          public void onError(WebSocketChannel sent, Void nothing, Throwable gone) {
            IoUtils.safeClose(sent);
          }
        });
  }
}
