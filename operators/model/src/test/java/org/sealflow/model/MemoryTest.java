package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.sampling.SamplingSettings;

/** Checks that native memory without a finalizer is given back. */
public final class MemoryTest {
  private static final Path RESIDENT = Path.of("/proc/self/statm");
  private static final int PAGE_KILOBYTES = 4;

  @TempDir private Path folder;

  @Test
  void stepsAndGenerationsLeaveNoArrayBehind() {
    try (Run run = new Run(folder)) {
      run.round(2, 0);
      int before = run.model.arrayCount();
      for (int step = 1; step <= 40; step++) {
        run.round(2, step);
      }
      assertThat(run.model.arrayCount()).isEqualTo(before);
    }
  }

  /** Arguments or results that are not given back keep a megabyte or more of each step here. */
  @Test
  void residentMemoryDoesNotGrowFromStepToStep() throws IOException {
    assumeThat(RESIDENT).isRegularFile();
    try (Run run = new Run(folder)) {
      for (int step = 0; step < 20; step++) {
        run.round(16, step);
      }
      long before = residentKilobytes();
      for (int step = 0; step < 60; step++) {
        run.round(16, step);
      }
      assertThat(residentKilobytes() - before).isLessThan(40_000);
    }
  }

  public static long residentKilobytes() throws IOException {
    String text = Files.readString(RESIDENT);
    int first = text.indexOf(' ') + 1;
    return Long.parseLong(text, first, text.indexOf(' ', first), 10) * PAGE_KILOBYTES;
  }

  /** A model that is trained and sampled. */
  private static final class Run implements AutoCloseable {
    private final PolicyModel model;
    private final Optimizer optimizer;
    private final Generator generator;

    private Run(Path folder) {
      Path directory = TestingModels.write(folder, TestingModels.config(ModelFamily.LLAMA), 1);
      model =
          PolicyModel.withNewAdapters(
              directory, TestingModels.options(), LoraConfig.everywhere(2), 1);
      optimizer = new Optimizer(model, AdamWSettings.standard());
      generator = new Generator(model, Set.of(3), 100);
    }

    private void round(int batchSize, int seed) {
      List<TokenSequence> rows = new ArrayList<>();
      for (int row = 0; row < batchSize; row++) {
        rows.add(TestingModels.sequence(90, 4, seed + row));
      }
      TokenBatch batch = new TokenBatch(rows);
      model.referenceLogProbs(batch, 1);
      try (ForwardPass pass = model.forward(batch, 1)) {
        pass.backward(TestingModels.gradients(batch, seed));
      }
      optimizer.step(1e-3, 1);
      if (seed % 4 == 0) {
        SamplingSettings sampling = new SamplingSettings(1, 1, 0, 4, seed);
        int[] prompt = new int[20 + seed % 7];
        generator.generate(List.of(new GenerationRequest(prompt, sampling)));
      }
    }

    @Override
    public void close() {
      generator.close();
      optimizer.close();
      model.close();
    }
  }
}
