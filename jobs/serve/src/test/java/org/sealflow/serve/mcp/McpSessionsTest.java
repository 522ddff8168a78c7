package org.sealflow.serve.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.session.TestingSessions;

/** The exchanges of environment-servers.md section 4.2: revisions with sessions. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpSessionsTest {
  private TestingMcp mcp;

  @BeforeEach
  void start() throws Exception {
    mcp = new TestingMcp(2);
  }

  @AfterEach
  void stop() {
    mcp.close();
  }

  @Test
  void aSessionBeginsWithTheHandshake() throws Exception {
    Heard begun =
        mcp.post(
            "/mcp",
            "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18','capabilities':{},'clientInfo':{'name':'c','version':'1'}}}");
    assertThat(begun.status()).isEqualTo(200);
    assertThat(begun.text("/result/protocolVersion")).isEqualTo("2025-06-18");
    assertThat(begun.at("/result/capabilities").toString())
        .isEqualTo("{\"tools\":{\"listChanged\":false}}");
    assertThat(begun.at("/result/serverInfo").toString())
        .isEqualTo("{\"name\":\"sealflow\",\"version\":\"1.2.3\"}");
    String session = begun.header("Mcp-Session-Id");
    Heard told =
        mcp.post(
            "/mcp",
            "{'jsonrpc':'2.0','method':'notifications/initialized'}",
            "Mcp-Session-Id",
            session);
    assertThat(told.status()).isEqualTo(202);
    assertThat(told.body()).isEmpty();
    assertThat(mcp.in(session, "ping", "{}").body())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
    Heard newer = mcp.post("/mcp", TestingMcp.request("initialize", "{'protocolVersion':'x'}"));
    assertThat(newer.text("/result/protocolVersion")).isEqualTo("2025-11-25");
  }

  @Test
  void anEpisodeIsPlayedAndRecorded() throws Exception {
    String session = mcp.opened("");
    Heard tools = mcp.in(session, "tools/list", "{}");
    assertThat(tools.at("/result/tools").findValuesAsText("name"))
        .contains("start_episode", "reply_to_user", "put", "total")
        .doesNotContain("end_episode");
    assertThat(tools.at("/result").has("resultType")).isFalse();
    assertThat(mcp.call(session, "put", "{}").text("/result/content/0/text"))
        .isEqualTo("no episode has begun: call start_episode first");
    Heard started = mcp.call(session, "start_episode", "{'task_id':'shop_0'}");
    assertThat(started.text("/result/structuredContent/messages/0/role")).isEqualTo("user");
    assertThat(started.text("/result/content/0/text"))
        .isEqualTo(started.at("/result/structuredContent").toString());
    Heard put = mcp.call(session, "put", "{'item':'apple','count':1}");
    assertThat(put.at("/result").toString())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"count\\\": 1}\"}],\"isError\":false}");
    Heard second = mcp.call(session, "reply_to_user", "{'text':'It is in.'}");
    assertThat(second.at("/result/structuredContent/turn").asInt()).isEqualTo(1);
    assertThat(second.at("/result/structuredContent/messages")).hasSize(1);
    assertThat(second.at("/result/structuredContent/done").asBoolean()).isFalse();
    mcp.call(session, "total", "{}");
    Heard last = mcp.call(session, "reply_to_user", "{'text':'One.'}");
    assertThat(last.at("/result/structuredContent/done").asBoolean()).isTrue();
    assertThat(last.at("/result/structuredContent/reward").asDouble()).isEqualTo(1);
    assertThat(last.at("/result/_meta").toString()).isEqualTo("{\"org.sealflow/reward\":1.0}");
    assertThat(mcp.shop.heard)
        .containsExactly(
            "answered 0.0", "answered 0.1", "answered 1.0", "answered 1.1", "COMPLETED");
    Heard after = mcp.call(session, "total", "{}");
    assertThat(after.at("/result/isError").asBoolean()).isTrue();
    assertThat(after.text("/result/content/0/text")).contains("is over");
  }

  @Test
  void theUrlCanNameTheTask() throws Exception {
    String session = mcp.opened("?seed=1&strict=true");
    Heard started = mcp.call(session, "start_episode", "{}");
    assertThat(started.text("/result/structuredContent/task_id")).isEqualTo("shop_1");
    assertThat(mcp.shop.heard).isEmpty();
    assertThat(mcp.opened("?task_id=none")).isEmpty();
    assertThat(mcp.shop.limit.open()).isEqualTo(1);
  }

  @Test
  void errorsOfTheModelAreResultsAndOthersErrors() throws Exception {
    String session = mcp.opened("?task_id=shop_1");
    Heard wrong = mcp.call(session, "put", "{'item':'pear'}");
    assertThat(wrong.at("/result/isError").asBoolean()).isTrue();
    Heard unknown = mcp.call(session, "steal", "{}");
    assertThat(unknown.status()).isEqualTo(200);
    assertThat(unknown.at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(mcp.shop.heard).containsExactly("answered 0.0", "answered 0.1");
    assertThat(mcp.call(session, "start_episode", "{'index':9}").text("/result/content/0/text"))
        .isEqualTo("index is 9, expected 0 to 1");
    assertThat(mcp.call(session, "start_episode", "{'seed':'x'}").text("/result/content/0/text"))
        .isEqualTo("seed is \"x\", expected a whole number of 0 or more");
    assertThat(mcp.in(session, "prompts/list", "{}").at("/error/code").asInt()).isEqualTo(-32601);
    assertThat(mcp.in(session, "tools/list", "{'cursor':'x'}").at("/error/code").asInt())
        .isEqualTo(-32602);
  }

  @Test
  void aSessionEndsByItsClientOrByIdleness() throws Exception {
    String first = mcp.opened("?task_id=shop_1");
    String second = mcp.opened("?task_id=shop_1");
    Heard full = mcp.post("/mcp", TestingMcp.request("initialize", "{}"));
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.at("/error/code").asInt()).isEqualTo(-32000);
    HttpRequest.Builder delete =
        mcp.caller.request("/mcp").header("Mcp-Session-Id", first).DELETE();
    assertThat(mcp.caller.send(delete).status()).isEqualTo(200);
    assertThat(mcp.caller.send(delete).status()).isEqualTo(404);
    assertThat(mcp.in(first, "ping", "{}").status()).isEqualTo(404);
    mcp.shop.clock.pass(TestingSessions.IDLE.plusSeconds(1));
    assertThat(mcp.sessions.expire()).isEqualTo(1);
    assertThat(mcp.in(second, "ping", "{}").status()).isEqualTo(404);
    assertThat(mcp.shop.limit.open()).isZero();
    assertThat(mcp.shop.heard)
        .containsExactly(
            "CANCELLED: the client ended its session", "CANCELLED: the session expired");
  }

  @Test
  void whatIsNoRequestOfASessionIsRefused() throws Exception {
    String session = mcp.opened("");
    assertThat(mcp.post("/mcp", TestingMcp.request("ping", "{}")).status()).isEqualTo(400);
    assertThat(
            mcp.post(
                    "/mcp",
                    TestingMcp.request("ping", "{}"),
                    "Mcp-Session-Id",
                    session,
                    "MCP-Protocol-Version",
                    "1999-01-01")
                .at("/error/code")
                .asInt())
        .isEqualTo(-32022);
    assertThat(mcp.post("/mcp", "{'jsonrpc'").at("/error/code").asInt()).isEqualTo(-32700);
    assertThat(mcp.post("/mcp", "[]").at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(mcp.post("/mcp", "{}").at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(mcp.post("/mall", "{}").status()).isEqualTo(404);
    assertThat(mcp.caller.get("/mcp").status()).isEqualTo(405);
    String initialize = TestingMcp.request("initialize", "{}");
    assertThat(mcp.post("/mcp", initialize, "Origin", "https://evil.example").status())
        .isEqualTo(403);
    assertThat(mcp.post("/mcp/bfcl", initialize, "Origin", "http://localhost:99").status())
        .isEqualTo(200);
  }
}
