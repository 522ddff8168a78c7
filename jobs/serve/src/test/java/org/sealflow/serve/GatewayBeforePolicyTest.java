package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.serve.TestingCaller.Heard;
import org.sealflow.serve.gateway.ConversationFile;
import org.sealflow.serve.gateway.RecorderCounts;
import org.sealflow.serve.gateway.TestingGateway;

/** The gateway in front of the project's own policy server. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GatewayBeforePolicyTest {
  private static final String ASK =
      "{'model':'nano','logprobs':true,'return_token_ids':true,'stream':%s,'messages':"
          + "[{'role':'user','content':'hi'}%s]}";

  @TempDir private Path directory;

  private static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.asInt()));
    return ids;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tokensAndLogProbabilitiesAreThoseOfTheServer(boolean stream) throws Exception {
    Path path = directory.resolve("c.jsonl");
    try (TestingServer policy = TestingServer.start();
        ConversationFile file = ConversationFile.open(path);
        TestingGateway gateway = TestingGateway.before(policy.server.url(), file)) {
      Heard first = gateway.caller.post("/v1/chat/completions", ASK.formatted(stream, ""));
      assertThat(first.status()).isEqualTo(200);
      String said = ",{'role':'assistant','content':'ok'},{'role':'user','content':'on'}";
      Heard second = gateway.caller.post("/v1/chat/completions", ASK.formatted(stream, said));
      assertThat(second.status()).isEqualTo(200);
      RecorderCounts unused = gateway.stopped();
      JsonNode calls = TestingCaller.JSON.readTree(Files.readString(path)).path("calls");
      assertThat(calls).hasSize(2);
      List<Integer> sequence = new ArrayList<>();
      for (JsonNode call : calls) {
        sequence.addAll(ids(call.path("context_token_ids")));
        assertThat(ids(call.path("sampled_token_ids")))
            .isEqualTo(TestingEngine.tokens("ok", TestingEngine.END_OF_TURN));
        sequence.addAll(ids(call.path("sampled_token_ids")));
        assertThat(call.path("sampled_log_probs").get(0).asDouble()).isEqualTo(-0.125);
        assertThat(call.path("sampled_log_probs")).hasSize(3);
      }
      assertThat(TestingEngine.text(sequence))
          .isEqualTo(policy.engine.lastPrompt() + "ok<|im_end|>");
    }
  }

  @Test
  void anAgentThatDoesNotAskForTokensIsRecordedWithThemIfTheGatewayAsks() throws Exception {
    Path path = directory.resolve("c.jsonl");
    try (TestingServer policy = TestingServer.start();
        ConversationFile file = ConversationFile.open(path);
        TestingGateway gateway = TestingGateway.askingForTokens(policy.server.url(), file)) {
      String plain = "{'model':'nano','messages':[{'role':'user','content':'hi'}]}";
      assertThat(
              gateway.caller.post("/v1/chat/completions", plain).text("/choices/0/message/content"))
          .isEqualTo("ok");
      assertThat(gateway.caller.post("/v1/chat/completions", "no JSON").status()).isEqualTo(400);
      RecorderCounts unused = gateway.stopped();
      JsonNode line = TestingCaller.JSON.readTree(Files.readString(path));
      assertThat(ids(line.at("/calls/0/sampled_token_ids")))
          .isEqualTo(TestingEngine.tokens("ok", TestingEngine.END_OF_TURN));
      assertThat(line.at("/calls/0/sampled_log_probs")).hasSize(3);
      assertThat(line.path("request")).hasSize(2);
    }
  }

  @Test
  void everyPathOfTheServerIsReached() throws Exception {
    try (TestingServer policy = TestingServer.startWithKey("sk-secret");
        TestingGateway gateway = TestingGateway.before(policy.server.url())) {
      assertThat(gateway.caller.get("/health").text("/status")).isEqualTo("ok");
      assertThat(gateway.caller.get("/v1/models").text("/data/0/id")).isEqualTo("nano");
      Heard missing = gateway.caller.get("/v1/nothing");
      assertThat(missing.status()).isEqualTo(404);
      assertThat(missing.text("/error/code")).isEqualTo("unknown_path");
      URI wrong = gateway.server.url().resolve("/");
      assertThat(new TestingCaller(wrong, "sk-other").get("/v1/models").status()).isEqualTo(401);
    }
  }
}
