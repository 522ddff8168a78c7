package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;

/** The figures that were worked out by hand, in gigabytes of 10^9 bytes. */
class MemoryEstimateTest {
  private static final double GIGA = 1e9;
  private static final long ALWAYS_RECOMPUTED = 0;
  private static final long NEVER_RECOMPUTED = Long.MAX_VALUE;

  @TempDir Path directory;

  private ModelConfig qwen25Of7B() throws IOException {
    return config(
        """
        {"model_type": "qwen2", "vocab_size": 152064, "hidden_size": 3584,
         "num_hidden_layers": 28, "intermediate_size": 18944, "num_attention_heads": 28,
         "num_key_value_heads": 4, "max_position_embeddings": 32768, "rope_theta": 1000000.0,
         "rms_norm_eps": 1e-06, "hidden_act": "silu", "tie_word_embeddings": false}
        """);
  }

  private ModelConfig qwen3Of8B() throws IOException {
    return qwen3(4096, 12288, false);
  }

  private ModelConfig qwen3Of4B() throws IOException {
    return qwen3(2560, 9728, true);
  }

  private ModelConfig qwen3(int width, int feedForward, boolean tied) throws IOException {
    return config(
        """
        {"model_type": "qwen3", "vocab_size": 151936, "hidden_size": %d,
         "num_hidden_layers": 36, "intermediate_size": %d, "num_attention_heads": 32,
         "num_key_value_heads": 8, "head_dim": 128, "max_position_embeddings": 40960,
         "rope_theta": 1000000.0, "rms_norm_eps": 1e-06, "hidden_act": "silu",
         "attention_bias": false, "tie_word_embeddings": %s}
        """
            .formatted(width, feedForward, tied));
  }

  private ModelConfig config(String json) throws IOException {
    return ModelConfig.read(Files.writeString(directory.resolve("config.json"), json));
  }

  private static MemoryEstimate adapters(ModelConfig config, long activationBudget) {
    return new MemoryEstimate(
        config,
        ModelOptions.onCpu(32_768)
            .withPrecision(Precision.BFLOAT16)
            .withActivationBudget(activationBudget),
        32,
        true);
  }

  private static double step(ModelConfig config) {
    return adapters(config, ALWAYS_RECOMPUTED).step(32_768) / GIGA;
  }

  private static double activations(ModelConfig config) {
    ModelOptions options =
        ModelOptions.onCpu(16_384)
            .withPrecision(Precision.FLOAT32)
            .withActivationBudget(NEVER_RECOMPUTED)
            .withLogitBudget(1);
    // Half of single precision is the two bytes of bfloat16; rank 1 takes next to nothing.
    return new MemoryEstimate(config, options, 1, true).pass(16_384) / (2 * GIGA);
  }

  @Test
  void parametersAreThoseOfTheModelCards() throws IOException {
    assertThat(adapters(qwen25Of7B(), 0).parameters() / GIGA).isEqualTo(7.62, within(0.01));
    assertThat(adapters(qwen3Of8B(), 0).parameters() / GIGA).isEqualTo(8.19, within(0.01));
    assertThat(adapters(qwen3Of4B(), 0).parameters() / GIGA).isEqualTo(4.02, within(0.01));
  }

  /** 37, 40 and 25 with adapters multiplied in single precision and keys and values repeated. */
  @Test
  void aPassOf32kTokensWithLayersRecomputed() throws IOException {
    assertThat(step(qwen25Of7B())).isEqualTo(30.8, within(0.1));
    assertThat(step(qwen3Of8B())).isEqualTo(33.9, within(0.1));
    assertThat(step(qwen3Of4B())).isEqualTo(20.5, within(0.1));
  }

  /** 109, 118 and 99 with keys and values repeated for the queries that share them. */
  @Test
  void theActivationsOf16kTokensAloneWithoutRecomputation() throws IOException {
    assertThat(activations(qwen25Of7B())).isEqualTo(109 - 3.3, within(0.6));
    assertThat(activations(qwen3Of8B())).isEqualTo(118 - 4.8, within(0.6));
    assertThat(activations(qwen3Of4B())).isEqualTo(99 - 4.8, within(0.6));
  }

  @Test
  void fullFineTuningTakesTwentyBytesAParameterWithTheReferenceAndSixteenWithout()
      throws IOException {
    ModelOptions options = ModelOptions.onCpu(4096);
    MemoryEstimate with = new MemoryEstimate(qwen3Of4B(), options, 0, true);
    MemoryEstimate without = new MemoryEstimate(qwen3Of4B(), options, 0, false);

    assertThat(with.standing()).isEqualTo(20 * with.parameters());
    assertThat(without.standing()).isEqualTo(16 * with.parameters());
  }

  /** 2 to compute with, 4 of the master, 4 of the gradient and 8 of the moments. */
  @Test
  void inBfloat16ItTakesEighteenBytesAParameterAndTwoForTheReference() throws IOException {
    ModelOptions options = ModelOptions.onCpu(4096).withPrecision(Precision.BFLOAT16);
    MemoryEstimate with = new MemoryEstimate(qwen3Of4B(), options, 0, true);
    MemoryEstimate without = new MemoryEstimate(qwen3Of4B(), options, 0, false);

    assertThat(without.standing()).isEqualTo(18 * with.parameters());
    assertThat(with.standing()).isEqualTo(20 * with.parameters());
  }

  @Test
  void whatABfloat16PassRoundsOnTheWayCounts() throws IOException {
    ModelOptions options =
        ModelOptions.onCpu(4096).withPrecision(Precision.BFLOAT16).withLogitBudget(1);
    ModelOptions kept = options.withRecomputeLayers(false);
    MemoryEstimate all = new MemoryEstimate(qwen3Of4B(), kept, 0, false);
    MemoryEstimate part =
        new MemoryEstimate(qwen3Of4B(), options.withRecomputeLayers(true), 0, false);

    assertThat(all.pass(0)).isEqualTo(2 * all.parameters() + 4);
    assertThat(part.pass(1)).isBetween(2L * 151_936 * 2560, all.pass(0) / 2);
  }

  @Test
  void theLongestPassIsTheLastThatFits() throws IOException {
    MemoryEstimate estimate = adapters(qwen25Of7B(), ALWAYS_RECOMPUTED);
    long memory = 40_000_000_000L;
    long longest = estimate.longestPass(memory);

    assertThat(estimate.step(longest)).isLessThanOrEqualTo(memory);
    assertThat(estimate.step(longest + 1)).isGreaterThan(memory);
    assertThat(longest).isBetween(45_000L, 55_000L);
    assertThat(estimate.longestPass(estimate.standing())).isZero();
  }

  @Test
  void layersAreRecomputedWhereTheyWouldPassTheBudget() throws IOException {
    MemoryEstimate estimate = adapters(qwen25Of7B(), 1L << 30);

    assertThat(estimate.recomputes(100)).isFalse();
    assertThat(estimate.recomputes(16_384)).isTrue();
  }

  @Test
  void anEngineHoldsWeightsAndTheCacheOfItsRows() throws IOException {
    MemoryEstimate estimate = adapters(qwen25Of7B(), 0);
    long cache = estimate.engine(8) - estimate.base();

    // 57,344 bytes a token: 28 layers, 4 heads of 128, keys and values, two bytes.
    assertThat(cache).isEqualTo(8L * 32_768 * 57_344);
  }
}
