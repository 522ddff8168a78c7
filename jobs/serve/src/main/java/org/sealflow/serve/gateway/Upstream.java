package org.sealflow.serve.gateway;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.HttpRefusal;

/** The server behind a gateway: gets every request as it came, and gives its answer. */
final class Upstream implements AutoCloseable {
  private static final String AUTHORIZATION = "Authorization";
  private static final Timeout CONNECT = Timeout.ofSeconds(10);
  private static final TimeValue IDLE = TimeValue.ofSeconds(30);

  /** How long a connection may wait before it is looked at for whether the upstream closed it. */
  private static final TimeValue UNWATCHED = TimeValue.ofSeconds(1);

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
  private final CloseableHttpClient client;

  Upstream(GatewaySettings settings) {
    this.settings = settings;
    client =
        HttpClients.custom()
            .setConnectionManager(connections(settings.place().limits().mostCalls()))
            .setRoutePlanner(new SystemDefaultRoutePlanner(ProxySelector.getDefault()))
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setProtocolUpgradeEnabled(false)
                    .setResponseTimeout(Timeout.DISABLED)
                    .build())
            .evictIdleConnections(IDLE)
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableContentCompression()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableDefaultUserAgent()
            .build();
  }

  /** As many connections as there are calls: the port's limit is the one that callers hear of. */
  private static HttpClientConnectionManager connections(int most) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setMaxConnTotal(most)
        .setMaxConnPerRoute(most)
        .setTlsSocketStrategy(DefaultClientTlsStrategy.createSystemDefault())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(CONNECT)
                .setSocketTimeout(Timeout.DISABLED)
                .setValidateAfterInactivity(UNWATCHED)
                .build())
        .build();
  }

  /**
   * The request to send.
   *
   * @throws HttpRefusal if it cannot be sent on
   */
  HttpUriRequestBase request(HttpServerExchange exchange, byte[] body) {
    try {
      HttpUriRequestBase request =
          new HttpUriRequestBase(exchange.getRequestMethod().toString(), settings.upstream());
      request.setPath(target(exchange));
      if (body.length > 0) {
        request.setEntity(new ByteArrayEntity(body, null));
      }
      HeaderMap headers = exchange.getRequestHeaders();
      Set<String> left = leftOut(headers.get("Connection"));
      if (!settings.agentsKeyPasses()) {
        left.add(AUTHORIZATION.toLowerCase(Locale.ROOT));
      }
      for (HeaderValues values : headers) {
        String name = values.getHeaderName().toString();
        String lower = name.toLowerCase(Locale.ROOT);
        if (!left.contains(lower) && !OF_THE_REQUEST.contains(lower)) {
          values.forEach(value -> request.addHeader(name, value));
        }
      }
      if (settings.upstreamKey() != null) {
        request.setHeader(AUTHORIZATION, "Bearer " + settings.upstreamKey());
      }
      return request;
    } catch (IllegalArgumentException | URISyntaxException odd) {
      throw HttpRefusal.wrong("the request cannot be passed on: " + odd.getMessage());
    }
  }

  private static String target(HttpServerExchange exchange) throws URISyntaxException {
    String path = exchange.getRequestURI();
    if (exchange.isHostIncludedInRequestURI()) {
      path = new URI(path).getRawPath();
    }
    if (path == null || !path.startsWith("/")) {
      throw new IllegalArgumentException("its path does not begin with /");
    }
    String query = exchange.getQueryString();
    return path + (query.isEmpty() ? "" : "?" + query);
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

  /**
   * Sends a request and waits for the head of its answer; the caller closes that.
   *
   * @throws IOException if there is none, or the request was cancelled
   */
  ClassicHttpResponse send(HttpUriRequestBase request) throws IOException {
    return client.executeOpen(null, request, null);
  }

  /** Sets status and headers of the answer as the upstream did. */
  static void head(ClassicHttpResponse response, HttpServerExchange exchange) {
    exchange.setStatusCode(response.getCode());
    Set<String> left =
        leftOut(Arrays.stream(response.getHeaders("Connection")).map(Header::getValue).toList());
    for (Header header : response.getHeaders()) {
      if (!left.contains(header.getName().toLowerCase(Locale.ROOT))) {
        exchange.getResponseHeaders().add(new HttpString(header.getName()), header.getValue());
      }
    }
  }

  /** Breaks off what is still under way. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }
}
