package org.sealflow.jobs.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.learner.LearnerShape;
import org.sealflow.jobs.cli.Sealflow;
import org.sealflow.nano.vocabulary.NanoVocabulary;

/** The command on a model too small to say anything about speed. */
class LearnerBenchmarkTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... arguments) {
    List<String> line = new ArrayList<>(List.of("bench", "learner"));
    line.addAll(List.of(arguments));
    return Sealflow.execute(
        line.toArray(new String[0]), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  @Test
  void theNanoShapeIsThatOfTheNanoPolicy() {
    assertThat(LearnerShape.of("nano").config().vocabularySize()).isEqualTo(NanoVocabulary.SIZE);
  }

  @Test
  void everyWorkOfEveryRouteIsMeasured() throws Exception {
    int exitCode =
        bench(
            "--json",
            "--shape",
            "tiny",
            "--threads",
            "1",
            "--seconds",
            "0",
            "--rounds",
            "1",
            "--python",
            "no-such-python",
            "--memory",
            "--memory-from",
            "2",
            "--memory-to",
            "4",
            "--packing",
            "--barriers",
            "--barrier-steps",
            "1");
    assertThat(exitCode).as(err.toString()).isZero();
    JsonNode figures = new ObjectMapper().readTree(out.toString());
    assertThat(figures.path("benchmark").asText()).isEqualTo("learner");
    assertThat(figures.path("weights").asLong()).isEqualTo(131_456);
    assertThat(figures.path("threads").asInt()).isEqualTo(1);
    for (String key :
        List.of(
            "forwardTokensPerSecond",
            "trainingTokensPerSecond",
            "generationTokensPerSecond",
            "plainForwardTokensPerSecond",
            "plainTrainingTokensPerSecond",
            "plainGenerationTokensPerSecond",
            "plainForwardSpeedUp",
            "plainTrainingSpeedUp",
            "plainGenerationSpeedUp",
            "firstResidentMebibytes",
            "lastResidentMebibytes",
            "residentGrowth",
            "neededMebibytes",
            "baseMebibytes",
            "trainedMebibytes",
            "passMebibytes",
            "cacheMebibytes",
            "stepMebibytes",
            "padding",
            "paddedTokensPerSecond",
            "packedTokensPerSecond",
            "packingSpeedUp",
            "barrierStepSeconds",
            "barrierCheckpoints",
            "barrierAckMedianMillis",
            "barrierAckP99Millis",
            "barrierAckMaxMillis",
            "barrierAckMaxShare")) {
      assertThat(figures.path(key).asDouble()).as(key).isPositive();
    }
    assertThat(figures.path("barrierSteps").asLong()).isEqualTo(1);
    assertThat(figures.path("barrierSyncMaxMillis").asDouble())
        .isLessThan(1000 * figures.path("barrierStepSeconds").asDouble());
    assertThat(figures.path("goals").path("residentGrowth").path("atMost").asDouble())
        .isEqualTo(1.1);
    assertThat(figures.path("goals").has("plainTrainingSpeedUp")).isFalse();
    assertThat(figures.has("pyTorchTrainingSpeedUp")).isFalse();
  }

  @Test
  void aWrongCommandLineIsOneLine() {
    List<List<String>> wrong =
        List.of(
            List.of("--shape", "huge"),
            List.of("--threads", "0"),
            List.of("--rounds", "0"),
            List.of("--seconds", "-1"),
            List.of("--barrier-steps", "0"),
            List.of("--memory", "--memory-from", "5", "--memory-to", "5"));
    for (List<String> arguments : wrong) {
      err.getBuffer().setLength(0);
      assertThat(bench(arguments.toArray(new String[0]))).as("%s", arguments).isEqualTo(2);
      assertThat(err.toString()).as("%s", arguments).startsWith("sealflow: ").hasLineCount(1);
    }
    err.getBuffer().setLength(0);
    bench("--shape", "huge");
    assertThat(err.toString())
        .contains("'huge' is no shape, expected tiny, nano, small, 0.5b, 1.5b, 1b");
  }
}
