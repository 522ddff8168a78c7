package org.sealflow.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.TrainingSample;

class TinkerDataTest {
  /** A datum as its SDK's models describe it. */
  private record Datum(
      List<Integer> input, List<Integer> targets, List<Double> logProbs, List<Double> advantages) {
    static Datum read(String line) throws Exception {
      JsonNode datum = new ObjectMapper().readTree(line);
      assertThat(datum).hasSize(2);
      JsonNode chunks = datum.path("model_input").path("chunks");
      assertThat(chunks).hasSize(1);
      assertThat(chunks.path(0).path("type").asText()).isEqualTo("encoded_text");
      List<Integer> input = new ArrayList<>();
      chunks.path(0).path("tokens").forEach(id -> input.add(id.intValue()));
      JsonNode inputs = datum.path("loss_fn_inputs");
      // The service refuses names that the loss does not know.
      assertThat(inputs.fieldNames())
          .toIterable()
          .containsExactlyInAnyOrder("target_tokens", "logprobs", "advantages");
      List<Integer> targets =
          tensor(inputs.path("target_tokens"), "int64").stream().map(Double::intValue).toList();
      return new Datum(
          input,
          targets,
          tensor(inputs.path("logprobs"), "float32"),
          tensor(inputs.path("advantages"), "float32"));
    }

    private static List<Double> tensor(JsonNode tensor, String type) {
      assertThat(tensor.path("dtype").asText()).isEqualTo(type);
      List<Double> values = new ArrayList<>();
      tensor.path("data").forEach(value -> values.add(value.doubleValue()));
      assertThat(tensor.path("shape").path(0).intValue()).isEqualTo(values.size());
      return values;
    }
  }

  @Test
  void targetsAreTheTokensOneFurtherOn() throws Exception {
    TrainingSample sample = TestingSamples.failed();
    Datum datum = Datum.read(TinkerData.line(sample).orElseThrow());
    List<Integer> tokens = sample.getTokens();

    assertThat(datum.input()).isEqualTo(tokens.subList(0, tokens.size() - 1));
    assertThat(datum.targets()).isEqualTo(tokens.subList(1, tokens.size()));
    assertThat(datum.logProbs()).hasSize(datum.targets().size());
    assertThat(datum.advantages()).hasSize(datum.targets().size());
  }

  /**
   * The loss at the policy that sampled: every ratio is 1, so it is minus the sum of advantages.
   */
  @Test
  void theLossCountsSampledTokensAlone() throws Exception {
    TrainingSample sample = TestingSamples.failed();
    Datum datum = Datum.read(TinkerData.line(sample).orElseThrow());
    double loss = 0;
    for (int i = 0; i < datum.targets().size(); i++) {
      int token = i + 1;
      boolean sampled = sample.getSampled().get(token);
      assertThat(datum.logProbs().get(i) != 0).isEqualTo(sampled);
      loss -= datum.advantages().get(i);
    }

    // "ls" and its end at 0.25; "cd", "oops!" and their ends at minus the weight of the root cause.
    assertThat(loss).isEqualTo(-3 * 0.25 + (3 + 6) * 1.5, within(1e-9));
  }

  @Test
  void floatsAreReadBackExactly() throws Exception {
    TrainingSample sample = TestingSamples.passed();
    Datum datum = Datum.read(TinkerData.line(sample).orElseThrow());

    assertThat(datum.logProbs().stream().map(Double::floatValue).toList())
        .isEqualTo(sample.getLogProbs().subList(1, sample.getLogProbs().size()));
  }

  @Test
  void withoutLogProbabilitiesThereIsNoDatum() {
    TrainingSample unscored = TestingSamples.passed();
    unscored.setLogProbs(null);

    assertThat(TinkerData.line(unscored)).isEmpty();
  }
}
