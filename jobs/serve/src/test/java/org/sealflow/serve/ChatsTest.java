package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChatsTest {
  private static final String PATH = "/v1/chat/completions";
  private static final String TOOLS =
      "'tools': [{'type': 'function', 'function': {'name': 'cd', 'parameters': {'b': 1, 'a':"
          + " 2.0}}}]";
  private static final String CALL =
      "<tool_call>\n"
          + "{\"name\": \"cd\", \"arguments\": {\"folder\":  \"é\", \"n\": 1.0}}\n"
          + "</tool_call>";

  private TestingServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestingServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private TestingCaller.Heard post(String json) throws Exception {
    TestingCaller.Heard heard = server.caller.post(PATH, json);
    assertThat(heard.status()).as(heard.body()).isEqualTo(200);
    return heard;
  }

  @Test
  void theConversationIsShownByTheTemplate() throws Exception {
    TestingCaller.Heard heard =
        post(
            "{'model': 'nano', 'messages': [{'role': 'developer', 'content': 'Be brief.'},"
                + " {'role': 'user', 'content': [{'type': 'text', 'text': 'H'}, {'type': 'text',"
                + " 'text': 'i'}], 'name': 'ann'}], 'chat_template_kwargs': {'loud': true}}");

    assertThat(server.engine.lastPrompt())
        .isEqualTo(
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                + "<|im_start|>assistant\nLOUD ");
    assertThat(server.engine.last().stopTokens()).containsExactly(TestingEngine.END_OF_TURN);
    assertThat(server.engine.last().sampling().maxTokens()).isEqualTo(Integer.MAX_VALUE);
    assertThat(heard.text("/object")).isEqualTo("chat.completion");
    assertThat(heard.text("/id")).startsWith("chatcmpl-");
    assertThat(heard.at("/choices/0").toString())
        .isEqualTo(
            "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"ok\"},"
                + "\"logprobs\":null,\"finish_reason\":\"stop\",\"stop_reason\":null}");
    assertThat(heard.at("/usage/prompt_tokens").asInt())
        .isEqualTo(server.engine.last().prompt().size());
  }

  @Test
  void toolsAreShownAndCallsAreToldApartAsTheyWereWritten() throws Exception {
    server.engine.answers = request -> TestingEngine.says("Well.\n" + CALL + "\n" + CALL);
    TestingCaller.Heard heard =
        post("{'messages': [{'role': 'user', 'content': 'go'}], " + TOOLS + "}");

    assertThat(server.engine.lastPrompt())
        .startsWith(
            "{\"type\": \"function\", \"function\": {\"name\": \"cd\", \"parameters\": {\"b\": 1,"
                + " \"a\": 2.0}}}\n");
    assertThat(heard.text("/choices/0/finish_reason")).isEqualTo("tool_calls");
    assertThat(heard.text("/choices/0/message/content")).isEqualTo("Well.");
    JsonNode calls = heard.at("/choices/0/message/tool_calls");
    assertThat(calls).hasSize(2);
    assertThat(calls.at("/0/type").asText()).isEqualTo("function");
    assertThat(calls.at("/0/function/name").asText()).isEqualTo("cd");
    assertThat(calls.at("/0/function/arguments").asText())
        .isEqualTo("{\"folder\":  \"é\", \"n\": 1.0}");
    assertThat(calls.at("/0/id").asText()).isNotEqualTo(calls.at("/1/id").asText());
  }

  @Test
  void anAnswerOfCallsAloneHasNoContent() throws Exception {
    server.engine.answers = request -> TestingEngine.says(CALL);
    TestingCaller.Heard heard =
        post("{'messages': [{'role': 'user', 'content': 'go'}], " + TOOLS + "}");

    assertThat(heard.at("/choices/0/message/content").isNull()).isTrue();
  }

  @Test
  void withoutToolsOrWhereNoneIsToBeCalledACallIsText() throws Exception {
    server.engine.answers = request -> TestingEngine.says(CALL);
    String go = "{'messages': [{'role': 'user', 'content': 'go'}]";
    for (String rest : List.of("}", ", 'tool_choice': 'none', " + TOOLS + "}")) {
      TestingCaller.Heard heard = post(go + rest);
      assertThat(heard.text("/choices/0/message/content")).isEqualTo(CALL);
      assertThat(heard.text("/choices/0/finish_reason")).isEqualTo("stop");
      assertThat(server.engine.lastPrompt()).doesNotContain("\"cd\"");
    }
  }

  @Test
  void aConversationOfCallsAndResultsGoesBackIn() throws Exception {
    post(
        "{'messages': [{'role': 'user', 'content': 'go'}, {'role': 'assistant', 'content': null,"
            + " 'refusal': null, 'tool_calls': [{'id': 'c1', 'type': 'function', 'function':"
            + " {'name': 'cd', 'arguments': '{\\'folder\\': \\'a\\'}'}}]}, {'role': 'tool',"
            + " 'tool_call_id': 'c1', 'content': 'done'}]}");

    assertThat(server.engine.lastPrompt())
        .contains("<|im_start|>assistant\ncd{\"folder\": \"a\"}<|im_end|>")
        .contains("<|im_start|>tool\ndone<|im_end|>");
  }

  @Test
  void severalChoicesComeFromSeedsInARow() throws Exception {
    server.engine.answers = request -> TestingEngine.isCutAt("" + request.sampling().seed());
    TestingCaller.Heard heard =
        post(
            "{'messages': [{'role': 'user', 'content': 'go'}], 'n': 3, 'seed': -3, 'max_tokens':"
                + " 7, 'max_completion_tokens': 5, 'temperature': 0}");

    assertThat(heard.json().findValuesAsText("content")).containsExactly("-3", "-2", "-1");
    assertThat(heard.text("/choices/2/finish_reason")).isEqualTo("length");
    assertThat(server.engine.last().sampling().maxTokens()).isEqualTo(5);
  }

  @Test
  void tokenIdsAndLogProbabilitiesStandWhereVllmPutsThem() throws Exception {
    TestingCaller.Heard heard =
        post(
            "{'messages': [{'role': 'user', 'content': 'go'}], 'logprobs': true, 'top_logprobs':"
                + " 0, 'return_token_ids': true}");

    assertThat(heard.ids("/prompt_token_ids")).isEqualTo(server.engine.last().prompt());
    assertThat(heard.ids("/choices/0/token_ids"))
        .isEqualTo(TestingEngine.tokens("ok", TestingEngine.END_OF_TURN));
    JsonNode content = heard.at("/choices/0/logprobs/content");
    assertThat(content.findValuesAsText("token")).containsExactly("o", "k", "<|im_end|>");
    assertThat(content.at("/1/logprob").floatValue()).isEqualTo(-0.25f);
  }

  @Test
  void aStreamSaysTheMessageThenItsEnd() throws Exception {
    server.engine.answers = request -> TestingEngine.says("So:\n" + CALL);
    TestingCaller.Heard heard =
        post(
            "{'messages': [{'role': 'user', 'content': 'go'}], 'stream': true, 'stream_options':"
                + " {'include_usage': true}, "
                + TOOLS
                + "}");

    List<JsonNode> events = heard.events();
    assertThat(events).hasSize(3);
    assertThat(events)
        .extracting(event -> event.at("/object").asText())
        .containsOnly("chat.completion.chunk");
    JsonNode delta = events.get(0).at("/choices/0/delta");
    assertThat(delta.at("/role").asText()).isEqualTo("assistant");
    assertThat(delta.at("/content").asText()).isEqualTo("So:");
    assertThat(delta.at("/tool_calls/0/index").asInt()).isZero();
    assertThat(delta.at("/tool_calls/0/function/name").asText()).isEqualTo("cd");
    assertThat(events.get(0).at("/choices/0/finish_reason").isNull()).isTrue();
    assertThat(events.get(1).at("/choices/0/delta").isEmpty()).isTrue();
    assertThat(events.get(1).at("/choices/0/finish_reason").asText()).isEqualTo("tool_calls");
    assertThat(events.get(2).at("/usage/total_tokens").asInt()).isPositive();
  }

  @Test
  void aModelWithoutATemplateSaysSo() throws Exception {
    try (TestingServer plain = TestingServer.startWithoutTemplate()) {
      TestingCaller.Heard heard =
          plain.caller.post(PATH, "{'messages': [{'role': 'user', 'content': 'go'}]}");
      assertThat(heard.status()).isEqualTo(400);
      assertThat(heard.text("/error/message"))
          .isEqualTo(
              "this model has no chat template, so it takes no messages: use /v1/completions, or"
                  + " add chat_template.jinja to its directory");
    }
  }
}
