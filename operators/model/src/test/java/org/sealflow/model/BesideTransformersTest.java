package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The learner's functions beside Hugging Face transformers, in a newer PyTorch than the learner's,
 * as {@code exp/torchscript-beside-transformers/compare.py} compares them. A Python that has both
 * is named by {@code -Dsealflow.transformers.python}.
 */
class BesideTransformersTest {
  private static final String PYTHON =
      System.getProperty("sealflow.transformers.python", "python3");

  @Test
  void logitsGradientsAndSampledLogProbabilitiesEqualThoseOfTransformers() throws Exception {
    assumeTrue(
        run("-c", "import torch, transformers; torch.rms_norm").exitValue() == 0,
        "skipped: no Python with a recent PyTorch and transformers is installed");
    Path program =
        Path.of("../../exp/torchscript-beside-transformers/compare.py")
            .toAbsolutePath()
            .normalize();

    Run compared =
        run(
            program.toString(),
            "--shape=tiny",
            "--device=cpu",
            "--rows=2",
            "--tokens=40",
            "--prompts=3",
            "--prompt=20",
            "--new-tokens=6",
            "--repeats=1");

    assertThat(compared.exitValue()).as(compared.output()).isZero();
    assertThat(compared.output()).contains("\"gradients, relative\"", "\"failures\": []");
  }

  private record Run(int exitValue, String output) {}

  private static Run run(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of(PYTHON));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), output);
    } catch (IOException absent) {
      return new Run(-1, absent.getMessage());
    }
  }
}
