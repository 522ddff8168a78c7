package org.sealflow.model.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.model.TestingModels;
import org.sealflow.model.file.CheckpointJson;
import org.sealflow.model.file.ModelDirectoryException;

final class ModelConfigTest {
  private static final String COMMON =
      "\"vocab_size\": 32000, \"hidden_size\": 896, \"num_hidden_layers\": 24,"
          + " \"intermediate_size\": 4864, \"num_attention_heads\": 14,"
          + " \"num_key_value_heads\": 2, \"max_position_embeddings\": 32768,";

  @TempDir private Path folder;

  @Test
  void qwen2HasBiasesAndTheHeadWidthOfItsWidth() {
    ModelConfig config =
        read(
            "{%s \"architectures\": [\"Qwen2ForCausalLM\"], \"rope_theta\": 1000000.0,"
                + " \"rms_norm_eps\": 1e-06, \"tie_word_embeddings\": true,"
                + " \"use_sliding_window\": false}");
    assertThat(config.attention())
        .isEqualTo(new AttentionConfig(14, 2, 64, AttentionBias.QUERY_KEY_VALUE));
    assertThat(config.rotary()).isEqualTo(new RotaryConfig(1e6, 32768, RotaryScaling.none()));
    assertThat(config.tiedHead()).isTrue();
    assertThat(TensorLayout.of(config))
        .containsKey("model.layers.23.self_attn.k_proj.bias")
        .doesNotContainKeys("lm_head.weight", "model.layers.0.self_attn.q_norm.weight");
  }

  @Test
  void qwen3NamesItsHeadWidthAndNormalizesHeads() {
    ModelConfig config = read("{%s \"model_type\": \"qwen3\", \"head_dim\": 128}");
    assertThat(config.attention()).isEqualTo(new AttentionConfig(14, 2, 128, AttentionBias.NONE));
    assertThat(config.tiedHead()).isFalse();
    assertThat(TensorLayout.of(config))
        .containsKeys("lm_head.weight", "model.layers.0.self_attn.q_norm.weight")
        .doesNotContainKey("model.layers.0.self_attn.q_proj.bias");
  }

  @Test
  void llamaScalesItsRotaryEmbedding() {
    ModelConfig config =
        read(
            "{%s \"architectures\": [\"LlamaForCausalLM\"], \"rope_theta\": 500000.0,"
                + " \"rope_scaling\": {\"rope_type\": \"llama3\", \"factor\": 8.0,"
                + " \"low_freq_factor\": 1.0, \"high_freq_factor\": 4.0,"
                + " \"original_max_position_embeddings\": 8192}}");
    assertThat(config.rotary())
        .isEqualTo(new RotaryConfig(5e5, 32768, RotaryScaling.llama3(8, 1, 4, 8192)));
  }

  @Test
  void newerFilesKeepThetaWithTheScaling() {
    ModelConfig config =
        read(
            "{%s \"model_type\": \"qwen3\", \"rope_parameters\": {\"rope_type\": \"default\","
                + " \"rope_theta\": 1000000}}");
    assertThat(config.rotary()).isEqualTo(new RotaryConfig(1e6, 32768, RotaryScaling.none()));
  }

  /** Of Llama 3.1 8B: theta 500000, head width 128, factor 8, 1 and 4, 8192 positions. */
  @Test
  void frequenciesOfLlama31AreKeptBlendedOrDividedByWavelength() {
    double[] frequencies =
        new RotaryConfig(5e5, 131072, RotaryScaling.llama3(8, 1, 4, 8192)).frequencies(128);
    assertThat(frequencies[0]).isEqualTo(1);
    assertThat(frequencies[28]).isCloseTo(Math.pow(5e5, -56 / 128.0), within(1e-15));
    assertThat(frequencies[63]).isCloseTo(Math.pow(5e5, -126 / 128.0) / 8, within(1e-18));
    double plain = Math.pow(5e5, -60 / 128.0);
    double turns = 8192 * plain / (2 * Math.PI);
    double kept = (turns - 1) / 3;
    assertThat(turns).isBetween(1.0, 4.0);
    assertThat(frequencies[30]).isCloseTo(plain * (kept + (1 - kept) / 8), within(1e-15));
  }

  @Test
  void linearScalingDividesEveryFrequency() {
    double[] frequencies = new RotaryConfig(100, 8, RotaryScaling.linear(4)).frequencies(4);
    assertThat(frequencies).containsExactly(new double[] {0.25, 0.025}, within(1e-15));
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void whatIsWrittenReadsBack(ModelFamily family) throws IOException {
    ModelConfig config = TestingModels.config(family);
    Files.writeString(folder.resolve("config.json"), CheckpointJson.pretty(config.toJson()));
    assertThat(ModelConfig.read(folder.resolve("config.json"))).isEqualTo(config);
  }

  @Test
  void anUnknownArchitectureIsNamed() {
    assertRefused(
        "{%s \"architectures\": [\"GemmaForCausalLM\"]}",
        "architectures is [\"GemmaForCausalLM\"], expected Qwen2ForCausalLM, Qwen3ForCausalLM,"
            + " LlamaForCausalLM or MistralForCausalLM");
    assertRefused("{}", "model_type is missing, expected qwen2, qwen3, llama or mistral");
  }

  @Test
  void aMixtureOfExpertsIsRefusedInOneLine() {
    assertRefused(
        "{%s \"architectures\": [\"Qwen3MoeForCausalLM\"], \"num_experts\": 128}",
        "architectures is [\"Qwen3MoeForCausalLM\"], expected Qwen2ForCausalLM, Qwen3ForCausalLM,"
            + " LlamaForCausalLM or MistralForCausalLM: mixtures of experts are not understood");
  }

  @Test
  void mistralHasTheFormOfLlamaWithinItsWindow() throws IOException {
    ModelConfig config =
        read("{%s \"architectures\": [\"MistralForCausalLM\"], \"sliding_window\": 16}");
    assertThat(config.family()).isEqualTo(ModelFamily.MISTRAL);
    assertThat(config.attention().bias()).isEqualTo(AttentionBias.NONE);
    assertThat(config.rotary().maximumPositions()).isEqualTo(16);
  }

  /** Computed from the paper's formulas by another program, in double precision. */
  @Test
  void yarnStretchesSlowPairsAndLeavesFastOnes() {
    RotaryScaling yarn = RotaryScaling.yarn(4, 1, 32, 32768, RotaryScaling.yarnAttention(4));
    double[] scaled = new RotaryConfig(1e6, 131072, yarn).frequencies(128);

    assertThat(scaled[0]).isEqualTo(1.0);
    assertThat(scaled[23]).isEqualTo(0.006978305848598663, within(1e-15));
    assertThat(scaled[30]).isEqualTo(0.0010643609812470017, within(1e-16));
    assertThat(scaled[36]).isEqualTo(0.00017984115587395423, within(1e-17));
    assertThat(scaled[40]).isEqualTo(4.445698525097307e-05, within(1e-18));
    assertThat(scaled[63]).isEqualTo(3.102344401879299e-07, within(1e-20));
    assertThat(yarn.attentionFactor()).isEqualTo(1.138629436111989, within(1e-12));
  }

  @Test
  void qwensFilesWithYarnStretchTheContext() throws IOException {
    ModelConfig config =
        read(
            "{%s \"model_type\": \"qwen2\", \"rope_scaling\": {\"type\": \"yarn\", \"factor\":"
                + " 4.0, \"original_max_position_embeddings\": 32768}}");
    assertThat(config.rotary().maximumPositions()).isEqualTo(131072);
    assertThat(config.rotary().scaling())
        .isEqualTo(RotaryScaling.yarn(4, 1, 32, 32768, RotaryScaling.yarnAttention(4)));
  }

  @Test
  void everyProblemIsNamedInOneLine() {
    assertRefused(
        "{\"model_type\": \"llama\", \"hidden_size\": -4, \"num_attention_heads\": 2,"
            + " \"vocab_size\": \"many\", \"num_hidden_layers\": 2, \"hidden_act\": \"gelu\","
            + " \"intermediate_size\": 8}",
        "hidden_act is gelu, expected silu; hidden_size is -4, expected a positive whole number;"
            + " vocab_size is \"many\", expected a positive whole number;"
            + " max_position_embeddings is missing, expected a positive whole number");
  }

  @Test
  void scalingsNotUnderstoodAreRefused() {
    assertRefused(
        "{%s \"model_type\": \"qwen2\", \"rope_scaling\": {\"type\": \"dynamic\", \"factor\": 4}}",
        "rope_scaling.rope_type is dynamic, expected default, linear, llama3 or yarn");
    assertRefused(
        "{%s \"model_type\": \"llama\", \"rope_scaling\": {\"rope_type\": \"llama3\","
            + " \"factor\": 8, \"low_freq_factor\": 4, \"high_freq_factor\": 1,"
            + " \"original_max_position_embeddings\": 8192}}",
        "rope_scaling.high_freq_factor is 1.0, expected more than low_freq_factor 4.0");
  }

  @Test
  void formsOfAttentionNotUnderstoodAreRefused() {
    assertRefused(
        "{%s \"model_type\": \"qwen2\", \"use_sliding_window\": true}",
        "use_sliding_window is true, expected false");
    assertRefused(
        "{%s \"model_type\": \"llama\", \"head_dim\": 7}",
        "the width of a head is 7, expected an even number of at least 2");
  }

  @Test
  void aFileThatIsMissingOrNoJsonIsNamed() throws IOException {
    Path file = folder.resolve("config.json");
    assertThatThrownBy(() -> ModelConfig.read(file))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage(
            file + " is missing, expected the config.json of a Hugging Face model directory");
    Files.writeString(file, "{\"vocab_size\": 1,}");
    assertThatThrownBy(() -> ModelConfig.read(file))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessageStartingWith(file + " is no JSON: ");
    Files.writeString(file, "[]");
    assertThatThrownBy(() -> ModelConfig.read(file)).hasMessage(file + " holds no JSON object");
  }

  private void assertRefused(String json, String problem) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage(folder.resolve("config.json") + ": " + problem);
  }

  private ModelConfig read(String json) {
    Path file = folder.resolve("config.json");
    try {
      Files.writeString(file, json.replace("%s", COMMON));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return ModelConfig.read(file);
  }
}
