package org.sealflow.rollout.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.rollout.openai.SharedModelServer.DOC;
import static org.sealflow.rollout.openai.SharedModelServer.SAMPLING;
import static org.sealflow.rollout.openai.SharedModelServer.answer;
import static org.sealflow.rollout.openai.SharedModelServer.context;
import static org.sealflow.rollout.openai.SharedModelServer.ids;
import static org.sealflow.rollout.openai.SharedModelServer.lastRequest;
import static org.sealflow.rollout.openai.SharedModelServer.policy;
import static org.sealflow.rollout.openai.SharedModelServer.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.schemas.Mode;

/** Against a server in a process of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenAiPolicyTest {
  @Test
  void aChatCarriesTheWholeConversationAndItsSampling() throws Exception {
    try (OpenAiPolicy policy = policy(settings("echo"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      PolicyAnswer first =
          answer(session, new ChatMessage("system", "tools"), new ChatMessage("user", "first é"));
      PolicyAnswer second = answer(session, new ChatMessage("user", "second"));

      assertThat(first).isEqualTo(PolicyAnswer.ofText("first é", null));
      assertThat(second.text()).isEqualTo("second");
      JsonNode body = lastRequest("echo");
      assertThat(body.path("messages").findValuesAsText("role"))
          .containsExactly("system", "user", "assistant", "user");
      assertThat(body.path("temperature").asDouble()).isEqualTo(0.5);
      assertThat(body.path("top_k").asInt()).isEqualTo(40);
      assertThat(body.path("max_tokens").asInt()).isEqualTo(64);
      assertThat(body.path("seed").asLong()).isEqualTo(-2L & Long.MAX_VALUE);
      assertThat(body.has("tools")).isFalse();
    }
  }

  @Test
  void functionCallingModelsGetToolsBesideTheChatAndTheirCallsBecomeText() throws Exception {
    OpenAiSettings settings = settings("tools").withStyle(OpenAiSettings.Style.CHAT_TOOLS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      PolicyAnswer answer =
          answer(session, new ChatMessage("system", "tools"), new ChatMessage("user", "go"));
      assertThat(answer.text())
          .isEqualTo(
              """
              <tool_call>
              {"name": "cd", "arguments": {"folder": "é"}}
              </tool_call>
              <tool_call>
              {"name": "ls", "arguments": {broken}
              </tool_call>\
              """);
      answer(session, new ChatMessage("user", "[" + DOC.replace("cd", "pwd") + "]\nWhat now?"));

      JsonNode body = lastRequest("tools");
      assertThat(body.path("messages").findValuesAsText("role"))
          .containsExactly("user", "assistant", "user");
      assertThat(body.path("tools").findValuesAsText("name")).containsExactly("cd", "pwd");
      JsonNode parameters = body.path("tools").path(0).path("function").path("parameters");
      assertThat(parameters.path("type").asText()).isEqualTo("object");
      assertThat(parameters.path("properties").path("depth").path("type").asText())
          .isEqualTo("number");
      assertThat(body.path("tools").path(0).path("function").has("response")).isFalse();
    }
  }

  @Test
  void instructionsStayInThePromptWhereToolsStandBesideTheChat() throws Exception {
    OpenAiSettings settings = settings("tools").withStyle(OpenAiSettings.Style.CHAT_TOOLS);
    EpisodeContext told =
        new EpisodeContext(
            "run", "run/b0/g0/s0", 0, "t", Mode.EVAL, List.of(DOC), SAMPLING, "Be kind.");
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(told)) {
      answer(
          session, new ChatMessage("system", "Be kind.\n\ntools"), new ChatMessage("user", "go"));
      JsonNode messages = lastRequest("tools").path("messages");
      assertThat(messages.findValuesAsText("role")).containsExactly("system", "user");
      assertThat(messages.path(0).path("content").asText()).isEqualTo("Be kind.");
    }
  }

  @Test
  void trainingEpisodesSendTokenIdsAndWhatWasSampledGoesBackAsItCame() throws Exception {
    for (String model : List.of("ids", "names")) {
      OpenAiSettings settings = settings(model).withStyle(OpenAiSettings.Style.TOKENS);
      try (OpenAiPolicy policy = policy(settings);
          PolicySession session = policy.open(context(Mode.TRAIN))) {
        PolicyAnswer first = answer(session, new ChatMessage("user", "ab"));
        PolicyAnswer second = answer(session, new ChatMessage("user", "c"));

        assertThat(first.text()).isEqualTo("bell");
        assertThat(first.tokens())
            .isEqualTo(new SampledTokens(List.of(97, 98), List.of(7, 2), List.of(-0.5f, -0.25f)));
        assertThat(second.tokens())
            .isEqualTo(new SampledTokens(List.of(99), List.of(7, 2), List.of(-0.5f, -0.25f)));
        JsonNode body = lastRequest(model);
        assertThat(ids(body.path("prompt"))).containsExactly(97, 98, 7, 2, 99);
        assertThat(ids(body.path("stop_token_ids"))).containsExactly(2);
      }
    }
  }

  @Test
  void aSessionThatRepeatsAnAnswerAsksBehindItsIds() throws Exception {
    OpenAiSettings settings = settings("ids").withStyle(OpenAiSettings.Style.TOKENS);
    SampledTokens given = new SampledTokens(List.of(97, 98), List.of(7, 2), null);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.TRAIN));
        PolicySession other = policy.open(context(Mode.TRAIN))) {
      session.repeat(List.of(new ChatMessage("user", "ab")), new PolicyAnswer("bell", 1L, given));
      assertThat(answer(session, new ChatMessage("user", "c")).tokens().context())
          .containsExactly(99);
      assertThat(ids(lastRequest("ids").path("prompt"))).containsExactly(97, 98, 7, 2, 99);

      assertThatThrownBy(
              () ->
                  other.repeat(
                      List.of(new ChatMessage("user", "ax")), new PolicyAnswer("bell", 1L, given)))
          .isInstanceOf(PolicyException.class)
          .hasMessageContaining("what is to be repeated is not shown as it was");
    }
  }

  @Test
  void theIdsOfThePlainContextGoBesideThoseShownAndNotToTheServer() throws Exception {
    OpenAiSettings settings = settings("ids").withStyle(OpenAiSettings.Style.TOKENS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.TRAIN))) {
      PolicyAnswer first = answer(session, new ChatMessage("user", "ab", "a"));
      PolicyAnswer second = answer(session, new ChatMessage("user", "c", "c"));

      assertThat(first.tokens().plainContext()).containsExactly(97);
      assertThat(second.tokens().plainContext()).containsExactly(99);
      assertThat(ids(lastRequest("ids").path("prompt"))).containsExactly(97, 98, 7, 2, 99);
    }
  }

  @Test
  void seedAndThinkingAreSentAsTheSettingsSay() throws Exception {
    OpenAiSettings settings = settings("echo").withRequests(new RequestOptions(false, false));
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      answer(session, new ChatMessage("user", "unseeded"));
      JsonNode body = lastRequest("echo");
      assertThat(body.has("seed")).isFalse();
      assertThat(body.path("chat_template_kwargs").path("enable_thinking").isBoolean()).isTrue();
      assertThat(body.path("chat_template_kwargs").path("enable_thinking").asBoolean()).isFalse();
    }
  }

  @Test
  void evaluationIsShownTheTokensThatTrainingIs() throws Exception {
    OpenAiSettings settings = settings("ids").withStyle(OpenAiSettings.Style.TOKENS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.EVAL))) {
      assertThat(answer(session, new ChatMessage("user", "ab")).tokens()).isNotNull();
      assertThat(ids(lastRequest("ids").path("prompt"))).containsExactly(97, 98);
    }
  }
}
