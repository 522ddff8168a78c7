package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The learner's functions beside Hugging Face transformers, in a newer PyTorch than the learner's,
 * as {@code exp/torchscript-beside-transformers/compare.py} compares them. A Python that has both
 * is named by {@code -Dsealflow.transformers.python}.
 */
class BesideTransformersTest {
  private static final String PYTHON =
      System.getProperty("sealflow.transformers.python", "python3");
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path PROGRAM =
      ROOT.resolve("exp/torchscript-beside-transformers/compare.py");

  /** Where no Python can tell. */
  @Test
  void theProgramReadsTheFunctionsFromWhereTheyAre() throws IOException {
    Matcher folder = Pattern.compile("\"(operators/[^\"]+)\"").matcher(Files.readString(PROGRAM));

    assertThat(folder.find()).isTrue();
    assertThat(ROOT.resolve(folder.group(1)))
        .isDirectoryContaining("glob:**/transformer.txt")
        .isDirectoryContaining("glob:**/linear_{onednn,plain}.txt");
  }

  @Test
  void logitsGradientsAndSampledLogProbabilitiesEqualThoseOfTransformers() throws Exception {
    assumeTrue(
        run("-c", "import torch, transformers; torch.rms_norm").exitValue() == 0,
        "skipped: no Python with a recent PyTorch and transformers is installed");
    Run compared =
        run(
            PROGRAM.toString(),
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
