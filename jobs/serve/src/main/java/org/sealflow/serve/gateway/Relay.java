package org.sealflow.serve.gateway;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
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
    HttpUriRequestBase request;
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
      caller.onGone(request::cancel);
      try (ClassicHttpResponse response = answer(exchange, request, caller)) {
        if (response == null) {
          if (heard != null && caller.gone()) {
            recorder.abandoned();
          }
          return;
        }
        boolean passed = false;
        try {
          passed = pass(response, exchange, caller, heard);
        } finally {
          if (!passed) {
            // Otherwise closing the answer would read what is left of it.
            request.cancel();
          }
        }
        if (heard == null) {
          return;
        }
        if (passed || heard.isWhole(length(response))) {
          record(exchange, body, response, heard, begun);
        } else {
          recorder.abandoned();
        }
      }
    }
  }

  private static boolean isChat(HttpServerExchange exchange) {
    return exchange.getRequestMethod().toString().equals("POST")
        && exchange.getRequestPath().endsWith(CHATS);
  }

  /** The upstream's answer; null if there is none, which the caller has been told. */
  private @Nullable ClassicHttpResponse answer(
      HttpServerExchange exchange, HttpUriRequestBase request, CallerWatch.Watched caller)
      throws IOException {
    try {
      return upstream.send(request);
    } catch (IOException failed) {
      if (request.isCancelled()) {
        exchange.getConnection().close();
      } else {
        caller.lastByteIsNext();
        send(exchange, unreachable(failed));
      }
      return null;
    }
  }

  private Answer unreachable(IOException failure) {
    String why = failure.getMessage() == null ? "" : failure.getMessage();
    return ApiError.unreachable(
            "the server at "
                + settings.upstream()
                + " does not answer ("
                + (why.isBlank() ? failure.getClass().getSimpleName() : why)
                + "): is it running?")
        .answer();
  }

  /** The length that an answer says it has; -1 if it does not. */
  private static long length(ClassicHttpResponse response) {
    return response.getEntity() == null ? -1 : response.getEntity().getContentLength();
  }

  /** Passes an answer on; whether it came to its end and was taken. */
  private static boolean pass(
      ClassicHttpResponse response,
      HttpServerExchange exchange,
      CallerWatch.Watched caller,
      @Nullable KeptBytes heard)
      throws IOException {
    try {
      Upstream.head(response, exchange);
      OutputStream out = exchange.getOutputStream();
      if (response.getEntity() != null) {
        pass(response.getEntity().getContent(), length(response), out, caller, heard);
      }
      caller.lastByteIsNext();
      caller.end(out);
      return true;
    } catch (IOException brokenOff) {
      // Ended in order, the caller would take what it has for the whole.
      exchange.getConnection().close();
      return false;
    }
  }

  private static void pass(
      InputStream body,
      long length,
      OutputStream out,
      CallerWatch.Watched caller,
      @Nullable KeptBytes heard)
      throws IOException {
    byte[] chunk = new byte[CHUNK];
    long passed = 0;
    for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
      passed += read;
      if (passed == length) {
        caller.lastByteIsNext();
      }
      caller.write(out, chunk, read);
      if (heard != null) {
        heard.add(chunk, read);
      }
    }
  }

  private void record(
      HttpServerExchange exchange,
      byte[] request,
      ClassicHttpResponse response,
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
                response.getCode(),
                header(response, "Content-Type"),
                header(response, "Content-Encoding"),
                ByteBuffer.wrap(heard.bytes())),
            new HeardCall.Span(begun, clock.instant())));
  }

  private static String header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? "" : header.getValue();
  }

  /** Sends an answer of the gateway's own. */
  private void send(HttpServerExchange exchange, Answer answer) throws IOException {
    HttpListener.send(exchange, answer, settings.place().limits().requestTime());
  }
}
