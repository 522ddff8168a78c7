package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.python.Reference;

/** Searches what servers write and print for the secrets that they were given and shown. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ServeSecretsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KEY = "key-of-the-server-5521";
  private static final String UPSTREAM_KEY = "key-of-the-upstream-7734";
  private static final String PASSWORD = "password-of-the-store-9180";
  private static final String WRONG_KEY = "key-of-a-stranger-3306";

  @TempDir private Path secrets;
  @TempDir private Path written;
  private final List<String> keysShown = new CopyOnWriteArrayList<>();
  private HttpServer upstream;
  private SSLContext trusting;

  @BeforeEach
  void makeSecretsAndUpstream() throws Exception {
    Files.writeString(secrets.resolve("key"), KEY + "\n");
    Files.writeString(secrets.resolve("upstream"), UPSTREAM_KEY + "\n");
    Files.writeString(secrets.resolve("password"), PASSWORD + "\n");
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Process made =
        new ProcessBuilder(
                (keytool
                        + " -genkeypair -alias server -keyalg EC -dname CN=localhost -ext"
                        + " SAN=ip:127.0.0.1 -validity 2 -storetype PKCS12 -keystore "
                        + secrets.resolve("store.p12")
                        + " -storepass "
                        + PASSWORD)
                    .split(" "))
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
    trusting = trusting(secrets.resolve("store.p12"));
    upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.createContext(
        "/",
        exchange -> {
          try (exchange) {
            keysShown.add(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body =
                "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"good evening\"}}]}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    upstream.start();
  }

  @AfterEach
  void stop() {
    upstream.stop(0);
  }

  private static SSLContext trusting(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  /** Runs a server that talks much, until the calls are done; keeps all that it prints. */
  private void served(String name, Calls calls, String... options) throws Exception {
    List<String> line =
        TestingServe.command(
            name,
            "--verbose",
            "--json",
            "--api-key-file",
            secrets.resolve("key").toString(),
            "--tls-key-store",
            secrets.resolve("store.p12").toString(),
            "--tls-password-file",
            secrets.resolve("password").toString());
    line.addAll(List.of(options));
    Path errors = written.resolve(name + ".err");
    Process process = new ProcessBuilder(line).redirectError(errors.toFile()).start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      String said = output.readLine();
      assertThat(said).as(Files.readString(errors)).isNotNull();
      Files.writeString(written.resolve(name + ".out"), said);
      calls.make(JSON.readTree(said));
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      Files.writeString(
          written.resolve(name + ".rest"), String.join("\n", output.lines().toList()));
    } finally {
      process.destroyForcibly();
    }
  }

  private interface Calls {
    void make(JsonNode announced) throws Exception;
  }

  private HttpResponse<String> post(String url, String key, String body) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(trusting)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private List<String> filesThatHold(String text) throws IOException {
    try (Stream<Path> files = Files.walk(written)) {
      List<String> holding = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
          holding.add(file.getFileName().toString());
        }
      }
      return holding;
    }
  }

  @Test
  void noFileAndNoLogHoldsASecret() throws Exception {
    served(
        "gateway",
        announced -> {
          String chat = announced.path("url").asText() + "/chat/completions";
          assertThat(chat).startsWith("https://");
          String body =
              "{\"messages\": [{\"role\": \"user\", \"content\": \"words-of-a-conversation\"}]}";
          assertThat(post(chat, KEY, body).statusCode()).isEqualTo(200);
          assertThat(post(chat, WRONG_KEY, body).statusCode()).isEqualTo(401);
          String plain = chat.replace("https:", "http:");
          assertThatThrownBy(() -> post(plain, KEY, body)).isInstanceOf(IOException.class);
        },
        "--port",
        "0",
        "--upstream",
        "http://127.0.0.1:" + upstream.getAddress().getPort() + "/v1",
        "--upstream-key-file",
        secrets.resolve("upstream").toString(),
        "--record",
        written.resolve("conversations.jsonl").toString());
    served(
        "environment",
        announced -> {
          String create = announced.path("agentevolver").asText() + "create";
          String body = "{\"task_id\": \"multi_turn_base_0\", \"instance_id\": \"i\"}";
          assertThat(post(create, KEY, body).statusCode()).isEqualTo(200);
          assertThat(post(create, WRONG_KEY, body).statusCode()).isEqualTo(401);
        },
        "--agentevolver-port",
        "0",
        "--tasks",
        Reference.repository().resolve("data/tasks").toString());
    assertThat(keysShown).containsExactly("Bearer " + UPSTREAM_KEY);
    assertThat(filesThatHold("words-of-a-conversation")).contains("conversations.jsonl");
    assertThat(filesThatHold("https://127.0.0.1:")).contains("gateway.out", "environment.out");
    for (String secret : List.of(KEY, UPSTREAM_KEY, PASSWORD, WRONG_KEY)) {
      assertThat(filesThatHold(secret)).as(secret).isEmpty();
    }
  }
}
