package org.sealflow.serve.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.sealflow.serve.session.TestingSessions.call;
import static org.sealflow.serve.session.TestingSessions.put;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.serve.TestingCaller;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.session.TestingBfcl;
import org.sealflow.serve.session.TestingSessions;

/** The exchanges of environment-servers.md section 3, with a client over a real connection. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EnvironmentServiceTest {
  private TestingService service;

  @BeforeEach
  void start() throws Exception {
    service = new TestingService(4);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private Heard post(String path, String json) throws Exception {
    return service.caller.post(path, json);
  }

  private Heard create(String taskId, String instance, String params) throws Exception {
    return post(
        "/create",
        "{'env_type': 'bfcl', 'task_id': '"
            + taskId
            + "', 'instance_id': '"
            + instance
            + "', 'messages': {}, 'params': "
            + params
            + "}");
  }

  private Heard step(String instance, String answer) throws Exception {
    ObjectNode body = TestingCaller.JSON.createObjectNode();
    body.put("env_type", "default").putNull("task_id").put("instance_id", instance);
    body.putObject("messages").put("role", "assistant").put("content", answer);
    body.putObject("params");
    return service.caller.send(
        service
            .caller
            .request("/step")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
  }

  private Heard about(String path, String instance, String params) throws Exception {
    return post(path, "{'instance_id': '" + instance + "', 'params': " + params + "}");
  }

  @Test
  void theServiceIsHealthy() throws Exception {
    Heard healthz = service.caller.get("/healthz");
    assertThat(healthz.status()).isEqualTo(200);
    assertThat(healthz.body()).isEqualTo("OK");
  }

  @Test
  void aSplitListsItsTasks() throws Exception {
    Heard val = post("/get_env_profile", "{'env_type': 'bfcl', 'params': {'split': 'val'}}");
    assertThat(val.status()).isEqualTo(200);
    assertThat(val.body())
        .isEqualTo(
            "{\"success\":true,\"data\":[\"multi_turn_base_0\",\"multi_turn_miss_func_0\"]}");
    assertThat(post("/get_env_profile", "{}").at("/data")).hasSize(51);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'env_type': null} | env_type is null, expected bfcl",
        "{'env_type': 'appworld'} | env_type is appworld, expected bfcl",
        "{'params': {'split': 'dev'}} | no split 'dev', expected ",
      })
  void aSplitThatIsNotThereIsAFailure(String body, String detail) throws Exception {
    Heard heard = post("/get_env_profile", body);
    assertThat(heard.status()).isEqualTo(500);
    assertThat(heard.text("/detail")).startsWith(detail.strip());
  }

  @Test
  void anInstanceBeginsWithTheSystemPromptAndTheUsersFirstMessage() throws Exception {
    Heard created = create("multi_turn_base_0", "exp_a", "{}");
    assertThat(created.status()).isEqualTo(200);
    assertThat(created.at("/success").asBoolean()).isTrue();
    assertThat(names(created.at("/data"))).containsExactly("state", "info");
    assertThat(created.at("/data/state")).hasSize(2);
    assertThat(created.text("/data/state/0/role")).isEqualTo("system");
    assertThat(created.text("/data/state/0/content")).startsWith("# Tools\n\nYou may call one");
    assertThat(created.at("/data/state/1").toString())
        .isEqualTo(
            "{\"role\":\"user\",\"content\":\"Go to the episodes folder and show me what lies"
                + " there, dot files included.\"}");
    assertThat(created.at("/data/info").toString())
        .isEqualTo(
            "{\"instance_id\":\"exp_a\",\"task_id\":\"multi_turn_base_0\",\"test_id\":\"multi_turn_base_0\",\"tools_count\":18,\"questions_count\":3,\"observation_lite\":false}");
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    for (Iterator<String> each = object.fieldNames(); each.hasNext(); ) {
      names.add(each.next());
    }
    return names;
  }

  @Test
  void aTaskMayBeNamedByItsPositionAndAnInstanceNeedsNoName() throws Exception {
    Heard created = post("/create", "{'task_id': '0', 'messages': {}, 'params': {}}");
    assertThat(created.text("/data/info/task_id")).isEqualTo("0");
    assertThat(created.text("/data/info/test_id")).isEqualTo("multi_turn_base_0");
    assertThat(created.text("/data/info/instance_id")).isEqualTo("exp_1768435200_0000abc1");
  }

  @Test
  void anEpisodeIsPlayedToItsEndAndRewarded() throws Exception {
    create("multi_turn_base_0", "i", "{}");
    Heard first =
        step("i", call("cd", "{'folder': 'episodes'}") + "\n" + call("ls", "{'a': true}"));
    assertThat(first.body())
        .isEqualTo(
            "{\"success\":true,\"data\":{\"state\":[{\"role\":\"user\",\"content\":\"<tool_response>\\n{\\\"current_working_directory\\\":"
                + " \\\"episodes\\\"}\\n</tool_response>\\n<tool_response>\\n{\\\"current_directory_content\\\":"
                + " [\\\"ep11_script.md\\\", \\\"ep12_script.md\\\","
                + " \\\".cover_ideas\\\"]}\\n</tool_response>\\n\",\"tool_calls\":[]}],\"reward\":0.0,\"is_terminated\":false,\"info\":{}}}");
    assertThat(step("i", "Three files.").text("/data/state/0/content")).startsWith("Which lines");
    for (List<String> turn :
        TestingBfcl.folder().ready("multi_turn_base_0").groundTruth().subList(1, 3)) {
      step("i", TestingBfcl.folder().ready("multi_turn_base_0").answer(turn));
      Heard last = step("i", "Done.");
      if (last.at("/data/is_terminated").asBoolean()) {
        assertThat(last.text("/data/state/0/content")).isEqualTo("[CONVERSATION_COMPLETED]");
        assertThat(last.at("/data/reward").asDouble()).isEqualTo(1.0);
      }
    }
    assertThat(about("/evaluate", "i", "{'sparse': true}").body())
        .isEqualTo("{\"success\":true,\"data\":1.0}");
    Heard evaluated = about("/evaluate", "i", "{}");
    assertThat(evaluated.at("/data/bfcl_progress_info").toString())
        .isEqualTo(
            "{\"per_turn_valid\":[true,true,true],\"irrelevance_per_turn\":[null,null,null],\"failure_tags\":[\"pass\",\"pass\",\"pass\"],\"passed_turns\":3,\"scorable_turns\":3,\"passed_irrelevance_turns\":0,\"irrelevance_turns\":0,\"terminated_early\":false,\"error\":null}");
    assertThat(names(evaluated.at("/data")))
        .containsExactly(
            "valid",
            "accuracy",
            "total_count",
            "correct_count",
            "test_category",
            "test_id",
            "model_name",
            "input_tokens",
            "output_tokens",
            "turn_count",
            "completed",
            "bfcl_progress",
            "bfcl_progress_with_irrelevance",
            "bfcl_progress_info",
            "trajectory_clean",
            "trajectory_has_invalid_tool_call",
            "trajectory_has_tool_error",
            "trajectory_error_count",
            "trajectory_num_user_turns",
            "trajectory_num_turns_with_tool_call",
            "trajectory_num_tool_calls_attempted",
            "trajectory_num_tool_calls_accepted",
            "trajectory_num_tool_executions_no_error",
            "trajectory_turn_coverage_rate",
            "trajectory_tool_call_accept_rate",
            "trajectory_tool_exec_success_rate");
    assertThat(evaluated.at("/data/completed").asBoolean()).isTrue();
    assertThat(evaluated.at("/data/trajectory_clean").asBoolean()).isTrue();
    assertThat(evaluated.at("/data/trajectory_num_tool_calls_accepted").asInt()).isEqualTo(6);
    assertThat(evaluated.at("/data/trajectory_num_user_turns").asInt()).isEqualTo(3);
    assertThat(evaluated.at("/data/turn_count").asInt()).isEqualTo(2);
  }

  @Test
  void evaluatingLeavesTheEpisodePlayable() throws Exception {
    create("multi_turn_base_0", "i", "{}");
    Heard early = about("/evaluate", "i", "{}");
    assertThat(early.at("/data/accuracy").asDouble()).isZero();
    assertThat(early.at("/data/bfcl_progress_info/terminated_early").asBoolean()).isTrue();
    assertThat(early.at("/data/completed").asBoolean()).isFalse();
    assertThat(step("i", call("pwd", "{}")).text("/data/state/0/content"))
        .contains("current_working_directory");
  }

  @Test
  void whatIsWrongInAnAnswerIsToldToThePolicyAndInTheInfo() throws Exception {
    create("multi_turn_base_0", "i", "{}");
    Heard unknownTool = step("i", call("rm_all", "{}"));
    assertThat(unknownTool.status()).isEqualTo(200);
    assertThat(unknownTool.text("/data/state/0/content"))
        .isEqualTo(
            "[ERROR] Invalid tool call format: Tool 'rm_all' is not available in the current tool"
                + " list.");
    assertThat(unknownTool.at("/data/info")).isEmpty();
    Heard broken = step("i", "<tool_call>\n{\"name\": \"ls\"}\n</tool_call>");
    assertThat(broken.at("/data/info").toString())
        .isEqualTo(
            "{\"bfcl_error_type\":\"parse_error\",\"static_fission_retryable\":true,\"static_fission_reason\":\"Tool"
                + " call JSON must contain both 'name' and 'arguments'.\"}");
    Heard error = step("i", call("cd", "{'folder': 'nowhere'}"));
    assertThat(error.text("/data/info/bfcl_error_type")).isEqualTo("tool_error");
    assertThat(error.text("/data/info/static_fission_reason"))
        .contains("No such file or directory");

    Heard evaluated = about("/evaluate", "i", "{}");
    assertThat(evaluated.at("/data/trajectory_has_invalid_tool_call").asBoolean()).isTrue();
    assertThat(evaluated.at("/data/trajectory_has_tool_error").asBoolean()).isTrue();
    // Once among the rejected calls, once as the message about it, and the tool's own.
    assertThat(evaluated.at("/data/trajectory_error_count").asInt()).isEqualTo(3);
    assertThat(evaluated.at("/data/trajectory_num_tool_calls_attempted").asInt()).isEqualTo(2);
    assertThat(evaluated.at("/data/trajectory_num_tool_calls_accepted").asInt()).isEqualTo(1);
    assertThat(evaluated.at("/data/trajectory_tool_exec_success_rate").asDouble()).isZero();
  }

  @Test
  void contentMayBeNullAndToolCallsBesideItAreThrownAway() throws Exception {
    create("multi_turn_base_0", "i", "{}");
    Heard heard =
        post(
            "/step",
            "{'instance_id': 'i', 'messages': {'role': 'assistant', 'content': null, 'tool_calls':"
                + " [{'name': 'ls'}]}}");
    assertThat(heard.text("/data/state/0/content")).startsWith("Which lines");
  }

  @Test
  void aParseErrorEndsTheEpisodeWithoutRewardWhereThatIsAskedFor() throws Exception {
    create("multi_turn_base_0", "i", "{'terminate_on_parse_error': true}");
    Heard heard = step("i", "<tool_call>");
    assertThat(heard.text("/data/state/0/content")).isEqualTo("[CONVERSATION_COMPLETED]");
    assertThat(heard.at("/data/is_terminated").asBoolean()).isTrue();
    assertThat(heard.at("/data/reward").asDouble()).isZero();
    assertThat(heard.at("/data/info/bfcl_force_zero_reward").asBoolean()).isTrue();
    assertThat(about("/evaluate", "i", "{}").at("/data/completed").asBoolean()).isFalse();
  }

  @Test
  void anOpenQueryEndsWithItsFirstTurn() throws Exception {
    create("multi_turn_base_0", "i", "{'is_open_query': true}");
    Heard heard = step("i", "No.");
    assertThat(heard.at("/data/is_terminated").asBoolean()).isTrue();
    assertThat(heard.at("/data/reward").asDouble()).isZero();
  }

  @Test
  void nothingIsExecutedAfterTheEnd() throws Exception {
    post("/create", "{'env_type': 'shop', 'task_id': 'shop_1', 'instance_id': 'i'}");
    assertThat(step("i", "No.").at("/data/is_terminated").asBoolean()).isTrue();
    assertThat(step("i", put("pear", 2)).text("/data/state/0/content"))
        .isEqualTo(
            "[ERROR] Invalid tool call format: Tool 'put' is not available in the current tool"
                + " list.");
    assertThat(step("i", "Hm.").text("/data/state/0/content"))
        .isEqualTo("[ERROR] the episode of task shop_1 is over (COMPLETED): begin another one");
  }

  @Test
  void anAnswerOfManyOpeningsAfterTheEndHoldsNothingUp() throws Exception {
    post("/create", "{'env_type': 'shop', 'task_id': 'shop_1', 'instance_id': 'i'}");
    assertThat(step("i", "No.").at("/data/is_terminated").asBoolean()).isTrue();
    String openings = "<tool_call>{".repeat(80_000);
    Heard heard = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> step("i", openings));
    assertThat(heard.text("/data/state/0/content"))
        .isEqualTo("[ERROR] the episode of task shop_1 is over (COMPLETED): begin another one");
    assertThat(
            step("i", "\"name\": \"a\" <tool_call> {{ \"name\" : \"b\" }\"name\": \"c\"")
                .text("/data/state/0/content"))
        .startsWith("[ERROR] Invalid tool call format: Tool 'b' is not");
  }

  @Test
  void requiredParametersAreMarkedWhereTheTrainerAsksForCues() throws Exception {
    Heard created =
        create(
            "multi_turn_miss_func_0",
            "i",
            "{'rollout_mode': 'sample', 'observation_lite': {'enable': true}}");
    assertThat(created.at("/data/info/observation_lite").asBoolean()).isTrue();
    assertThat(created.text("/data/state/0/content"))
        .contains("[required]")
        .endsWith("call no tool that is not listed.");
    Heard validation =
        create(
            "multi_turn_miss_func_0",
            "v",
            "{'rollout_mode': 'val', 'observation_lite': {'enable': true}}");
    assertThat(validation.at("/data/info/observation_lite").asBoolean()).isFalse();
    assertThat(validation.text("/data/state/0/content")).doesNotContain("[required]");
    step("i", "One.");
    String revealed = step("i", "Two.").text("/data/state/0/content");
    assertThat(revealed).contains("\"name\": \"diff\"").doesNotContain("[required]");
  }

  @Test
  void theToolsAreCounted() throws Exception {
    post("/create", "{'env_type': 'shop', 'task_id': 'shop_1', 'instance_id': 'i'}");
    assertThat(about("/get_info", "i", "{}").text("/data"))
        .isEqualTo("Available tools:\n- unknown\n- unknown");
  }

  @Test
  void aReleasedInstanceIsGone() throws Exception {
    create("multi_turn_base_0", "i", "{}");
    assertThat(about("/release", "i", "{}").body()).isEqualTo("{\"success\":true,\"data\":null}");
    Heard again = about("/release", "i", "{}");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo("{\"success\":false,\"data\":null}");
    Heard step = step("i", "Hello?");
    assertThat(step.status()).isEqualTo(400);
    assertThat(step.body()).isEqualTo("{\"detail\":\"Instance i not found!\"}");
  }

  @Test
  void anIdleInstanceExpires() throws Exception {
    create("multi_turn_base_0", "i", "{}");
    service.shop.clock.pass(TestingSessions.IDLE.plusSeconds(1));
    assertThat(service.instances.expire()).isEqualTo(1);
    assertThat(about("/evaluate", "i", "{}").text("/detail")).isEqualTo("Instance i not found!");
  }

  @Test
  void trainersAreToldToComeAgainWhereAllSessionsAreOpen() throws Exception {
    for (int i = 0; i < 4; i++) {
      create("multi_turn_base_0", "i" + i, "{}");
    }
    Heard full = create("multi_turn_base_0", "i4", "{}");
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.header("Retry-After")).isEqualTo("1");
    assertThat(full.text("/detail")).startsWith("all 4 sessions are open: ");
    assertThat(create("multi_turn_base_0", "i3", "{}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/create | {'env_type': null, 'task_id': '1'} | 400 | env_type is required",
        "/create | {'task_id': null} | 400 | task_id is required",
        "/create | {'task_id': 'x_1'} | 400 | Test case id 'x_1' not found in bfcl",
        "/create | {'task_id': '51'} | 400 | Test case index 51 not found in bfcl",
        "/create | {'env_type': 'web', 'task_id': '1'} | 400 | env_type is 'web', expected bfcl",
        "/create | {'task_id': '1', 'params': {'model_name': 'a b'}} | 400 | the model name 'a b_",
        "/create | {'task_id': '1', 'params': {'tool_call_parser': 'llama'}} | 400 | tool_call_parser is 'llama', expected xml_json",
        "/create | {'task_id': '1', 'params': {'diagnostic_evolution': {'enable': true}}} | 400 | diagnostic_evolution is enabled, which this server does not do",
        "/create | {'task_id': '1', 'params': {'strict_tool_parser': 1}} | 400 | strict_tool_parser is no flag, expected true or false",
        "/step | {} | 400 | instance_id is required",
        "/evaluate | {'instance_id': ''} | 400 | instance_id is required",
        "/get_info | {'instance_id': 'n'} | 400 | Instance n not found!",
        "/release | {'instance_id': null} | 400 | instance_id is required",
        "/reset | {} | 404 | no path /reset, expected one of /healthz, /create, ",
      })
  void whatIsMissingOrWrongIsToldInALine(String path, String body, int status, String detail)
      throws Exception {
    Heard heard = post(path.strip(), body);
    assertThat(heard.status()).isEqualTo(status);
    assertThat(heard.text("/detail")).startsWith(detail.strip());
    assertThat(service.shop.limit.open()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | the body is no JSON object, expected one",
        "{'params': null} | params is no object, expected one",
        "{'messages': []} | messages is no object, expected one",
        "{'task_id': 7} | task_id is no text of up to 256 characters, expected one or null",
        "{'task_id': | the body is no JSON in line 1, column",
      })
  void aBodyOfAnotherShapeCannotBeProcessed(String body, String message) throws Exception {
    Heard heard = post("/create", body);
    assertThat(heard.status()).isEqualTo(422);
    assertThat(heard.text("/detail/0/msg")).startsWith(message.strip());
  }

  @Test
  void hostileBodiesAreRefused() throws Exception {
    Heard large = post("/step", "{'instance_id': '" + "x".repeat(1 << 20) + "'}");
    assertThat(large.status()).isEqualTo(413);
    Heard deep = post("/step", "[".repeat(5_000) + "]".repeat(5_000));
    assertThat(deep.status()).isEqualTo(422);
    Heard method = service.caller.get("/create");
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.header("Allow")).isEqualTo("POST");
    create("multi_turn_base_0", "i", "{}");
    Heard nested = step("i", call("ls", "{'a': " + "[".repeat(900) + "]".repeat(900) + "}"));
    assertThat(nested.status()).isEqualTo(200);
    assertThat(about("/evaluate", "i", "{}").status()).isEqualTo(200);
  }
}
