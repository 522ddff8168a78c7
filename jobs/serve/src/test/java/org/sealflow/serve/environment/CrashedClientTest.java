package org.sealflow.serve.environment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.SessionSettings;
import org.sealflow.serve.session.TestingSessions;

/**
 * Clients of HTTP may come back by another connection, as pools of connections do after a long
 * answer of the policy: a connection that breaks says nothing, and the idle time frees the world.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CrashedClientTest {
  private static final Duration IDLE = Duration.ofMillis(4);
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: ([0-9]+)");

  private final TestingSessions shop = new TestingSessions(1);
  private EnvironmentServer server;

  private URI start(Protocol protocol) throws IOException {
    PortSettings place = new PortSettings("127.0.0.1", 0, 1 << 20, 64, Duration.ZERO);
    server =
        EnvironmentServer.start(
            new ServedEnvironments(List.of(shop.tasks)),
            Map.of(protocol, place),
            new SessionSettings(1, IDLE),
            Rules.of(null),
            "1.2.3",
            shop.clock);
    return server.urls().get(protocol);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Posts and crashes once the answer is there: the connection is reset. */
  private static String postAndCrash(URI url, String path, String json) throws IOException {
    String body = json.replace('\'', '"');
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      String request =
          "POST "
              + path
              + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      StringBuilder answer = new StringBuilder();
      while (answer.indexOf("\r\n\r\n") < 0) {
        answer.append((char) socket.getInputStream().read());
      }
      assertThat(answer.toString()).startsWith("HTTP/1.1 200");
      Matcher length = LENGTH.matcher(answer);
      assertThat(length.find()).isTrue();
      byte[] rest = socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
      socket.setSoLinger(true, 0);
      return answer + new String(rest, StandardCharsets.UTF_8);
    }
  }

  private static String header(String answer, String name) {
    return answer
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 2);
  }

  private static Heard post(URI url, String path, String json, String... headers)
      throws IOException, InterruptedException {
    TestingCaller caller = new TestingCaller(url, null);
    HttpRequest.Builder request =
        caller
            .request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
    return caller.send(headers.length == 0 ? request : request.headers(headers));
  }

  /** The world was played in by another connection; now nobody does. */
  private void itsWorldIsFreedOnceItIsIdle() {
    assertThat(shop.heard).containsExactly("answered 0.0");
    shop.clock.pass(IDLE.plusMillis(1));
    while (shop.heard.size() < 2) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(shop.heard).containsExactly("answered 0.0", "CANCELLED: the session expired");
  }

  @Test
  void anInstanceOutlivesTheConnectionAndIsFreedOnceIdle() throws Exception {
    URI url = start(Protocol.AGENTEVOLVER);
    String unused =
        postAndCrash(url, "/create", "{'env_type':'shop','task_id':'shop_1','instance_id':'i'}");
    String step =
        "{'instance_id':'i','messages':{'role':'assistant','content':'"
            + TestingSessions.total().replace("\n", "\\n").replace("\"", "\\\"")
            + "'}}";
    assertThat(post(url, "/step", step).status()).isEqualTo(200);
    itsWorldIsFreedOnceItIsIdle();
  }

  @Test
  void aSessionOfOpenEnvOutlivesTheConnectionAndIsFreedOnceIdle() throws Exception {
    URI url = start(Protocol.OPENENV);
    String created =
        postAndCrash(
            url, "/shop/turns/mcp", "{'jsonrpc':'2.0','method':'openenv/session/create','id':1}");
    JsonNode rpc = TestingCaller.JSON.readTree(created.substring(created.indexOf('{')));
    String session = "'session_id':'" + rpc.at("/result/session_id").asText() + "'";
    String step =
        "{"
            + session
            + ",'action':{'message':'','calls':[{'name':'total','arguments':{},'id':'c'}]}}";
    assertThat(post(url, "/shop/turns/step", step).status()).isEqualTo(200);
    itsWorldIsFreedOnceItIsIdle();
  }

  @Test
  void aSessionOfNemoOutlivesTheConnectionAndIsFreedOnceIdle() throws Exception {
    URI url = start(Protocol.NEMO);
    String seed = "{'responses_create_params':{'input':[]},'task_id':'shop_1'}";
    String cookie =
        header(postAndCrash(url, "/seed_session", seed), "Set-Cookie").split(";", -1)[0];
    assertThat(post(url, "/total", "{}", "Cookie", cookie).status()).isEqualTo(200);
    // Its episodes are heard of when they are verified; there is room for one session.
    assertThat(post(url, "/seed_session", seed).status()).isEqualTo(503);
    shop.clock.pass(IDLE.plusMillis(1));
    while (post(url, "/seed_session", seed).status() == 503) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void aSessionOfMcpOutlivesTheConnectionAndIsFreedOnceIdle() throws Exception {
    URI url = start(Protocol.MCP);
    String opened =
        postAndCrash(
            url,
            "/mcp?task_id=shop_1",
            "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}");
    String session = header(opened, "Mcp-Session-Id");
    String call =
        "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'total','arguments':{}}}";
    assertThat(post(url, "/mcp", call, "Mcp-Session-Id", session).status()).isEqualTo(200);
    itsWorldIsFreedOnceItIsIdle();
  }
}
