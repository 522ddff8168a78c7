package org.sealflow.serve.openenv;

import io.undertow.Handlers;
import io.undertow.server.HttpHandler;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.spi.WebSocketHttpExchange;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the sockets of one base path. A socket has a session of its own, which ends with it; or
 * is attached to one that was created before and outlives it.
 */
final class OpenEnvSockets {
  private final OpenEnvPlay play;
  private final OpenEnvRpc rpc;
  private final AttachedSockets attached;
  private final int mostBytes;

  /**
   * Sockets of a base path.
   *
   * @param mostBytes longest frame
   */
  OpenEnvSockets(OpenEnvPlay play, OpenEnvRpc rpc, AttachedSockets attached, int mostBytes) {
    this.play = play;
    this.rpc = rpc;
    this.attached = attached;
    this.mostBytes = mostBytes;
  }

  /**
   * Makes the handshakes.
   *
   * @param isRpc whether the frames are JSON-RPC
   */
  HttpHandler handler(boolean isRpc) {
    return Handlers.websocket((exchange, channel) -> accept(exchange, channel, isRpc));
  }

  private void accept(WebSocketHttpExchange exchange, WebSocketChannel channel, boolean isRpc) {
    String session;
    try {
      session = session(exchange, channel);
    } catch (OpenEnvError refused) {
      SocketFrames.sendLast(channel, refused.message().toString());
      channel.resumeReceives();
      return;
    }
    OpenEnvMessages messages = new OpenEnvMessages(play, rpc, session);
    Function<String, @Nullable String> answer =
        isRpc ? frame -> rpc.frame(frame, session) : frame -> messages.answer(frame).orElse(null);
    channel.getReceiveSetter().set(new SocketFrames(answer, mostBytes));
    channel.resumeReceives();
  }

  /** The socket's session, which ends or is detached when the socket closes, however it does. */
  private String session(WebSocketHttpExchange exchange, WebSocketChannel channel) {
    List<String> named = exchange.getRequestParameters().get("session_id");
    if (named == null || named.isEmpty()) {
      String session = play.open();
      channel.addCloseTask(any -> play.close(session));
      return session;
    }
    String session = named.get(0);
    if (!play.has(session)) {
      throw OpenEnvError.of(
          OpenEnvError.Code.SESSION_ERROR,
          "no session '" + session + "': create one by openenv/session/create");
    }
    if (!attached.attach(session)) {
      throw OpenEnvError.of(
          OpenEnvError.Code.SESSION_ERROR,
          "the session '" + session + "' has a socket: close that one first");
    }
    channel.addCloseTask(
        any -> {
          if (attached.detach(session)) {
            play.close(session);
          }
        });
    return session;
  }
}
