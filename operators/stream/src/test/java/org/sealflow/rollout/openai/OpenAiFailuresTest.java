package org.sealflow.rollout.openai;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.sealflow.rollout.openai.SharedModelServer.CLOCK;
import static org.sealflow.rollout.openai.SharedModelServer.KEY;
import static org.sealflow.rollout.openai.SharedModelServer.answer;
import static org.sealflow.rollout.openai.SharedModelServer.context;
import static org.sealflow.rollout.openai.SharedModelServer.failure;
import static org.sealflow.rollout.openai.SharedModelServer.policy;
import static org.sealflow.rollout.openai.SharedModelServer.settings;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.Mode;

/** Against a server in a process of its own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OpenAiFailuresTest {
  @Test
  void aServerThatKeepsItsIdsCannotTrain() {
    OpenAiSettings settings = settings("noids").withStyle(OpenAiSettings.Style.TOKENS);
    try (OpenAiPolicy policy = policy(settings);
        PolicySession session = policy.open(context(Mode.TRAIN))) {
      assertThat(failure(session)).hasMessageContaining("token_ids, which training needs");
    }
  }

  @Test
  void aPassingFailureIsTriedAgain() throws Exception {
    try (OpenAiPolicy policy = policy(settings("flaky").withAttempts(3, Duration.ofMillis(1)));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      assertThat(answer(session, new ChatMessage("user", "x")).text()).isEqualTo("at last");
    }
  }

  @Test
  void whatGoesWrongIsOneLineThatSaysWhatToDo() {
    Map<String, String> messages =
        Map.of(
            "busy", "answered with status 503: always busy line two",
            "nonsense", "answered without choices[0]: {\"hello\":1}; check that it speaks",
            "words", "answered without choices[0]: \"<html>welcome</html>\"",
            "missing", "does not know the model 'missing'");
    messages.forEach(
        (model, message) -> {
          try (OpenAiPolicy policy = policy(settings(model).withAttempts(2, Duration.ZERO));
              PolicySession session = policy.open(context(Mode.EVAL))) {
            Throwable failure = failure(session);
            assertThat(failure).hasMessageContaining(message);
            assertThat(failure.getMessage().lines()).hasSize(1);
            assertThat(((PolicyException) failure).reason())
                .isEqualTo(PolicyException.Cause.ENGINE);
          }
        });
  }

  @Test
  void idsThatAreNoneEndTheEpisodeAndNothingElse() {
    Map<String, String> messages =
        Map.of(
            "negative", "answered without token ids that are whole numbers from 0: {\"choices\"",
            "misnamed", "answered without token ids that are whole numbers from 0: {\"choices\"",
            "unknown", "the policy server's answer cannot be used: ");
    messages.forEach(
        (model, message) -> {
          OpenAiSettings settings = settings(model).withStyle(OpenAiSettings.Style.TOKENS);
          try (OpenAiPolicy policy = policy(settings);
              PolicySession session = policy.open(context(Mode.TRAIN))) {
            Throwable failure = failure(session);
            assertThat(failure)
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining(message)
                .message()
                .hasLineCount(1);
            assertThat(((PolicyException) failure).reason())
                .isEqualTo(PolicyException.Cause.ENGINE);
          }
        });
  }

  private static OpenAiPolicy keyed(String key) {
    return new OpenAiPolicy(
        settings("echo"), null, Map.of(OpenAiSettings.KEY_VARIABLE, key), CLOCK);
  }

  @Test
  void aKeyIsSentWithoutTheLineBreakThatItsFileEndsWith() {
    try (OpenAiPolicy policy = keyed(" secret\r\n");
        OpenAiPolicy keyless = keyed("\n")) {
      assertThat(policy.check(CLOCK)).isEmpty();
      assertThat(keyless.check(CLOCK).orElseThrow()).contains("refuses the key (status 401)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret\nsecret", "secret\u0007", "secret\u0085x", "\u20acsecret"})
  void ofAKeyThatNoHeaderCanCarryTheVariableIsNamedAndNothingElse(String key) {
    assertThatThrownBy(() -> keyed(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the environment variable SEALFLOW_API_KEY")
        .hasMessageNotContaining("secret")
        .hasNoCause()
        .message()
        .hasLineCount(1);
  }

  @Test
  void aContextThatIsFullIsThePolicysOwnDoing() {
    try (OpenAiPolicy policy = policy(settings("full"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      Throwable failure = failure(session);
      assertThat(((PolicyException) failure).reason()).isEqualTo(PolicyException.Cause.CONTEXT);
      assertThat(failure).hasMessageContaining("status 400");
    }
  }

  @Test
  void aServerThatSaysNothingMissesTheDeadline() {
    try (OpenAiPolicy policy = policy(settings("mute"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      Throwable failure =
          catchThrowable(
              () ->
                  session
                      .answer(
                          List.of(new ChatMessage("user", "x")), Instant.now(CLOCK).plusMillis(200))
                      .join());
      assertThat(failure.getCause()).hasMessageContaining("did not answer in time");
      assertThat(((PolicyException) failure.getCause()).reason())
          .isEqualTo(PolicyException.Cause.DEADLINE);
    }
  }

  @Test
  void aServerWhoseAnswerComesTooLateIsHungUpOn() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
        OpenAiPolicy policy =
            policy(
                OpenAiSettings.of("http://localhost:" + server.getLocalPort() + "/v1", "stuck"));
        PolicySession session = policy.open(context(Mode.EVAL))) {
      CompletableFuture<PolicyAnswer> answer =
          session.answer(List.of(new ChatMessage("user", "x")), Instant.now(CLOCK).plusSeconds(1));
      try (Socket caller = server.accept()) {
        caller
            .getOutputStream()
            .write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{".getBytes(US_ASCII));
        assertThat(catchThrowable(answer::join).getCause())
            .hasMessageContaining("did not answer in time");
        assertThat(isClosedByPeer(caller)).isTrue();
      }
    }
  }

  private static boolean isClosedByPeer(Socket socket) throws IOException {
    socket.setSoTimeout(20_000);
    try {
      byte[] unused = socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void anAbsentServerAWrongKeyAndAnUnknownModelAreFoundBeforeAnyEpisode() {
    try (OpenAiPolicy good = policy(settings("echo"));
        OpenAiPolicy unknown = policy(settings("missing"));
        OpenAiPolicy keyless = new OpenAiPolicy(settings("echo"), null, Map.of(), CLOCK);
        OpenAiPolicy absent =
            policy(
                OpenAiSettings.of("http://localhost:1/v1", "echo")
                    .withAttempts(2, Duration.ZERO))) {
      assertThat(good.check(CLOCK)).isEmpty();
      assertThat(unknown.check(CLOCK).orElseThrow())
          .contains("does not serve 'missing'; it serves echo, tools");
      assertThat(keyless.check(CLOCK).orElseThrow())
          .contains("refuses the key (status 401): set the environment variable SEALFLOW_API_KEY");
      assertThat(absent.check(CLOCK).orElseThrow())
          .startsWith("the server at http://localhost:1/v1 does not answer (")
          .endsWith("start it, or name another base URL");
    }
  }

  @Test
  void settingsSayEverythingThatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OpenAiSettings.of("localhost:8000", "").withAttempts(0, Duration.ZERO))
        .withMessageContaining("base URL is 'localhost:8000'")
        .withMessageContaining("no model is named");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings("echo").withAttempts(0, Duration.ofSeconds(-1)))
        .withMessage(
            "attempts are 0, expected 1 to 20; first backoff is PT-1S, expected 0s or more");
    assertThatThrownBy(
            () ->
                new OpenAiPolicy(
                    settings("echo").withStyle(OpenAiSettings.Style.TOKENS), null, KEY, CLOCK))
        .hasMessageContaining("needs a tokenizer");
  }
}
