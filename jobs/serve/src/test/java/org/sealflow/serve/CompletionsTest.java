package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.engine.ContinuationRequest;
import org.sealflow.model.FinishReason;
import org.sealflow.model.sampling.SamplingSettings;

class CompletionsTest {
  private static final String PATH = "/v1/completions";

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
  void tokenIdsComeInAndGoOutAsTheyAre() throws Exception {
    TestingCaller.Heard heard =
        post(
            "{'prompt': [97, 98, 258, 10], 'model': 'nano', 'max_tokens': 9, 'logprobs': 1,"
                + " 'return_token_ids': true, 'return_tokens_as_token_ids': true,"
                + " 'stop_token_ids': [5], 'temperature': 0.5, 'top_p': 0.9, 'top_k': 40,"
                + " 'seed': 9223372036854775805}");

    assertThat(server.engine.last())
        .isEqualTo(
            new ContinuationRequest(
                List.of(97, 98, 258, 10),
                new SamplingSettings(0.5, 0.9, 40, 9, Long.MAX_VALUE - 2),
                java.util.Set.of(5, TestingEngine.END_OF_TURN),
                null));
    assertThat(heard.ids("/choices/0/prompt_token_ids")).containsExactly(97, 98, 258, 10);
    assertThat(heard.ids("/choices/0/token_ids"))
        .containsExactly((int) 'o', (int) 'k', TestingEngine.END_OF_TURN);
    assertThat(heard.at("/choices/0/logprobs/token_logprobs").toString())
        .isEqualTo("[-0.125,-0.25,-0.375]");
    assertThat(heard.at("/choices/0/logprobs/tokens").toString())
        .isEqualTo("[\"token_id:111\",\"token_id:107\",\"token_id:258\"]");
    assertThat(heard.ids("/choices/0/logprobs/text_offset")).containsExactly(0, 1, 2);
  }

  @Test
  void anAnswerHasTheFormThatClientsKnow() throws Exception {
    TestingCaller.Heard heard = post("{'prompt': 'héllo'}");

    assertThat(TestingEngine.text(server.engine.last().prompt())).isEqualTo("héllo");
    assertThat(server.engine.last().sampling())
        .isEqualTo(new SamplingSettings(1, 1, 0, 16, TestingServer.SEED));
    JsonNode body = heard.json();
    assertThat(heard.text("/id")).startsWith("cmpl-");
    assertThat(heard.text("/object")).isEqualTo("text_completion");
    assertThat(heard.at("/created").asLong()).isEqualTo(1_000);
    assertThat(heard.text("/model")).isEqualTo("nano");
    assertThat(body.at("/choices/0").toString())
        .isEqualTo(
            "{\"index\":0,\"text\":\"ok\",\"logprobs\":null,\"finish_reason\":\"stop\","
                + "\"stop_reason\":null}");
    assertThat(body.at("/usage").toString())
        .isEqualTo("{\"prompt_tokens\":6,\"completion_tokens\":3,\"total_tokens\":9}");
    assertThat(heard.header("Content-Type")).isEqualTo("application/json");
    assertThat(post("{'prompt': 'x'}").text("/id")).isNotEqualTo(heard.text("/id"));
  }

  @Test
  void severalPromptsAreAnsweredInTheirOrderEachWithItsChoices() throws Exception {
    server.engine.answers =
        request ->
            TestingEngine.says(TestingEngine.text(request.prompt()) + request.sampling().seed());
    TestingCaller.Heard heard = post("{'prompt': ['a', [98], 'c'], 'n': 2, 'seed': 5}");

    assertThat(heard.json().findValuesAsText("text"))
        .containsExactly("a5", "a6", "b5", "b6", "c5", "c6");
    assertThat(heard.json().findValuesAsText("index"))
        .containsExactly("0", "1", "2", "3", "4", "5");
    assertThat(heard.at("/usage/prompt_tokens").asInt()).isEqualTo(3);
    assertThat(post("{'prompt': 'b', 'n': 2, 'seed': 5}").json().findValuesAsText("text"))
        .containsExactly("b5", "b6");
  }

  @Test
  void anAnswerEndsBeforeTheFirstStopText() throws Exception {
    server.engine.answers = request -> TestingEngine.isCutAt("one two\n\nthree");
    TestingCaller.Heard heard =
        post(
            "{'prompt': 'x', 'stop': ['three', '\\n\\n', 'four'], 'return_token_ids': true,"
                + " 'logprobs': 0}");

    assertThat(heard.text("/choices/0/text")).isEqualTo("one two");
    assertThat(heard.text("/choices/0/finish_reason")).isEqualTo("stop");
    assertThat(heard.text("/choices/0/stop_reason")).isEqualTo("\n\n");
    assertThat(TestingEngine.text(heard.ids("/choices/0/token_ids"))).isEqualTo("one two\n\n");
    assertThat(heard.ids("/choices/0/logprobs/text_offset"))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 7);
    assertThat(heard.at("/usage/completion_tokens").asInt()).isEqualTo(9);
    assertThat(post("{'prompt': 'x', 'stop': 'ne'}").text("/choices/0/text")).isEqualTo("o");
  }

  @Test
  void anAnswerThatFindsNoStopSaysThatItWasCut() throws Exception {
    server.engine.answers = request -> TestingEngine.isCutAt("one");
    TestingCaller.Heard heard = post("{'prompt': 'x', 'stop': 'four'}");

    assertThat(heard.text("/choices/0/finish_reason")).isEqualTo("length");
    assertThat(heard.at("/choices/0/stop_reason").isNull()).isTrue();
    assertThat(heard.text("/choices/0/text")).isEqualTo("one");
  }

  @Test
  void aStopTokenOfTheCallersOwnIsNamed() throws Exception {
    server.engine.answers =
        request ->
            TestingEngine.continuation(TestingEngine.tokens("so", '!'), FinishReason.STOP_TOKEN);
    TestingCaller.Heard heard = post("{'prompt': 'x', 'stop_token_ids': [33], 'ignore_eos': true}");

    assertThat(server.engine.last().stopTokens()).containsExactly(33);
    assertThat(heard.text("/choices/0/text")).isEqualTo("so");
    assertThat(heard.at("/choices/0/stop_reason").asInt()).isEqualTo(33);
  }

  @Test
  void specialTokensAreLeftOutUnlessAskedFor() throws Exception {
    server.engine.answers = request -> TestingEngine.says("a<|im_start|>b");

    assertThat(post("{'prompt': 'x'}").text("/choices/0/text")).isEqualTo("ab");
    assertThat(post("{'prompt': 'x', 'skip_special_tokens': false}").text("/choices/0/text"))
        .isEqualTo("a<|im_start|>b");
  }

  @Test
  void aStreamHoldsTheSameAnswersAsEvents() throws Exception {
    TestingCaller.Heard heard =
        post("{'prompt': 'x', 'n': 2, 'stream': true, 'stream_options': {'include_usage': true}}");

    assertThat(heard.header("Content-Type")).isEqualTo("text/event-stream");
    List<JsonNode> events = heard.events();
    assertThat(events).hasSize(3);
    assertThat(events.get(1).at("/choices/0/text").asText()).isEqualTo("ok");
    assertThat(events.get(1).at("/choices/0/index").asInt()).isEqualTo(1);
    assertThat(events.get(1).at("/choices/0/finish_reason").asText()).isEqualTo("stop");
    assertThat(events.get(2).at("/choices").isEmpty()).isTrue();
    assertThat(events.get(2).at("/usage/completion_tokens").asInt()).isEqualTo(6);
  }

  @Test
  void fieldsWithoutEffectAreTaken() throws Exception {
    post(
        "{'prompt': 'x', 'echo': false, 'frequency_penalty': 0, 'presence_penalty': 0.0,"
            + " 'logit_bias': {}, 'best_of': 1, 'suffix': null, 'user': 'me', 'min_p': 0.0,"
            + " 'top_k': -1, 'logprobs': null, 'metadata': {'a': 1}}");

    assertThat(server.engine.last().sampling().topK()).isZero();
  }
}
