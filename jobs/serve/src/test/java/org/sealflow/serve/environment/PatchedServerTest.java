package org.sealflow.serve.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.rollout.patch.TestingPatches;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.session.EpisodeListener;
import org.sealflow.serve.session.InterfacePatches;
import org.sealflow.serve.session.PatchedGroups;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionSettings;
import org.sealflow.serve.session.TestingClock;
import org.sealflow.serve.session.TestingShopFolder;

/** Shows that each protocol shows the patches that are active. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PatchedServerTest {
  private static final String LINE = "Count what you bought.";
  private static final PatchSet SET =
      PatchSet.of(List.of(TestingPatches.hint("*", "MISSING_CALL", LINE, 1)));
  private static final InterfacePatches PATCHES =
      new InterfacePatches(SET, SET.digest(), SET.keys());

  private final TestingClock clock = new TestingClock();
  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());
  private EnvironmentServer server;

  @BeforeEach
  void start() throws Exception {
    ServedTasks tasks =
        new ServedTasks(
            "shop",
            new TestingShopFolder(),
            Map.of("train", List.of("shop_0"), "test", List.of("shop_1")),
            null,
            clock,
            () -> 1,
            new PatchedGroups(
                "r", new PatchedGroups.Settings(8, 0), category -> PATCHES, () -> 0.5),
            episode -> {
              begun.add(episode.placement().mode() + " " + episode.placement().arm());
              return EpisodeListener.NONE;
            });
    PortSettings place = new PortSettings("127.0.0.1", 0, 1 << 20, 64, Duration.ZERO);
    server =
        EnvironmentServer.start(
            new ServedEnvironments(List.of(tasks)),
            Map.of(
                Protocol.AGENTEVOLVER,
                place,
                Protocol.OPENENV,
                place,
                Protocol.NEMO,
                place,
                Protocol.MCP,
                place),
            SessionSettings.DEFAULTS,
            Rules.of(null),
            "1",
            clock);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestingCaller caller(Protocol protocol) {
    return new TestingCaller(URI.create(String.valueOf(server.urls().get(protocol))), null);
  }

  private String created(String taskId, String params) throws Exception {
    return caller(Protocol.AGENTEVOLVER)
        .post("/create", "{'env_type':'shop','task_id':'" + taskId + "','params':" + params + "}")
        .text("/data/state/0/content");
  }

  @Test
  void theEnvironmentServiceShowsThemInItsPrompt() throws Exception {
    assertThat(created("shop_0", "{}")).endsWith("Guidelines:\n- " + LINE);
    assertThat(created("shop_0", "{'observation_lite':{'enable':true,'instruction':'Mark.'}}"))
        .endsWith("Mark.\n\nGuidelines:\n- " + LINE);
    assertThat(created("shop_0", "{'rollout_mode':'val'}")).doesNotContain("Guidelines");
    assertThat(created("shop_1", "{}")).doesNotContain("Guidelines");
    assertThat(begun)
        .containsExactly("TRAIN PATCHED", "TRAIN PATCHED", "EVAL HOLDOUT", "EVAL HOLDOUT");
  }

  private String reset(String contract, String data) throws Exception {
    TestingCaller caller = caller(Protocol.OPENENV);
    String session =
        caller
            .post(
                "/shop/" + contract + "/mcp",
                "{'jsonrpc':'2.0','method':'openenv/session/create','params':{'strict':true},'id':1}")
            .text("/result/session_id");
    return caller
        .post("/shop/" + contract + "/reset", "{'session_id':'" + session + "'," + data + "}")
        .at("/observation/system")
        .asText();
  }

  @Test
  void openEnvShowsThemAtTheStart() throws Exception {
    assertThat(reset("turns", "'task_id':'shop_0'")).endsWith("Guidelines:\n- " + LINE);
    assertThat(reset("tools", "'task_id':'shop_0','group_id':'g'"))
        .isEqualTo("Guidelines:\n- " + LINE);
    assertThat(reset("turns", "'task_id':'shop_0','strict':true")).doesNotContain("Guidelines");
    assertThat(reset("tools", "'split':'test'")).isEmpty();
    assertThat(begun)
        .containsExactly(
            "EVAL HOLDOUT",
            "TRAIN PATCHED",
            "EVAL HOLDOUT",
            "TRAIN PATCHED",
            "EVAL HOLDOUT",
            "EVAL HOLDOUT",
            "EVAL HOLDOUT",
            "EVAL HOLDOUT");
  }

  @Test
  void episodesOfNemoGymAreStrict() throws Exception {
    assertThat(
            caller(Protocol.NEMO)
                .post("/reset", "{'responses_create_params':{},'task_id':'shop_0'}")
                .status())
        .isEqualTo(200);
    assertThat(begun).containsExactly("EVAL HOLDOUT");
  }

  private String started(String query) throws Exception {
    TestingCaller caller = caller(Protocol.MCP);
    String session =
        caller
            .post("/mcp" + query, "{'jsonrpc':'2.0','id':1,'method':'initialize'}")
            .header("Mcp-Session-Id");
    return caller
        .send(
            caller
                .request("/mcp" + query)
                .header("Content-Type", "application/json")
                .header("Mcp-Session-Id", session)
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"start_episode\"}}")))
        .text("/result/structuredContent/system");
  }

  @Test
  void mcpShowsThemWithTheEpisode() throws Exception {
    assertThat(started("?task_id=shop_0")).isEqualTo("Guidelines:\n- " + LINE);
    assertThat(started("?task_id=shop_0&strict=true")).isEmpty();
    assertThat(started("?split=test&index=0")).isEmpty();
    assertThat(begun).containsExactly("TRAIN PATCHED", "EVAL HOLDOUT", "EVAL HOLDOUT");
  }
}
