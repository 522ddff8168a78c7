package org.sealflow.nano.induction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.Generation;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.Generator;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.sampling.SamplingSettings;

class NanoStartTest {
  private static final int VOCABULARY = 943;
  private static final ModelConfig CONFIG = NanoStart.config(VOCABULARY, 512);
  private static final SamplingSettings ONE_GREEDY_TOKEN = new SamplingSettings(0, 1, 0, 1, 1);

  @TempDir private Path folder;

  /** The share of tokens foretold greedily in the second half of rows whose halves are the same. */
  private static double copyAccuracy(Path directory, int rows, int length) {
    SplittableRandom random = new SplittableRandom(3);
    List<GenerationRequest> prompts = new ArrayList<>();
    List<Integer> expected = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int[] half = random.ints(length / 2, 5, VOCABULARY).toArray();
      int[] whole = Arrays.copyOf(half, length);
      System.arraycopy(half, 0, whole, length / 2, length / 2);
      for (int at = length / 2 + 1; at < length; at++) {
        prompts.add(new GenerationRequest(Arrays.copyOf(whole, at), ONE_GREEDY_TOKEN));
        expected.add(whole[at]);
      }
    }
    try (PolicyModel model = PolicyModel.frozen(directory, ModelOptions.onCpu(512));
        Generator generator = new Generator(model, Set.of(), 0)) {
      List<Generation> found = generator.generate(prompts);
      int right = 0;
      for (int i = 0; i < found.size(); i++) {
        right += found.get(i).tokens()[0] == expected.get(i) ? 1 : 0;
      }
      return right / (double) found.size();
    }
  }

  @Test
  void theCircuitCopiesRandomTokensBeforeAnyTraining() {
    Path directory = folder.resolve("circuit");
    NanoStart.write(directory, CONFIG, InitialScale.NANO, 1);

    assertThat(copyAccuracy(directory, 8, 48)).isGreaterThan(0.6);
  }

  @Test
  void withoutTheCircuitNothingIsCopied() {
    Path directory = folder.resolve("random");
    NanoStart.writeRandom(directory, CONFIG, InitialScale.NANO, 1);

    assertThat(copyAccuracy(directory, 8, 48)).isLessThan(0.05);
  }

  @Test
  void theNanoPolicyHas860ThousandWeights() {
    long weights =
        TensorLayout.of(CONFIG).values().stream()
            .mapToLong(shape -> shape.stream().reduce(1L, Math::multiplyExact))
            .sum();

    assertThat(weights).isEqualTo(859_264);
  }

  @Test
  void theSameSeedGivesTheSameBytesAndAnotherSeedOthers() throws IOException {
    NanoStart.write(folder.resolve("one"), CONFIG, InitialScale.NANO, 7);
    NanoStart.write(folder.resolve("same"), CONFIG, InitialScale.NANO, 7);
    NanoStart.write(folder.resolve("other"), CONFIG, InitialScale.NANO, 8);

    assertThat(weights("same")).isEqualTo(weights("one"));
    assertThat(weights("other")).isNotEqualTo(weights("one"));
  }

  private byte[] weights(String name) throws IOException {
    return Files.readAllBytes(folder.resolve(name).resolve("model.safetensors"));
  }

  @Test
  void theDirectoryIsReadBackAsItWasMeant() {
    Path directory = folder.resolve("model");
    NanoStart.write(directory, CONFIG, InitialScale.NANO, 1);

    assertThat(ModelConfig.read(directory.resolve("config.json"))).isEqualTo(CONFIG);
  }

  @Test
  void aFormThatTurnsTooFastIsRefused() {
    ModelConfig fast =
        new ModelConfig(
            CONFIG.family(),
            VOCABULARY,
            128,
            3,
            384,
            1e-6,
            new AttentionConfig(4, 2, 8, AttentionBias.NONE),
            new RotaryConfig(100, 512, CONFIG.rotary().scaling()),
            true);

    assertThatThrownBy(() -> NanoStart.write(folder.resolve("fast"), fast, InitialScale.NANO, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not fit")
        .hasMessageContaining("theta 1e6");
  }
}
