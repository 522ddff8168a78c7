package org.sealflow.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.TrainingSample;

class VerifiersTracesTest {
  /** A branch as a trainer reads it: compact values spread onto the true places of the mask. */
  private record Streams(
      List<Integer> tokens,
      List<Boolean> mask,
      List<Float> logProbs,
      List<Float> advantages,
      List<Float> rl) {
    static Streams of(JsonNode trace) {
      assertThat(trace.path("version").intValue()).isEqualTo(1);
      Streams all =
          new Streams(
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>());
      int number = 0;
      for (JsonNode node : trace.path("nodes")) {
        // One branch: each node follows the one before it.
        assertThat(node.path("parent").asInt(-1)).isEqualTo(number++ - 1);
        all.add(node);
      }
      return all;
    }

    private void add(JsonNode node) {
      int length = node.path("token_ids").size();
      assertThat(node.path("mask")).hasSize(length);
      node.path("token_ids").forEach(id -> tokens.add(id.intValue()));
      int compact = 0;
      for (JsonNode flag : node.path("mask")) {
        mask.add(flag.booleanValue());
        logProbs.add(flag.booleanValue() ? at(node.path("logprobs"), compact) : 0);
        advantages.add(flag.booleanValue() ? at(node.path("advantages"), compact) : 0);
        compact += flag.booleanValue() ? 1 : 0;
      }
      assertThat(node.path("logprobs")).hasSize(compact);
      JsonNode weights = node.path("loss_weights").path("rl");
      assertThat(weights.isMissingNode() || weights.size() == length).isTrue();
      for (int i = 0; i < length; i++) {
        rl.add(weights.isMissingNode() ? 0 : at(weights, i));
      }
    }

    private static float at(JsonNode values, int index) {
      return index < values.size() ? values.get(index).floatValue() : 0;
    }
  }

  private static JsonNode episode(TrainingSample sample) throws Exception {
    return new ObjectMapper()
        .readTree(VerifiersTraces.line(sample, TestingSamples.TOKENIZER).orElseThrow());
  }

  @Test
  void theStreamsOfItsOneBranchAreTheSample() throws Exception {
    for (TrainingSample sample : List.of(TestingSamples.passed(), TestingSamples.failed())) {
      Streams streams = Streams.of(episode(sample).path("traces").path(0));

      assertThat(streams.tokens()).isEqualTo(sample.getTokens());
      assertThat(streams.mask()).isEqualTo(sample.getSampled());
      assertThat(streams.logProbs()).isEqualTo(sample.getLogProbs());
      assertThat(streams.advantages()).isEqualTo(sample.getAdvantages());
      assertThat(streams.rl())
          .isEqualTo(sample.getSampled().stream().map(sampled -> sampled ? 1f : 0f).toList());
    }
  }

  @Test
  void lossWeightsAreNamed() throws Exception {
    TrainingSample sample = TestingSamples.passed();
    sample.setLossWeights(Map.of("rl", 1.0, "ref_kl", 0.001));
    JsonNode answer = episode(sample).path("traces").path(0).path("nodes").path(1);

    assertThat(answer.path("loss_weights").path("ref_kl"))
        .hasSize(answer.path("token_ids").size())
        .allSatisfy(weight -> assertThat(weight.floatValue()).isEqualTo(0.001f));
  }

  @Test
  void anEpisodeNamesItsTaskGroupRunAndReward() throws Exception {
    JsonNode episode = episode(TestingSamples.failed());
    JsonNode trace = episode.path("traces").path(0);

    assertThat(episode.path("id").asText()).matches("[0-9a-f]{32}");
    assertThat(episode.path("group").path("id").asText()).isEqualTo("run/b2/g0");
    assertThat(episode.path("run").path("work").path("step").longValue()).isEqualTo(2);
    assertThat(episode.path("run").path("work").path("policy").path("start").longValue())
        .isEqualTo(1);
    assertThat(trace.path("task").path("key").asText()).isEqualTo("base_4");
    assertThat(trace.path("rewards").path("reward").path("score").doubleValue()).isZero();
    assertThat(trace.path("rewards").path("reward").path("weight").doubleValue()).isEqualTo(1);
    assertThat(trace.path("metrics").path("diagnosis_weight").doubleValue()).isEqualTo(1.5);
    assertThat(trace.path("info").path("sealflow").path("root_cause_turn").intValue()).isEqualTo(1);
  }

  @Test
  void messagesAreTheTextsOfTheirTokens() throws Exception {
    List<String> texts = new ArrayList<>();
    for (JsonNode node : episode(TestingSamples.passed()).path("traces").path(0).path("nodes")) {
      boolean sampled = node.path("sampled").booleanValue();
      assertThat(node.path("message").path("role").asText())
          .isEqualTo(sampled ? "assistant" : "user");
      texts.add(node.path("message").path("content").asText());
    }

    assertThat(texts)
        .containsExactly("ask", "ls<|im_end|>", "next", "cd<|im_end|>", "found", "done<|im_end|>");
  }

  @Test
  void aTurnThatIsSampledOverSeveralSpansKeepsItsOrder() {
    List<TokenSpan> spans = TokenSpan.of(TestingSamples.passed());

    assertThat(spans).extracting(TokenSpan::turn).containsExactly(-1, 0, -1, 1, -1, 1);
    assertThat(Collections.max(spans.stream().map(TokenSpan::to).toList()))
        .isEqualTo(TestingSamples.passed().getTokens().size());
  }

  @Test
  void withoutLogProbabilitiesThereIsNoTrace() {
    TrainingSample unscored = TestingSamples.passed();
    unscored.setLogProbs(null);

    assertThat(VerifiersTraces.line(unscored, TestingSamples.TOKENIZER)).isEmpty();
  }
}
