package org.sealflow.serve.gateway;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
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
    try (CallerWatch.Watched caller = callers.watch(exchange)) {
      caller.onGone(request::cancel);
      try (ClassicHttpResponse response = answer(exchange, request, caller)) {
        if (response == null) {
          if (chat && caller.gone()) {
            recorder.abandoned();
          }
          return;
        }
        PassingAnswer heard =
            chat
                ? new PassingAnswer(recorder, labels(exchange), body, response, begun, clock)
                : null;
        boolean passed = false;
        try {
          passed = pass(response, exchange, caller, heard);
        } finally {
          if (!passed) {
            // Otherwise closing the answer would read what is left of it.
            request.cancel();
          }
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

  /** Passes an answer on; whether it came to its end and was taken. */
  private static boolean pass(
      ClassicHttpResponse response,
      HttpServerExchange exchange,
      CallerWatch.Watched caller,
      @Nullable PassingAnswer heard)
      throws IOException {
    try {
      Upstream.head(response, exchange);
      OutputStream out = exchange.getOutputStream();
      if (response.getEntity() != null) {
        long length = PassingAnswer.length(response);
        pass(response.getEntity().getContent(), length, out, caller, heard);
      }
      if (heard != null) {
        heard.end();
      }
      caller.lastByteIsNext();
      caller.end(out);
      return true;
    } catch (IOException brokenOff) {
      // Ended in order, the caller would take what it has for the whole.
      exchange.getConnection().close();
      if (heard != null) {
        heard.breakOff();
      }
      return false;
    }
  }

  private static void pass(
      InputStream body,
      long length,
      OutputStream out,
      CallerWatch.Watched caller,
      @Nullable PassingAnswer heard)
      throws IOException {
    byte[] chunk = new byte[CHUNK];
    long passed = 0;
    for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
      passed += read;
      if (passed == length) {
        caller.lastByteIsNext();
      }
      if (heard != null) {
        heard.next(chunk, read);
      }
      caller.write(out, chunk, read);
    }
  }

  private CallLabels labels(HttpServerExchange exchange) {
    return CallLabels.of(settings.labels(), name -> exchange.getRequestHeaders().getFirst(name));
  }

  /** Sends an answer of the gateway's own. */
  private void send(HttpServerExchange exchange, Answer answer) throws IOException {
    HttpListener.send(exchange, answer, settings.place().limits().requestTime());
  }
}
