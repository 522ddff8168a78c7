package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.model.text.ByteTokenizer;
import org.sealflow.model.text.ChatSettings;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.PromptTokenizer;
import org.sealflow.model.text.TemplateMessage;

/** Against a server that tokenizes as vLLM does, with a template and a tokenizer of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TokenAgreementTest {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final String TEMPLATE =
      "{% for message in messages %}<|im_start|>{{ message.role }}\n"
          + "{{ message.content }}<|im_end|>\n{% endfor %}"
          + "{% if add_generation_prompt %}<|im_start|>assistant\n"
          + "{% if enable_thinking is false %}<think></think>{% endif %}{% endif %}";

  private final ObjectMapper json = new ObjectMapper();
  private final PromptTokenizer tokenizer = ByteTokenizer.chatMl();
  private final ChatTemplate template = ChatTemplate.of(TEMPLATE, Map.of(), CLOCK);
  private final List<JsonNode> asked = new ArrayList<>();
  private HttpServer server;
  private ChatTemplate theirTemplate = template;
  private PromptTokenizer theirTokenizer = tokenizer;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/tokenize", this::tokenize);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void tokenize(HttpExchange exchange) throws IOException {
    JsonNode request = json.readTree(exchange.getRequestBody());
    asked.add(request);
    ObjectNode answer = json.createObjectNode();
    ArrayNode tokens = answer.putArray("tokens");
    String text = request.has("prompt") ? request.path("prompt").asText() : rendered(request);
    for (int id : theirTokenizer.encode(text)) {
      tokens.add(id);
    }
    byte[] bytes = json.writeValueAsBytes(answer);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private String rendered(JsonNode request) {
    List<TemplateMessage> messages = new ArrayList<>();
    request
        .path("messages")
        .forEach(
            message ->
                messages.add(
                    TemplateMessage.of(
                        message.path("role").asText(), message.path("content").asText())));
    JsonNode thinking = request.path("chat_template_kwargs").path("enable_thinking");
    RequestOptions told =
        new RequestOptions(true, thinking.isBoolean() ? thinking.booleanValue() : null);
    ChatSettings settings = told.chatSettings();
    return theirTemplate.render(
        messages, settings, request.path("add_generation_prompt").asBoolean());
  }

  private Optional<String> check(RequestOptions requests) {
    OpenAiSettings settings =
        OpenAiSettings.of("http://localhost:" + server.getAddress().getPort() + "/v1", "m")
            .withRequests(requests);
    try (OpenAiPolicy policy = new OpenAiPolicy(settings, null, Map.of(), CLOCK)) {
      return policy.checkTokens(template, tokenizer, CLOCK);
    }
  }

  private Optional<String> check() {
    return check(RequestOptions.DEFAULT);
  }

  @Test
  void equalTemplatesAndTokenizersAgreeOnThreeConversations() {
    assertThat(check()).isEmpty();
    assertThat(asked).hasSize(6);
    assertThat(asked)
        .allSatisfy(request -> assertThat(request.path("model").asText()).isEqualTo("m"));
  }

  @Test
  void whatTheTemplateIsToldIsToldToTheServerToo() {
    assertThat(check(new RequestOptions(true, false))).isEmpty();
    assertThat(asked.get(1).path("chat_template_kwargs").path("enable_thinking").asBoolean(true))
        .isFalse();
  }

  @Test
  void anotherTemplateIsOneLine() {
    theirTemplate =
        ChatTemplate.of(TEMPLATE.replace("<|im_end|>\n{%", "<|im_end|>{%"), Map.of(), CLOCK);

    assertThat(check())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains(
                        "other token ids of conversation 1",
                        ", expected 10 '\\n'; it has another chat template")
                    .doesNotContain("\n"));
  }

  @Test
  void anotherTokenizerIsOneLine() {
    theirTokenizer = new ByteTokenizer(List.of("<|im_start|>", "<|im_end|>"), Set.of("<|im_end|>"));

    assertThat(check())
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .contains("token 0 is 256 ", "expected 257 ", "it has another tokenizer"));
  }

  @Test
  void aServerThatDoesNotTellItsIdsIsNotRefused() {
    for (int none : new int[] {404, 405, 422}) {
      status = none;
      assertThat(check()).isEmpty();
    }
  }

  @Test
  void aServerThatFailsIsOneLine() {
    status = 500;
    assertThat(check())
        .hasValueSatisfying(line -> assertThat(line).contains("answered with status 500"));
  }
}
