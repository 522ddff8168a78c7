package org.sealflow.serve.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.session.TestingSessions;

/** The exchanges of environment-servers.md section 4.1: the revision without sessions. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpSessionlessTest {
  private TestingMcp mcp;

  @BeforeEach
  void start() throws Exception {
    mcp = new TestingMcp(2);
  }

  @AfterEach
  void stop() {
    mcp.close();
  }

  private String begun(String task) throws Exception {
    return mcp.callNewest("start_episode", "{'task_id':'" + task + "'}")
        .text("/result/structuredContent/episode");
  }

  @Test
  void theServerSaysWhatItSpeaks() throws Exception {
    Heard discovered = mcp.send("server/discover", "{}", null);
    assertThat(discovered.status()).isEqualTo(200);
    assertThat(discovered.text("/result/resultType")).isEqualTo("complete");
    assertThat(discovered.text("/result/supportedVersions/0")).isEqualTo("2026-07-28");
    assertThat(discovered.at("/result/capabilities").toString()).isEqualTo("{\"tools\":{}}");
    assertThat(discovered.header("Mcp-Session-Id")).isEmpty();
  }

  @Test
  void eachCallNamesItsEpisode() throws Exception {
    String first = begun("shop_1");
    String second = begun("shop_1");
    String pears = "{'item':'pear','count':2,'episode':'";
    assertThat(mcp.callNewest("put", pears + first + "'}").at("/result").toString())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"count\\\": 2}\"}],\"isError\":false,\"resultType\":\"complete\"}");
    assertThat(mcp.callNewest("put", pears + second + "'}").text("/result/content/0/text"))
        .isEqualTo("{\"count\": 2}");
    Heard last = mcp.callNewest("reply_to_user", "{'text':'Two.','episode':'" + first + "'}");
    assertThat(last.at("/result/structuredContent/reward").asDouble()).isEqualTo(1);
    assertThat(mcp.shop.limit.open()).isEqualTo(1);
    assertThat(
            mcp.callNewest("end_episode", "{'episode':'" + second + "'}")
                .at("/result/structuredContent")
                .toString())
        .isEqualTo("{\"ended\":true}");
    assertThat(mcp.shop.limit.open()).isZero();
    assertThat(mcp.shop.heard)
        .containsExactly(
            "answered 0.0",
            "answered 0.0",
            "answered 0.1",
            "COMPLETED",
            "CANCELLED: the client ended its session");
    Heard gone = mcp.callNewest("put", pears + first + "'}");
    assertThat(gone.at("/result/isError").asBoolean()).isTrue();
    assertThat(gone.text("/result/content/0/text")).startsWith("no such episode");
  }

  @Test
  void theListOfToolsIsTheSameForEverybody() throws Exception {
    JsonNode before = mcp.send("tools/list", "{}", null).at("/result/tools");
    String unused = begun("shop_0");
    assertThat(mcp.send("tools/list", "{}", null).at("/result/tools")).isEqualTo(before);
    for (JsonNode tool : before) {
      boolean starts = tool.path("name").asText().equals("start_episode");
      assertThat(tool.at("/inputSchema/properties").has("episode")).isNotEqualTo(starts);
      assertThat(tool.at("/inputSchema/type").asText()).isEqualTo("object");
    }
  }

  @Test
  void anEpisodeExpires() throws Exception {
    String episode = begun("shop_0");
    mcp.shop.clock.pass(TestingSessions.IDLE.plusSeconds(1));
    assertThat(mcp.sessions.expire()).isEqualTo(1);
    assertThat(
            mcp.callNewest("total", "{'episode':'" + episode + "'}")
                .at("/result/isError")
                .asBoolean())
        .isTrue();
  }

  @Test
  void worldsAreLimited() throws Exception {
    String unused = begun("shop_0") + begun("shop_0");
    Heard full = mcp.callNewest("start_episode", "{}");
    assertThat(full.at("/result/isError").asBoolean()).isTrue();
    assertThat(full.text("/result/content/0/text")).startsWith("all 2 sessions are open");
  }

  @Test
  void anEpisodeThatCannotBeginLeavesNothing() throws Exception {
    Heard failed = mcp.callNewest("start_episode", "{'task_id':'none'}");
    assertThat(failed.text("/result/content/0/text"))
        .isEqualTo("no task 'none', expected one such as shop_0");
    assertThat(mcp.shop.limit.open()).isZero();
    assertThat(mcp.callNewest("put", "{}").text("/result/content/0/text"))
        .startsWith("episode is no text");
    assertThat(mcp.callNewest("steal", "{}").at("/error/code").asInt()).isEqualTo(-32602);
  }

  private void refused(int status, int code, String body, String... headers) throws Exception {
    Heard heard = mcp.post("/mcp", body, headers);
    assertThat(heard.at("/error/code").asInt()).as(body).isEqualTo(code);
    assertThat(heard.status()).as(body).isEqualTo(status);
  }

  @Test
  void headersMustSayWhatTheBodySays() throws Exception {
    String version = "MCP-Protocol-Version";
    String list = TestingMcp.newest("tools/list", "{}");
    refused(400, -32020, list);
    refused(400, -32020, list, version, "2026-07-28");
    refused(400, -32020, list, version, "2026-07-28", "Mcp-Method", "tools/call");
    refused(400, -32020, list, version, "2025-11-25", "Mcp-Method", "tools/list");
    String plain = TestingMcp.request("tools/list", "{}");
    refused(400, -32020, plain, version, "2026-07-28", "Mcp-Method", "tools/list");
    String call = TestingMcp.newest("tools/call", "{'name':'put'}");
    refused(400, -32020, call, version, "2026-07-28", "Mcp-Method", "tools/call");
    assertThat(
            mcp.post(
                    "/mcp",
                    call,
                    version,
                    "2026-07-28",
                    "Mcp-Method",
                    "tools/call",
                    "Mcp-Name",
                    "=?base64?cHV0?=")
                .status())
        .isEqualTo(200);
    String unknown = list.replace("2026-07-28", "2099-01-01");
    refused(400, -32022, unknown, version, "2099-01-01", "Mcp-Method", "tools/list");
    refused(
        404, -32601, TestingMcp.newest("ping", "{}"), version, "2026-07-28", "Mcp-Method", "ping");
    HttpRequest.Builder delete =
        mcp.caller
            .request("/mcp")
            .header(version, "2026-07-28")
            .header("Mcp-Session-Id", "s1")
            .DELETE();
    assertThat(mcp.caller.send(delete).status()).isEqualTo(405);
  }
}
