package org.sealflow.serve.nemo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.serve.nemo.TestingNemo.call;
import static org.sealflow.serve.nemo.TestingNemo.cookie;
import static org.sealflow.serve.nemo.TestingNemo.message;
import static org.sealflow.serve.nemo.TestingNemo.output;
import static org.sealflow.serve.nemo.TestingNemo.response;
import static org.sealflow.serve.nemo.TestingNemo.row;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.serve.TestingCaller.Heard;

/** The exchanges of environment-servers.md section 2, over a real connection. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NemoServerTest {
  private static final String PEARS = "{'item': 'pear', 'count': 2}";

  private TestingNemo nemo;

  @BeforeEach
  void start() throws Exception {
    nemo = new TestingNemo(2);
  }

  @AfterEach
  void stop() {
    nemo.close();
  }

  private String seeded(String taskId) throws Exception {
    return cookie(nemo.post("/seed_session", row(taskId, ""), null));
  }

  @Test
  void pollersAreAnswered() throws Exception {
    assertThat(nemo.caller.get("/").body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(nemo.caller.get("/reverify_mode").body()).isEqualTo("\"stateless\"");
  }

  @Test
  void everyAnswerRepeatsTheCookieOfItsSession() throws Exception {
    Heard seed = nemo.post("/seed_session", row("shop_1", ""), null);
    assertThat(seed.body()).isEqualTo("{}");
    assertThat(seed.header("Set-Cookie"))
        .matches("SealflowEnvironment___sealflow=[A-Za-z0-9]+; Path=/; HttpOnly");
    String session = cookie(seed);
    for (Heard heard :
        List.of(
            nemo.post("/put", PEARS, session),
            nemo.post("/put", "[]", session),
            nemo.post("/steal", "{}", session),
            nemo.post("/verify", row("shop_1", response(message("Done."))), session),
            nemo.post("/aggregate_metrics", "{'verify_responses':[]}", session))) {
      assertThat(cookie(heard)).isEqualTo(session);
    }
  }

  @Test
  void aToolsResultIsTheBodyAsItIs() throws Exception {
    String session = seeded("shop_1");
    Heard put = nemo.post("/put", PEARS, session);
    assertThat(put.status()).isEqualTo(200);
    assertThat(put.body()).isEqualTo("{\"count\": 2}");
    assertThat(nemo.post("/ng-rollout/r-1.a/total", "{}", session).body())
        .isEqualTo("{\"count\": 2}");
    assertThat(nemo.post("/mcp__sealflow__total", "{}", session).body())
        .isEqualTo("{\"count\": 2}");
    assertThat(nemo.post("/steal", "{}", session).body())
        .isEqualTo(
            "[ERROR] Invalid tool call format: Tool 'steal' is not available in the current tool"
                + " list.");
  }

  @Test
  void twoSessionsOnOneTaskHaveAWorldEach() throws Exception {
    String first = seeded("shop_1");
    String second = seeded("shop_1");
    nemo.post("/put", PEARS, first);
    assertThat(nemo.post("/total", "{}", second).body()).isEqualTo("{\"count\": 0}");
    assertThat(nemo.post("/total", "{}", first).body()).isEqualTo("{\"count\": 2}");
  }

  @Test
  void aToolBeforeSeedingIsRefused() throws Exception {
    String unknown = SessionCookie.NAME + "=nobody";
    for (Heard heard : List.of(nemo.post("/put", PEARS, null), nemo.post("/put", PEARS, unknown))) {
      assertThat(heard.status()).isEqualTo(400);
      assertThat(heard.body())
          .isEqualTo("{\"detail\":\"Session not initialized. Please call seed_session first.\"}");
    }
  }

  @Test
  void aRolloutIsVerifiedAndEchoedByteForByte() throws Exception {
    String session = seeded("shop_1");
    nemo.post("/put", PEARS, session);
    String row =
        row(
            "shop_1",
            response(
                "{'type':'reasoning','id':'r','summary':[]}",
                call("c1", "put", PEARS)
                    .replace(
                        "'function_call',",
                        "'function_call','generation_log_probs':[-1.2345678901234567e-05],"),
                output("c1"),
                message("Done.")));
    Heard verified = nemo.post("/verify", row, session);
    assertThat(verified.status()).isEqualTo(200);
    String sent = row.replace('\'', '"');
    assertThat(verified.body())
        .isEqualTo(
            sent.substring(0, sent.length() - 1)
                + ",\"reward\":1.0,\"progress\":1.0,\"executed_calls\":1,\"refused_answers\":0}");
    assertThat(nemo.shop.limit.open()).isZero();
    Heard again = nemo.post("/verify", row, session);
    assertThat(again.body()).isEqualTo(verified.body());
    assertThat(nemo.post("/verify", row, null).body()).isEqualTo(verified.body());
    // The one that was played, not those judged again.
    assertThat(nemo.shop.heard).containsExactly("answered 0.0", "answered 0.1", "COMPLETED");
  }

  @Test
  void aRolloutWhoseVerificationIsRefusedCanBeVerifiedYet() throws Exception {
    String session = seeded("shop_1");
    for (String unusable : List.of("", ",'response':7", ",'response':{}")) {
      assertThat(nemo.post("/verify", row("shop_1", unusable), session).status()).isEqualTo(422);
      assertThat(nemo.shop.limit.open()).isEqualTo(1);
    }
    String row = row("shop_1", response(call("c1", "put", PEARS), output("c1"), message("Done.")));
    assertThat(nemo.post("/verify", row, session).at("/reward").asDouble()).isEqualTo(1);
    assertThat(nemo.shop.limit.open()).isZero();
    assertThat(nemo.shop.heard).containsExactly("answered 0.0", "answered 0.1", "COMPLETED");
  }

  @Test
  void aFieldThatTheVerdictNamesTooIsReplaced() throws Exception {
    Heard verified =
        nemo.post(
            "/verify",
            row(
                "shop_1",
                ",'reward':5" + response(call("c", "put", PEARS), output("c"), message("."))),
            null);
    assertThat(verified.at("/reward").asDouble()).isEqualTo(1);
    assertThat(verified.body().split("\"reward\"", -1)).hasSize(2);
  }

  @Test
  void aRolloutThatFailsHasNoReward() throws Exception {
    Heard nothing = nemo.post("/verify", row("shop_1", response(message("No."))), null);
    assertThat(nothing.at("/reward").asDouble()).isZero();
    Heard broken =
        nemo.post(
            "/verify",
            row("shop_1", response(call("c1", "put", "{broken"), output("c1"), message("Sorry."))),
            null);
    assertThat(broken.at("/reward").asDouble()).isZero();
    assertThat(broken.at("/refused_answers").asInt()).isEqualTo(1);
    Heard oneOfTwoTurns =
        nemo.post(
            "/verify",
            row(
                "shop_0",
                response(
                    call("c1", "mcp__sealflow__put", "{'item': 'apple', 'count': 1}"),
                    output("c1"),
                    message("Done."))),
            null);
    assertThat(oneOfTwoTurns.at("/reward").asDouble()).isZero();
    assertThat(oneOfTwoTurns.at("/progress").asDouble()).isEqualTo(0.5);
  }

  @Test
  void metricsAreTheMeanReward() throws Exception {
    assertThat(
            nemo.post(
                    "/aggregate_metrics",
                    "{'verify_responses':[{'reward':1.0},{'reward':0.0}]}",
                    null)
                .body())
        .isEqualTo(
            "{\"group_level_metrics\":[],\"agent_metrics\":{},\"key_metrics\":{\"mean/reward\":0.5}}");
  }

  @Test
  void severalTurnsArePlayedByTheGymnasiumAgent() throws Exception {
    Heard reset = nemo.post("/reset", row("shop_0", ""), null);
    assertThat(reset.body())
        .isEqualTo(
            "{\"observation\":\"Go"
                + " on.\",\"info\":{\"supports_explicit_close\":true,\"supports_step_idempotency\":true}}");
    String session = cookie(reset);
    String put = call("c1", "put", "{'item': 'apple', 'count': 1}");
    assertThat(nemo.post("/step", row("shop_0", response(put)), session).body())
        .isEqualTo(
            "{\"observation\":null,\"reward\":0.0,\"terminated\":false,\"truncated\":false,\"info\":{\"tool_outputs\":[{\"call_id\":\"c1\",\"output\":\"{\\\"count\\\":"
                + " 1}\"}]}}");
    Heard next = nemo.post("/step", row("shop_0", response(message("There."))), session);
    assertThat(next.text("/observation")).isEqualTo("Go on.");
    nemo.post("/step", row("shop_0", response(call("c2", "total", "{}"))), session);
    Heard last = nemo.post("/step", row("shop_0", response(message("One."))), session);
    assertThat(last.at("/observation").isNull()).isTrue();
    assertThat(last.at("/terminated").asBoolean()).isTrue();
    assertThat(last.at("/reward").asDouble()).isEqualTo(1);
    assertThat(nemo.post("/step", row("shop_0", response(message("?"))), session).status())
        .isEqualTo(400);
    assertThat(nemo.post("/close", "{}", session).body()).isEqualTo("{}");
    assertThat(nemo.shop.limit.open()).isZero();
  }

  @Test
  void aStepThatComesTwiceIsPlayedOnce() throws Exception {
    String session = cookie(nemo.post("/reset", row("shop_0", ""), null));
    String put =
        row(
            "shop_0",
            ",'_ng_step_request_id':'0af1'"
                + response(call("c1", "put", "{'item': 'apple', 'count': 1}")));
    Heard first = nemo.post("/step", put, session);
    assertThat(nemo.post("/step", put, session).body()).isEqualTo(first.body());
    Heard total = nemo.post("/step", row("shop_0", response(call("c2", "total", "{}"))), session);
    assertThat(total.text("/info/tool_outputs/0/output")).isEqualTo("{\"count\": 1}");
  }

  @Test
  void aRowThatShowsTheUsersMessageIsNotToldItAgain() throws Exception {
    Heard reset =
        nemo.post(
            "/reset",
            "{'responses_create_params':{'input':[{'role':'user','content':'Go on.'}]},'task_id':'shop_0'}",
            null);
    assertThat(reset.at("/observation").isNull()).isTrue();
  }

  @Test
  void callsThatAreRefusedAreToldToEachCall() throws Exception {
    String session = cookie(nemo.post("/reset", row("shop_0", ""), null));
    Heard step =
        nemo.post(
            "/step",
            row("shop_0", response(call("c1", "total", "{}"), call("c2", "put", "{broken"))),
            session);
    assertThat(step.at("/info/tool_outputs")).hasSize(2);
    assertThat(step.text("/info/tool_outputs/0/output"))
        .isEqualTo("[ERROR] Invalid tool call format: Tool 'put' has non-JSON string arguments.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/seed_session | [] | 422",
        "/seed_session | {'task_id':'shop_1'} | 422",
        "/seed_session | {'responses_create_params':{}} | 422",
        "/seed_session | {'responses_create_params':{},'task_id':'shop_9'} | 400",
        "/seed_session | {'responses_create_params':{},'task_id':'shop_1','environment':'mall'} | 400",
        "/seed_session | {'responses | 422",
        "/verify | {'responses_create_params':{},'task_id':'shop_1'} | 422",
        "/verify | {'responses_create_params':{},'task_id':'shop_1','response':{}} | 422",
        "/a/b | {} | 404",
        "/reverify_mode | {} | 405",
      })
  void whatIsWrongIsTold(String path, String body, int status) throws Exception {
    Heard heard = nemo.post(path.strip(), body, null);
    assertThat(heard.status()).isEqualTo(status);
    assertThat(heard.text(status == 422 ? "/detail/0/msg" : "/detail")).isNotEmpty();
    assertThat(nemo.shop.limit.open()).isZero();
  }

  @Test
  void oneSessionTooManyIsToldToComeAgain() throws Exception {
    seeded("shop_1");
    String second = seeded("shop_1");
    Heard full = nemo.post("/seed_session", row("shop_1", ""), null);
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.header("Retry-After")).isEqualTo("1");
    // Seeding again takes the place of one's own.
    assertThat(nemo.post("/seed_session", row("shop_1", ""), second).status()).isEqualTo(200);
  }
}
