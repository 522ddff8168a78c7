package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.model.TestingArrays.assertClose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.Projection;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.SafeTensorsFile;

/** Low-rank adapters: passes, the reference, files and merging. */
final class LoraTest {
  private static final LoraConfig LORA = new LoraConfig(3, 12, EnumSet.allOf(Projection.class));
  private static final TokenBatch BATCH = TestingModels.ragged();

  @TempDir private Path folder;

  @Test
  void newAdaptersChangeNothing() {
    Path directory = write(ModelFamily.QWEN3);
    try (PolicyModel base = PolicyModel.frozen(directory, TestingModels.options());
        PolicyModel model = withNewAdapters(directory, LORA)) {
      assertThat(model.logProbs(BATCH, 1)).isDeepEqualTo(base.logProbs(BATCH, 1));
    }
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void scoresAndGradientsOfAdaptersEqualThePlainModel(ModelFamily family) {
    ModelConfig config = TestingModels.config(family);
    Path directory = TestingModels.write(folder, config, 1);
    float[][] factors = TestingModels.gradients(BATCH, 2);
    try (PolicyModel model = withNewAdapters(directory, LORA);
        TestingPlainTransformer plain =
            new TestingPlainTransformer(config, TestingModels.tensors(config, 1))) {
      model.setTrainedWeights(randomized(model.trainedWeights(), 3));
      plain.setAdapters(model.trainedWeights(), 4);
      assertClose(model.logProbs(BATCH, 1), plain.logProbs(BATCH, 1), 1e-5);
      TestingGradients.backward(model, BATCH, factors);
      assertThat(TestingGradients.of(model)).hasSize(2 * 7 * config.layers());
      TestingGradients.assertClose(
          TestingGradients.of(model), plain.gradients(BATCH, 1, factors), 1e-5);
    }
  }

  @Test
  void recomputedLayersGiveTheSameAdapterGradients() {
    Path directory = write(ModelFamily.LLAMA);
    float[][] factors = TestingModels.gradients(BATCH, 2);
    ModelOptions options = TestingModels.options();
    try (PolicyModel one =
            PolicyModel.withNewAdapters(directory, options.withRecomputeLayers(true), LORA, 5);
        PolicyModel other =
            PolicyModel.withNewAdapters(directory, options.withRecomputeLayers(false), LORA, 5)) {
      one.setTrainedWeights(randomized(one.trainedWeights(), 3));
      other.setTrainedWeights(randomized(other.trainedWeights(), 3));
      TestingGradients.backward(one, BATCH, factors);
      TestingGradients.backward(other, BATCH, factors);
      TestingGradients.assertClose(TestingGradients.of(one), TestingGradients.of(other), 2e-6);
    }
  }

  @Test
  void theFrozenBaseIsTheReferenceAndOnlyAdaptersAreTrained() {
    Path directory = write(ModelFamily.QWEN2);
    LoraConfig some = new LoraConfig(2, 2, Set.of(Projection.QUERY, Projection.DOWN));
    try (PolicyModel base = PolicyModel.frozen(directory, TestingModels.options());
        PolicyModel model = withNewAdapters(directory, some);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 2));
      assertThat(optimizer.step(1e-2, 1).applied()).isTrue();
      assertThat(model.referenceLogProbs(BATCH, 1)).isDeepEqualTo(base.logProbs(BATCH, 1));
      assertThat(model.logProbs(BATCH, 1)[0]).isNotEqualTo(base.logProbs(BATCH, 1)[0]);
      assertThat(model.trainedWeights())
          .extracting(HostTensor::name)
          .hasSize(2 * 2 * model.config().layers())
          .allMatch(name -> name.matches("model\\.layers\\.\\d\\.(self_attn\\.q|mlp\\.down).*"));
    }
  }

  @Test
  void savedAdaptersComeBackBitForBit() {
    Path directory = write(ModelFamily.QWEN3);
    Path saved = folder.resolve("adapter");
    try (PolicyModel model = withNewAdapters(directory, LORA)) {
      model.setTrainedWeights(randomized(model.trainedWeights(), 4));
      model.saveAdapters(saved);
      try (PolicyModel loaded =
          PolicyModel.withAdapters(directory, TestingModels.options(), saved)) {
        assertThat(loaded.trainedWeights()).isEqualTo(model.trainedWeights());
        assertThat(loaded.logProbs(BATCH, 1)).isDeepEqualTo(model.logProbs(BATCH, 1));
      }
    }
  }

  @Test
  void adaptersOfANewerVersionAreLoadedInPlace() {
    Path directory = write(ModelFamily.QWEN2);
    Path saved = folder.resolve("version-1");
    Path smaller = folder.resolve("smaller");
    try (PolicyModel learner = withNewAdapters(directory, LORA);
        PolicyModel player = withNewAdapters(directory, LORA);
        PolicyModel other = withNewAdapters(directory, LoraConfig.everywhere(2))) {
      learner.setTrainedWeights(randomized(learner.trainedWeights(), 5));
      learner.saveAdapters(saved);
      player.loadAdapters(saved);
      assertThat(player.logProbs(BATCH, 1)).isDeepEqualTo(learner.logProbs(BATCH, 1));
      other.saveAdapters(smaller);
      assertThatThrownBy(() -> player.loadAdapters(smaller))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(smaller + " holds LoraConfig[rank=2, alpha=4.0, ");
      assertThat(player.trainedWeights()).isEqualTo(learner.trainedWeights());
    }
  }

  @Test
  void savedAdaptersHaveTheLayoutOfPeft() throws IOException {
    Path directory = write(ModelFamily.QWEN2);
    Path saved = folder.resolve("adapter");
    try (PolicyModel model =
        withNewAdapters(directory, new LoraConfig(2, 8, EnumSet.of(Projection.VALUE)))) {
      model.saveAdapters(saved);
    }
    JsonNode config = new ObjectMapper().readTree(saved.resolve("adapter_config.json").toFile());
    assertThat(config.get("peft_type").asText()).isEqualTo("LORA");
    assertThat(config.get("task_type").asText()).isEqualTo("CAUSAL_LM");
    assertThat(config.get("r").asInt()).isEqualTo(2);
    assertThat(config.get("lora_alpha").toString()).isEqualTo("8");
    assertThat(config.get("target_modules").toString()).isEqualTo("[\"v_proj\"]");
    assertThat(config.get("bias").asText()).isEqualTo("none");
    assertThat(config.get("base_model_name_or_path").asText()).isEqualTo(directory.toString());
    try (SafeTensorsFile file = SafeTensorsFile.open(saved.resolve("adapter_model.safetensors"))) {
      String prefix = "base_model.model.model.layers.1.self_attn.v_proj.";
      assertThat(file.entries()).hasSize(6);
      assertThat(file.entries().get(prefix + "lora_A.weight").shape()).containsExactly(2L, 24L);
      assertThat(file.entries().get(prefix + "lora_B.weight").shape()).containsExactly(12L, 2L);
    }
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void theMergedModelScoresAsTheAdaptedOne(ModelFamily family) {
    Path directory = write(family);
    Path merged = folder.resolve("merged-" + family);
    try (PolicyModel model = withNewAdapters(directory, LORA)) {
      model.setTrainedWeights(randomized(model.trainedWeights(), 4));
      model.save(merged);
      try (PolicyModel plain = PolicyModel.frozen(merged, TestingModels.options());
          PolicyModel base = PolicyModel.frozen(directory, TestingModels.options())) {
        assertClose(plain.logProbs(BATCH, 1), model.logProbs(BATCH, 1), 1e-5);
        assertThat(
                TestingArrays.largestDifference(
                    plain.logProbs(BATCH, 1)[0], base.logProbs(BATCH, 1)[0]))
            .isGreaterThan(0.01);
      }
    }
  }

  @Test
  void adaptersOfAnotherModelAreRefused() {
    Path saved = folder.resolve("adapter");
    try (PolicyModel model = withNewAdapters(write(ModelFamily.QWEN2), LORA)) {
      model.saveAdapters(saved);
    }
    Path other = write(ModelFamily.LLAMA);
    assertThatThrownBy(() -> PolicyModel.withAdapters(other, TestingModels.options(), saved))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage(
            saved.resolve("adapter_model.safetensors")
                + ": tensor base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight has"
                + " shape [3, 24], expected shape [3, 32]: the adapter was made for another model");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"peft_type\": \"IA3\" | peft_type is IA3, expected LORA",
        "\"use_dora\": true | use_dora is true, expected it to be absent",
        "\"rank_pattern\": {\"q_proj\": 4} | rank_pattern is {\"q_proj\":4}, expected it to be"
            + " absent",
        "\"bias\": \"all\" | bias is all, expected none",
        "\"r\": 0 | r is 0, expected a positive whole number",
        "\"target_modules\": [\"q_proj\", \"gate\"] | target_modules is [\"q_proj\",\"gate\"],"
            + " expected some of q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj"
      })
  void formsOfAdaptersNotUnderstoodAreRefused(String example) throws IOException {
    int bar = example.indexOf(" | ");
    String field = example.substring(0, bar);
    String key = field.substring(1, field.indexOf('"', 1));
    List<String> fields = new ArrayList<>(List.of(field));
    for (String usual :
        List.of("\"r\": 2", "\"lora_alpha\": 4", "\"target_modules\": [\"q_proj\"]")) {
      if (!usual.startsWith("\"" + key)) {
        fields.add(usual);
      }
    }
    Files.writeString(folder.resolve("adapter_config.json"), "{" + String.join(", ", fields) + "}");
    assertThatThrownBy(() -> PeftDirectory.config(folder))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage(folder.resolve("adapter_config.json") + ": " + example.substring(bar + 3));
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    Set<Projection> targets = Set.of(Projection.QUERY);
    assertThatThrownBy(() -> new LoraConfig(0, 1, targets))
        .hasMessage("rank is 0, expected 1 or more");
    assertThatThrownBy(() -> new LoraConfig(1, 0, targets))
        .hasMessage("alpha is 0.0, expected a positive number");
    assertThatThrownBy(() -> new LoraConfig(1, 1, Set.of()))
        .hasMessage("targets is empty, expected at least one projection");
  }

  @Test
  void aPolicyWithoutAdaptersSavesNone() {
    try (PolicyModel model =
        PolicyModel.frozen(write(ModelFamily.QWEN2), TestingModels.options())) {
      assertThatThrownBy(() -> model.saveAdapters(folder.resolve("none")))
          .hasMessage("the policy has no adapters");
    }
  }

  private static List<HostTensor> randomized(List<HostTensor> tensors, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<HostTensor> randomized = new ArrayList<>();
    for (HostTensor tensor : tensors) {
      float[] values = new float[tensor.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextDouble(-0.1, 0.1);
      }
      randomized.add(new HostTensor(tensor.name(), tensor.shape(), values));
    }
    return randomized;
  }

  private static PolicyModel withNewAdapters(Path directory, LoraConfig config) {
    return PolicyModel.withNewAdapters(directory, TestingModels.options(), config, 7);
  }

  private Path write(ModelFamily family) {
    return TestingModels.write(folder, TestingModels.config(family), 1);
  }
}
