package org.sealflow.serve.openenv;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.TestingCaller;

/** A client of the JDK on a socket: sends frames, written with ' for ", and reads answers. */
final class TestingSocket implements AutoCloseable {
  private static final String CLOSED = "closed";

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final Semaphore pongs = new Semaphore(0);
  private final WebSocket socket;

  TestingSocket(URI root, String path) {
    URI place = URI.create("ws" + root.resolve(path).toString().substring("http".length()));
    socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(place, new Listener()).join();
  }

  /** Puts whole texts into the queue, and a word at the end. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        heard.add(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
      pongs.release();
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      heard.add(CLOSED);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      heard.add(CLOSED);
    }
  }

  /** Sends a frame as it is. */
  void send(String frame) {
    socket.sendText(frame, true).join();
  }

  /** Sends a part of a frame that goes on. */
  void sendPart(String part) {
    socket.sendText(part, false).join();
  }

  /** Sends a frame on which the server closes, perhaps before it has all of it. */
  void sendInVain(String frame) {
    inVain(() -> send(frame));
  }

  /** Sends a part of a frame on which the server closes, perhaps before it has that part. */
  void sendPartInVain(String part) {
    inVain(() -> sendPart(part));
  }

  private static void inVain(Runnable sending) {
    try {
      sending.run();
    } catch (CompletionException closed) {
      assertThat(closed).hasCauseInstanceOf(IOException.class);
    }
  }

  /** Sends a frame that is no text. */
  void sendBytes(byte[] frame) {
    socket.sendBinary(ByteBuffer.wrap(frame), true).join();
  }

  void ping() {
    socket.sendPing(ByteBuffer.allocate(0)).join();
  }

  /** Waits for the answer to a ping. */
  void awaitPong() throws InterruptedException {
    assertThat(pongs.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Sends a frame and waits for its answer. */
  JsonNode ask(String frame) throws Exception {
    send(frame.replace('\'', '"'));
    return next();
  }

  /** The next answer. */
  JsonNode next() throws Exception {
    return TestingCaller.JSON.readTree(raw());
  }

  private String raw() throws InterruptedException {
    String text = heard.poll(30, TimeUnit.SECONDS);
    if (text == null) {
      throw new AssertionError("the server is silent");
    }
    return text;
  }

  /** Waits until the server has closed. */
  boolean isClosedByServer() throws InterruptedException {
    return raw().equals(CLOSED);
  }

  /** Breaks the connection as a crash does. */
  void crash() {
    socket.abort();
  }

  @Override
  public void close() {
    socket.abort();
  }
}
