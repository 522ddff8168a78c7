package org.sealflow.jobs.bench.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.Precision;

class LearnerModelFilesTest {
  private static final LearnerShape SHAPE = LearnerShape.TINY;

  @TempDir private Path folder;

  private Path written(Precision precision) throws IOException {
    Path directory = Files.createDirectory(folder.resolve(precision.name()));
    LearnerModelFiles.write(directory, SHAPE.config(), precision, 7);
    return directory;
  }

  private static float[] logProbs(Path directory, Precision precision) {
    ModelOptions options = ModelOptions.onCpu(16).withPrecision(precision);
    TokenBatch batch =
        new TokenBatch(
            Arrays.asList(TokenSequence.allScored(new int[] {3, 1, 4, 1, 5, 9, 2, 6, 5, 3})));
    try (PolicyModel model =
        PolicyModel.withNewAdapters(directory, options, LoraConfig.everywhere(4), 1)) {
      return model.logProbs(batch, 1)[0];
    }
  }

  @Test
  void aModelInHalfTheBytesIsTheSameUpToRounding() throws IOException {
    Path single = written(Precision.FLOAT32);
    Path half = written(Precision.BFLOAT16);
    float[] expected = logProbs(single, Precision.FLOAT32);
    float[] found = logProbs(half, Precision.BFLOAT16);

    assertThat(Files.size(half.resolve("model.safetensors")))
        .isLessThan(Files.size(single.resolve("model.safetensors")) * 51 / 100);
    for (int token = 1; token < expected.length; token++) {
      assertThat(found[token]).isCloseTo(expected[token], within(0.3f));
    }
  }

  @Test
  void aBillionWeightsTakeTwoBytesEach() {
    LearnerShape shape = LearnerShape.BILLION;
    long weights = LearnerModelFiles.parameters(shape.config());

    assertThat(weights).isBetween(1_000_000_000L, 1_500_000_000L);
    assertThat(shape.neededBytes()).isEqualTo(4 * weights).isLessThan(24L << 30);
    assertThat(SHAPE.neededBytes()).isEqualTo(6 * 4 * 131_456L);
  }
}
