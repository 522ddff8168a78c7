package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.model.TestingArrays.assertClose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.file.SafeTensorsFile;
import org.sealflow.model.sampling.SamplingSettings;

/**
 * Tiny random models as Hugging Face transformers has saved them, beside what it computes of them:
 * {@code goldens.py} in the folder of the models tells how.
 */
final class TransformersGoldensTest {
  static final List<String> MODELS = List.of("qwen2", "qwen2-yarn", "qwen3", "llama", "mistral");
  private static final double TOLERANCE = 1e-5;
  private static final ModelOptions OPTIONS = ModelOptions.onCpu(64);

  @ParameterizedTest
  @FieldSource("MODELS")
  void logProbabilitiesEqualThoseOfTransformers(String name) throws Exception {
    JsonNode expected = expected(name);
    try (PolicyModel model = PolicyModel.frozen(directory(name), OPTIONS)) {
      assertClose(model.logProbs(batch(expected), 1), logProbs(expected), TOLERANCE);
    }
  }

  /** Of each tensor the norm of the gradient, and its scalar product with the tensor. */
  @ParameterizedTest
  @FieldSource("MODELS")
  void gradientsOfAllWeightsEqualThoseOfTransformers(String name) throws Exception {
    JsonNode expected = expected(name);
    try (PolicyModel model = PolicyModel.fullyTrained(directory(name), OPTIONS)) {
      Map<String, float[]> weights = new HashMap<>();
      model.trainedWeights().forEach(weight -> weights.put(weight.name(), weight.values()));
      TestingGradients.backward(model, batch(expected), factors(expected));
      Map<String, float[]> gradients = TestingGradients.of(model);

      assertThat(gradients.keySet())
          .containsExactlyInAnyOrderElementsOf(names(expected.path("gradients")));
      gradients.forEach(
          (tensor, gradient) -> {
            JsonNode two = expected.path("gradients").path(tensor);
            double norm = Math.sqrt(product(gradient, gradient));
            double size = Math.sqrt(product(weights.get(tensor), weights.get(tensor)));
            assertThat(norm).as(tensor).isCloseTo(two.path(0).asDouble(), within(1e-4 * norm));
            assertThat(product(gradient, weights.get(tensor)))
                .as(tensor)
                .isCloseTo(two.path(1).asDouble(), within(1e-4 * norm * size));
          });
    }
  }

  @ParameterizedTest
  @FieldSource("MODELS")
  void greedyContinuationsEqualThoseOfTransformers(String name) throws Exception {
    JsonNode expected = expected(name);
    int[] tokens = tokens(expected.path("greedy"));
    int[] prompt = tokens(expected.path("rows").path(0).path("tokens"));
    try (PolicyModel model = PolicyModel.frozen(directory(name), OPTIONS);
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<Generation> found =
          generator.generate(
              List.of(
                  new GenerationRequest(prompt, new SamplingSettings(0, 1, 0, tokens.length, 1))));

      assertThat(found.get(0).tokens()).isEqualTo(tokens);
    }
  }

  @Test
  void anAdapterThatPeftHasSavedScoresAsItDoesThere() throws Exception {
    JsonNode expected = expected("qwen2");
    Path base = directory("qwen2");
    TokenBatch first = TokenBatch.of(batch(expected).sequences().get(0));
    try (PolicyModel model = PolicyModel.withAdapters(base, OPTIONS, base.resolve("adapter"))) {
      assertClose(model.logProbs(first, 1)[0], values(expected.path("adapted")), TOLERANCE);
    }
  }

  @Test
  void anAdapterIsSavedUnderTheNamesAndFormsThatPeftGivesIts(@TempDir Path folder)
      throws Exception {
    Path base = directory("qwen2");
    try (PolicyModel model =
        PolicyModel.withNewAdapters(base, OPTIONS, LoraConfig.everywhere(3), 1)) {
      model.saveAdapters(folder.resolve("adapter"));
    }

    assertThat(forms(folder.resolve("adapter"))).isEqualTo(forms(base.resolve("adapter")));
  }

  private static Map<String, List<Long>> forms(Path adapter) {
    Map<String, List<Long>> forms = new HashMap<>();
    try (SafeTensorsFile file =
        SafeTensorsFile.open(adapter.resolve("adapter_model.safetensors"))) {
      file.entries().forEach((name, entry) -> forms.put(name, entry.shape()));
    }
    return forms;
  }

  private static Path directory(String name) throws URISyntaxException {
    URL config =
        Objects.requireNonNull(
            TransformersGoldensTest.class.getResource("transformers/" + name + "/config.json"));
    return Path.of(config.toURI()).getParent();
  }

  private static JsonNode expected(String name) throws IOException, URISyntaxException {
    return new ObjectMapper().readTree(directory(name).resolve("expected.json").toFile());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static TokenBatch batch(JsonNode expected) {
    List<TokenSequence> rows = new ArrayList<>();
    for (JsonNode row : expected.path("rows")) {
      rows.add(TokenSequence.allScored(tokens(row.path("tokens"))));
    }
    return TokenBatch.of(rows.toArray(TokenSequence[]::new));
  }

  private static float[][] logProbs(JsonNode expected) {
    List<float[]> rows = new ArrayList<>();
    expected.path("rows").forEach(row -> rows.add(values(row.path("logProbs"))));
    return rows.toArray(float[][]::new);
  }

  /** By what log-probabilities count in the sum whose gradients are expected. */
  private static float[][] factors(JsonNode expected) {
    float[][] factors = logProbs(expected);
    for (int row = 0; row < factors.length; row++) {
      for (int token = 0; token < factors[row].length; token++) {
        factors[row][token] = ((7 * token + 3 * row) % 5 - 2) / 4f;
      }
    }
    return factors;
  }

  private static int[] tokens(JsonNode array) {
    int[] tokens = new int[array.size()];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = array.path(i).intValue();
    }
    return tokens;
  }

  private static float[] values(JsonNode array) {
    float[] values = new float[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.path(i).floatValue();
    }
    return values;
  }

  private static double product(float[] one, float[] other) {
    double product = 0;
    for (int i = 0; i < one.length; i++) {
      product += (double) one[i] * other[i];
    }
    return product;
  }
}
