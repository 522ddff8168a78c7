package org.sealflow.serve.gateway;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.ApiError;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpListener;
import org.sealflow.serve.http.HttpRefusal;

/** Passes requests on and their answers back, byte by byte as they come. Thread-safe. */
final class Relay {
  private static final int CHUNK = 1 << 14;
  private static final String CHATS = "/chat/completions";

  private final GatewaySettings settings;
  private final Upstream upstream;
  private final CallerWatch callers;
  private final CallRecorder recorder;
  private final Clock clock;

  Relay(
      GatewaySettings settings,
      Upstream upstream,
      CallerWatch callers,
      CallRecorder recorder,
      Clock clock) {
    this.settings = settings;
    this.upstream = upstream;
    this.callers = callers;
    this.recorder = recorder;
    this.clock = clock;
  }

  /** Answers a request, from a thread that may wait. */
  void relay(HttpServerExchange exchange, byte[] body) throws IOException {
    Instant begun = clock.instant();
    boolean chat = isChat(exchange);
    HttpRequest request;
    try {
      request =
          upstream.request(
              exchange, chat && settings.askTokens() ? TokenRequest.asking(body) : body);
    } catch (HttpRefusal refusal) {
      send(exchange, ApiError.of(refusal).answer());
      return;
    }
    KeptBytes heard = chat ? new KeptBytes(recorder.mostCallBytes()) : null;
    try (CallerWatch.Watched caller = callers.watch(exchange)) {
      HttpResponse<InputStream> response = answer(exchange, request, caller);
      if (response == null) {
        if (heard != null && caller.gone()) {
          recorder.abandoned();
        }
        return;
      }
      boolean passed = pass(response, exchange, caller, heard);
      if (heard == null) {
        return;
      }
      if (passed || heard.isWhole(response.headers())) {
        record(exchange, body, response, heard, begun);
      } else {
        recorder.abandoned();
      }
    }
  }

  private static boolean isChat(HttpServerExchange exchange) {
    return exchange.getRequestMethod().toString().equals("POST")
        && exchange.getRequestPath().endsWith(CHATS);
  }

  /** The upstream's answer; null if there is none, which the caller has been told. */
  private @Nullable HttpResponse<InputStream> answer(
      HttpServerExchange exchange, HttpRequest request, CallerWatch.Watched caller)
      throws IOException {
    CompletableFuture<HttpResponse<InputStream>> coming = upstream.send(request);
    caller.onGone(() -> coming.cancel(true));
    try {
      return coming.get();
    } catch (CancellationException gone) {
      exchange.getConnection().close();
    } catch (ExecutionException failed) {
      caller.lastByteIsNext();
      send(exchange, unreachable(failed.getCause()));
    } catch (InterruptedException closing) {
      coming.cancel(true);
      Thread.currentThread().interrupt();
      exchange.getConnection().close();
    }
    return null;
  }

  private Answer unreachable(@Nullable Throwable failure) {
    String why = failure == null || failure.getMessage() == null ? "" : failure.getMessage();
    String kind = failure == null ? "" : failure.getClass().getSimpleName();
    return ApiError.unreachable(
            "the server at "
                + settings.upstream()
                + " does not answer ("
                + (why.isBlank() ? kind : why)
                + "): is it running?")
        .answer();
  }

  /** Passes an answer on; whether it came to its end and was taken. */
  private static boolean pass(
      HttpResponse<InputStream> response,
      HttpServerExchange exchange,
      CallerWatch.Watched caller,
      @Nullable KeptBytes heard)
      throws IOException {
    try (InputStream body = response.body()) {
      caller.onGone(() -> close(body));
      Upstream.head(response, exchange);
      OutputStream out = exchange.getOutputStream();
      byte[] chunk = new byte[CHUNK];
      long left = response.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
      for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
        left -= read;
        if (left == 0) {
          caller.lastByteIsNext();
        }
        caller.write(out, chunk, read);
        if (heard != null) {
          heard.add(chunk, read);
        }
      }
      caller.lastByteIsNext();
      out.close();
      return true;
    } catch (IOException brokenOff) {
      // Ended in order, the caller would take what it has for the whole.
      exchange.getConnection().close();
      return false;
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException closed) {
      // It is what was wanted.
    }
  }

  private void record(
      HttpServerExchange exchange,
      byte[] request,
      HttpResponse<InputStream> response,
      KeptBytes heard,
      Instant begun) {
    if (heard.tooLong()) {
      recorder.tooLarge();
      return;
    }
    recorder.offer(
        new HeardCall(
            CallLabels.of(settings.labels(), name -> exchange.getRequestHeaders().getFirst(name)),
            ByteBuffer.wrap(request),
            new HeardCall.RawAnswer(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.headers().firstValue("Content-Encoding").orElse(""),
                ByteBuffer.wrap(heard.bytes())),
            new HeardCall.Span(begun, clock.instant())));
  }

  /** Sends an answer of the gateway's own. */
  private void send(HttpServerExchange exchange, Answer answer) throws IOException {
    HttpListener.send(exchange, answer, settings.place().limits().requestTime());
  }
}
