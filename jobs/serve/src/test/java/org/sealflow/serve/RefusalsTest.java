package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows how wrong requests are refused: in OpenAI's form, with what was found and what was
 * expected.
 */
class RefusalsTest {
  private static final String COMPLETIONS = "/v1/completions";
  private static final String CHATS = "/v1/chat/completions";
  private static final String USER = "{'role': 'user', 'content': 'x'}";

  private static TestingServer server;

  @BeforeAll
  static void start() throws Exception {
    server = TestingServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Arguments> completions() {
    return Stream.of(
        row("", "null", "the body is nothing, expected a JSON object"),
        row("[1]", "null", "the body is [1], expected a JSON object"),
        row("{'prompt': 'x'", "null", "the body is no JSON in line 1, column "),
        row("{'prompt': 'x'} {}", "null", "the body is no JSON in line 1, column 17: "),
        row("{}", "prompt", "prompt is missing, expected a text, a list of token ids, or a list"),
        row("{'prompt': 7}", "prompt", "prompt is 7, expected a text, a list of token ids"),
        row("{'prompt': ''}", "prompt", "prompt is empty, expected at least one token"),
        row("{'prompt': []}", "prompt", "prompt is empty, expected at least one token"),
        row("{'prompt': [[]]}", "prompt[0]", "prompt[0] is empty, expected at least one token"),
        row("{'prompt': [1, 'a']}", "prompt", "prompt[1] is \"a\", expected a token id"),
        row("{'prompt': [1, -1]}", "prompt", "prompt[1] is -1, expected a token id"),
        row("{'prompt': [1.5]}", "prompt", "prompt[0] is 1.5, expected a token id"),
        row("{'prompt': [4000000000]}", "prompt", "prompt[0] is 4000000000, expected a token id"),
        row("{'prompt': ['a', 7]}", "prompt[1]", "prompt[1] is 7, expected a text"),
        row("{'prompt': [1, 259]}", "prompt", "prompt holds the token id 259 at 1, expected ids"),
        row("{'prompt': 'x', 'model': 7}", "model", "model is 7, expected a text"),
        row("{'prompt': 'x', 'max_tokens': 0}", "max_tokens", "max_tokens is 0, expected a whole"),
        row("{'prompt': 'x', 'max_tokens': 1.5}", "max_tokens", "max_tokens is 1.5, expected a"),
        row("{'prompt': 'x', 'max_tokens': '9'}", "max_tokens", "max_tokens is \"9\", expected a"),
        row(
            "{'prompt': 'x', 'temperature': -1}",
            "temperature",
            "temperature is -1, expected a number from 0 to 10"),
        row("{'prompt': 'x', 'temperature': 'hot'}", "temperature", "temperature is \"hot\","),
        row("{'prompt': 'x', 'top_p': 0}", "top_p", "top_p is 0, expected a number above 0 to 1"),
        row("{'prompt': 'x', 'top_k': -2}", "top_k", "top_k is -2, expected a whole number from"),
        row(
            "{'prompt': 'x', 'seed': 9223372036854775808}",
            "seed",
            "seed is 9223372036854775808, expected a whole number from -9223372036854775808 to"
                + " 9223372036854775807"),
        row("{'prompt': 'x', 'n': 129}", "n", "n is 129, expected a whole number from 1 to 128"),
        row("{'prompt': 'x', 'stop': 7}", "stop", "stop is 7, expected a text or a list of texts"),
        row("{'prompt': 'x', 'stop': ['']}", "stop", "stop is [\"\"], expected a text or a list"),
        row("{'prompt': 'x', 'stop_token_ids': 7}", "stop_token_ids", "stop_token_ids is 7, exp"),
        row("{'prompt': 'x', 'logprobs': 5}", "logprobs", "logprobs is 5, expected a whole number"),
        row("{'prompt': 'x', 'stream': 1}", "stream", "stream is 1, expected true or false"),
        row("{'prompt': 'x', 'stream_options': 1}", "stream_options", "stream_options is 1, expe"),
        row(
            "{'prompt': 'x', 'stream_options': {'include': true}}",
            "stream_options.include",
            "stream_options.include is no field of such a request, expected some of"
                + " continuous_usage_stats, include_usage"),
        row(
            "{'prompt': 'x', 'max_token': 5}",
            "max_token",
            "max_token is no field of such a request, expected some of "));
  }

  static Stream<Arguments> unsupported() {
    return Stream.of(
        row(
            "{'prompt': 'x', 'echo': true}",
            "echo",
            "echo is true, which this server does not do: leave it out, or send false"),
        row("{'prompt': 'x', 'best_of': 2}", "best_of", "best_of is 2, which this server does not"),
        row("{'prompt': 'x', 'logit_bias': {'5': 1}}", "logit_bias", "logit_bias is {\"5\":1}, wh"),
        row("{'prompt': 'x', 'min_p': 0.1}", "min_p", "min_p is 0.1, which this server does not"));
  }

  static Stream<Arguments> chats() {
    return Stream.of(
        row("{}", "messages", "messages is missing or empty, expected at least one message"),
        row("{'messages': 'hi'}", "messages", "messages is \"hi\", expected a list of objects"),
        row("{'messages': ['hi']}", "messages[0]", "messages[0] is \"hi\", expected an object"),
        row("{'messages': [{'content': 'x'}]}", "messages[0].role", "messages[0].role is missing"),
        row(
            "{'messages': [{'role': 'robot', 'content': 'x'}]}",
            "messages[0].role",
            "messages[0].role is 'robot', expected system, developer, user, assistant or tool"),
        row(
            "{'messages': [" + USER + ", {'role': 'user'}]}",
            "messages[1].content",
            "messages[1].content is missing, expected a text"),
        row(
            "{'messages': [{'role': 'user', 'content': 5}]}",
            "messages[0].content",
            "messages[0].content is 5, expected a text or a list of parts of text"),
        row(
            "{'messages': [{'role': 'user', 'content': [{'type': 'image_url'}]}]}",
            "messages[0].content[0].type",
            "messages[0].content[0].type is 'image_url', expected text: this model reads nothing"),
        row(
            "{'messages': [{'role': 'assistant', 'tool_calls': [{'type': 'function'}]}]}",
            "messages[0].tool_calls[0].function",
            "messages[0].tool_calls[0].function is missing, expected an object with a name"),
        row(
            "{'messages': [{'role': 'assistant', 'tool_calls': [{'function': {'name': 'f',"
                + " 'arguments': '[1'}}]}]}",
            "messages[0].tool_calls[0].function.arguments",
            "messages[0].tool_calls[0].function.arguments is no JSON object"),
        row(
            "{'messages': [{'role': 'user', 'content': 'x', 'colour': 1}]}",
            "messages[0].colour",
            "messages[0].colour is no field of such a request"),
        row(
            "{'messages': [{'role': 'tool', 'content': 'x'}]}",
            "messages",
            "the chat template refuses the conversation: chat template line 2: whose answer"),
        row(
            "{'messages': [" + USER + "], 'tools': [{'type': 'web'}]}",
            "tools[0].type",
            "tools[0].type is 'web', expected function"),
        row(
            "{'messages': [" + USER + "], 'tools': [{'function': {'name': ''}}]}",
            "tools[0].function.name",
            "tools[0].function.name is blank, expected a text"),
        row(
            "{'messages': [" + USER + "], 'chat_template_kwargs': []}",
            "chat_template_kwargs",
            "chat_template_kwargs is [], expected an object"),
        row(
            "{'messages': [" + USER + "], 'prompt': 'x'}",
            "prompt",
            "prompt is no field of such a request"));
  }

  private static Arguments row(String json, String param, String message) {
    return Arguments.of(json, param, message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void completions(String json, String param, String message) throws Exception {
    assertRefused(server.caller.post(COMPLETIONS, json), 400, param, "null", message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void unsupported(String json, String param, String message) throws Exception {
    assertRefused(
        server.caller.post(COMPLETIONS, json), 400, param, "unsupported_parameter", message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void chats(String json, String param, String message) throws Exception {
    assertRefused(server.caller.post(CHATS, json), 400, param, "null", message);
  }

  @Test
  void aModelThatIsNotServedIsNotFound() throws Exception {
    for (String path : new String[] {COMPLETIONS, CHATS}) {
      assertRefused(
          server.caller.post(path, "{'model': 'gpt', 'prompt': 'x', 'messages': [" + USER + "]}"),
          404,
          "model",
          "model_not_found",
          "the model 'gpt' is not served, expected one of nano");
    }
  }

  @Test
  void aPromptThatFillsTheContextIsRefusedAsClientsKnowIt() throws Exception {
    String tooLong = "x".repeat(TestingEngine.CONTEXT);
    String message =
        "This model's maximum context length is 512 tokens, but the prompt has 512: expected at"
            + " most 511, so that one can be sampled";
    assertRefused(
        server.caller.post(COMPLETIONS, "{'prompt': '" + tooLong + "'}"),
        400,
        "prompt",
        "context_length_exceeded",
        message);
    assertThat(
            server.caller.post(COMPLETIONS, "{'prompt': '" + tooLong.substring(1) + "'}").status())
        .isEqualTo(200);
    assertRefused(
        server.caller.post(CHATS, "{'messages': [{'role': 'user', 'content': '" + tooLong + "'}]}"),
        400,
        "messages",
        "context_length_exceeded",
        "This model's maximum context length is 512 tokens, but the prompt has 531: expected");
  }

  @Test
  void onlyAutoAndNoneCanBeChosenOfTools() throws Exception {
    assertRefused(
        server.caller.post(CHATS, "{'messages': [" + USER + "], 'tool_choice': 'required'}"),
        400,
        "tool_choice",
        "unsupported_parameter",
        "tool_choice is \"required\", expected auto or none");
  }

  private static void assertRefused(
      TestingCaller.Heard heard, int status, String param, String code, String message) {
    assertThat(heard.status()).as(heard.body()).isEqualTo(status);
    assertThat(heard.text("/error/message")).startsWith(message).doesNotContain("\n");
    assertThat(heard.text("/error/type")).isEqualTo("invalid_request_error");
    assertThat(heard.text("/error/param")).isEqualTo(param);
    assertThat(heard.text("/error/code")).isEqualTo(code);
  }
}
