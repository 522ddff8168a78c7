package org.sealflow.serve.openenv;

import io.undertow.Handlers;
import io.undertow.server.HttpHandler;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.spi.WebSocketHttpExchange;
import java.util.List;
import java.util.function.Function;
import org.sealflow.serve.http.HeldBytes;
import org.sealflow.serve.http.PortLimits;

/**
 * Accepts the sockets of one base path. A socket has a session of its own, which ends with it; or
 * is attached to one that was created before and outlives it.
 */
final class OpenEnvSockets {
  private final OpenEnvPlay play;
  private final OpenEnvRpc rpc;
  private final AttachedSockets attached;
  private final PortLimits limits;
  private final HeldBytes held;

  /**
   * Sockets of a base path.
   *
   * @param held what the port holds of all bodies and frames
   */
  OpenEnvSockets(
      OpenEnvPlay play,
      OpenEnvRpc rpc,
      AttachedSockets attached,
      PortLimits limits,
      HeldBytes held) {
    this.play = play;
    this.rpc = rpc;
    this.attached = attached;
    this.limits = limits;
    this.held = held;
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
      SocketFrames.sendLast(channel, refused.message().toString(), limits);
      return;
    }
    OpenEnvMessages messages = new OpenEnvMessages(play, rpc, session);
    Function<String, FrameAnswer> answers =
        isRpc ? frame -> FrameAnswer.of(rpc.frame(frame, session)) : messages::answer;
    SocketFrames.receive(channel, answers, limits, held);
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
