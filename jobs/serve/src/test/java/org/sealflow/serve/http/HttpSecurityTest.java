package org.sealflow.serve.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shows who a port lets in, in plain text and over TLS. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HttpSecurityTest {
  private static final String PASSWORD = "store-password";
  private static final PortSecurity KEYED =
      new PortSecurity(BearerKey.of("s3cret"), TlsIdentity.none());

  @TempDir private static Path folder;
  private static Path store;
  private static SSLContext trusting;

  @BeforeAll
  static void makeCertificate() throws Exception {
    store = TestingCertificates.write(folder.resolve("server.p12"), PASSWORD);
    trusting = TestingCertificates.trusting(store, PASSWORD);
  }

  private static TestingPort overTls(PortLimits limits, BearerKey key) throws IOException {
    TlsIdentity identity = TlsIdentity.read(store, PASSWORD.toCharArray());
    return new TestingPort(limits, new PortSecurity(key, identity));
  }

  private static HttpResponse<String> get(String url, @Nullable String authorization)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return HttpClient.newBuilder()
        .sslContext(trusting)
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theKeyIsShownAsBearerOrAsPassword() throws Exception {
    try (TestingPort port = new TestingPort(TestingPort.LIMITS, KEYED)) {
      for (String right :
          List.of("Bearer s3cret", "bearer s3cret", basic("anybody:s3cret"), basic(":s3cret"))) {
        assertThat(get(port.url("/"), right).statusCode()).as(right).isEqualTo(200);
      }
      for (String wrong :
          List.of(
              "s3cret",
              "Bearer",
              "Bearer s3cre",
              "Bearer s3cret2",
              "Bearer S3CRET",
              "Digest s3cret",
              basic("s3cret"),
              basic("s3cret:"),
              "Basic !!")) {
        assertThat(get(port.url("/"), wrong).statusCode()).as(wrong).isEqualTo(401);
      }
      HttpResponse<String> none = get(port.url("/"), null);
      assertThat(none.statusCode()).isEqualTo(401);
      assertThat(none.body())
          .isEqualTo(
              "{\"detail\":\"the bearer key is missing or wrong: send the header Authorization:"
                  + " Bearer KEY\"}");
      assertThat(none.headers().firstValue("WWW-Authenticate")).contains("Bearer");
      assertThat(get(port.url("/health"), null).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void noDisguiseOfAnOpenPathLetsAnybodyIn() throws Exception {
    try (TestingPort port = new TestingPort(TestingPort.LIMITS, KEYED)) {
      for (String path :
          List.of("/health/", "//health", "/health/../held", "/health;/held", "/%2fhealth", "*")) {
        assertThat(port.asked("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
            .as(path)
            .doesNotContain("200 OK");
      }
      assertThat(port.held.get()).isZero();
    }
  }

  @Test
  void aStrangersBodyIsNotReadBeforeHeIsTurnedAway() throws Exception {
    try (TestingPort port = new TestingPort(TestingPort.LIMITS, KEYED);
        Socket stranger =
            port.sending("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n")) {
      byte[] head = stranger.getInputStream().readNBytes(12);
      assertThat(new String(head, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 401");
    }
  }

  @Test
  void overTlsTheCertificateIsShownAndTheKeyAsked() throws Exception {
    try (TestingPort port = overTls(TestingPort.LIMITS, BearerKey.of("s3cret"))) {
      assertThat(port.url("/")).startsWith("https://127.0.0.1:");
      assertThat(get(port.url("/"), "Bearer s3cret").body()).isEqualTo("-");
      assertThat(get(port.url("/"), null).statusCode()).isEqualTo(401);
      assertThatThrownBy(
              () ->
                  HttpClient.newHttpClient()
                      .send(
                          HttpRequest.newBuilder(URI.create(port.url("/"))).build(),
                          HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void plainHttpAtATlsPortIsHungUpOn() throws Exception {
    try (TestingPort port = overTls(TestingPort.LIMITS, BearerKey.none())) {
      String heard = port.asked("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      // An alert of TLS at most.
      assertThat(heard).doesNotContain("HTTP").hasSizeLessThan(32);
      assertThat(get(port.url("/"), null).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aHandshakeThatStopsHalfwayIsHungUpOn() throws Exception {
    PortLimits limits =
        TestingPort.limits(
            4, 100, Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(400));
    try (TestingPort port = overTls(limits, BearerKey.none());
        Socket halfway = port.connect()) {
      // The first bytes of a record that is said to hold 512.
      halfway.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
      assertThat(TestingPort.heard(halfway)).hasSizeLessThan(32);
      assertThat(get(port.url("/"), null).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aKeyStoreThatCannotBeUsedIsOneLineWithoutItsPassword() throws Exception {
    Path text = Files.writeString(folder.resolve("text.p12"), "no key store");
    Path trust = TestingCertificates.writeTrust(store, PASSWORD, folder.resolve("trust.p12"));
    Path absent = folder.resolve("absent.p12");
    assertThatThrownBy(() -> TlsIdentity.read(store, "wr0ng".toCharArray()))
        .isInstanceOf(IOException.class)
        .hasMessage("the password of the key store " + store + " is wrong");
    assertThatThrownBy(() -> TlsIdentity.read(absent, PASSWORD.toCharArray()))
        .hasMessage("no key store " + absent + ": give a PKCS12 file");
    assertThatThrownBy(() -> TlsIdentity.read(text, PASSWORD.toCharArray()))
        .hasMessageStartingWith("the key store " + text + " cannot be read as PKCS12: ")
        .hasMessageNotContaining(PASSWORD);
    assertThatThrownBy(() -> TlsIdentity.read(trust, PASSWORD.toCharArray()))
        .hasMessage(
            "the key store " + trust + " has no private key: export certificate and key into it");
  }

  @Test
  void noSecretIsPrinted() throws Exception {
    PortSettings settings =
        new PortSettings(
            "127.0.0.1",
            0,
            PortLimits.USUAL,
            new PortSecurity(
                BearerKey.of("s3cret"), TlsIdentity.read(store, PASSWORD.toCharArray())));
    assertThat(settings.toString()).doesNotContain("s3cret").doesNotContain(PASSWORD);
  }
}
