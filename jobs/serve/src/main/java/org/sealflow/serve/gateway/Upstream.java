package org.sealflow.serve.gateway;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.HttpString;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.HttpRefusal;

/** The server behind a gateway: gets every request as it came, and gives its answer. */
final class Upstream {
  private static final String AUTHORIZATION = "Authorization";
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** Headers of one connection, not of what goes through it. */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings");

  /** Headers that each connection sets anew. */
  private static final Set<String> OF_THE_REQUEST = Set.of("host", "content-length", "expect");

  private final GatewaySettings settings;
  private final HttpClient client;

  Upstream(GatewaySettings settings, Executor threads) {
    this.settings = settings;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .executor(threads)
            .build();
  }

  /**
   * The request to send.
   *
   * @throws HttpRefusal if it cannot be sent on
   */
  HttpRequest request(HttpServerExchange exchange, byte[] body) {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target(exchange))
              .method(
                  exchange.getRequestMethod().toString(),
                  body.length == 0
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofByteArray(body));
      HeaderMap headers = exchange.getRequestHeaders();
      Set<String> left = leftOut(headers.get("Connection"));
      if (!settings.agentsKeyPasses()) {
        left.add(AUTHORIZATION.toLowerCase(Locale.ROOT));
      }
      for (HeaderValues values : headers) {
        String name = values.getHeaderName().toString();
        String lower = name.toLowerCase(Locale.ROOT);
        if (!left.contains(lower) && !OF_THE_REQUEST.contains(lower)) {
          values.forEach(value -> request.header(name, value));
        }
      }
      if (settings.upstreamKey() != null) {
        request.header(AUTHORIZATION, "Bearer " + settings.upstreamKey());
      }
      return request.build();
    } catch (IllegalArgumentException | URISyntaxException odd) {
      throw HttpRefusal.wrong("the request cannot be passed on: " + odd.getMessage());
    }
  }

  private URI target(HttpServerExchange exchange) throws URISyntaxException {
    String path = exchange.getRequestURI();
    if (exchange.isHostIncludedInRequestURI()) {
      path = new URI(path).getRawPath();
    }
    if (path == null || !path.startsWith("/")) {
      throw new IllegalArgumentException("its path does not begin with /");
    }
    String query = exchange.getQueryString();
    return new URI(settings.origin() + path + (query.isEmpty() ? "" : "?" + query));
  }

  private static Set<String> leftOut(@Nullable Collection<String> connection) {
    Set<String> left = new HashSet<>(HOP_BY_HOP);
    if (connection != null) {
      for (String named : String.join(",", connection).split(",", -1)) {
        left.add(named.strip().toLowerCase(Locale.ROOT));
      }
    }
    return left;
  }

  CompletableFuture<HttpResponse<InputStream>> send(HttpRequest request) {
    return client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Sets status and headers of the answer as the upstream did. */
  static void head(HttpResponse<?> response, HttpServerExchange exchange) {
    exchange.setStatusCode(response.statusCode());
    Map<String, List<String>> headers = response.headers().map();
    Set<String> left = leftOut(headers.get("connection"));
    for (Map.Entry<String, List<String>> header : headers.entrySet()) {
      if (!left.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        exchange.getResponseHeaders().putAll(new HttpString(header.getKey()), header.getValue());
      }
    }
  }
}
