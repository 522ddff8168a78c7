package org.sealflow.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.schemas.TrainingSample;

/**
 * The data sets as TRL itself reads them and trains on them, where {@code -Dsealflow.trl.python}
 * names a Python that has it.
 */
class TrlReadBackTest {
  private static final Path MODEL = Path.of("../../data/nano").toAbsolutePath().normalize();
  private static final Path PROGRAM =
      Path.of("src/test/resources/org/sealflow/jobs/export/read_back.py").toAbsolutePath();
  private static final String ANSWERS = "<|im_end|>\n<|im_start|>assistant\n";
  private static final List<TrainingSample> GROUP =
      List.of(
          conversation(TestingSamples.failed(), "oops!"),
          conversation(TestingSamples.passed(), "done"));

  @TempDir static Path directory;
  private static JsonNode pair;
  private static JsonNode found;

  /** The same as a conversation, whose texts a tokenizer does not run together. */
  private static TrainingSample conversation(TrainingSample of, String last) {
    List<String> texts =
        List.of(
            "<|im_start|>user\nask" + ANSWERS,
            "ls",
            "\n<|im_start|>user\nnext" + ANSWERS,
            "cd",
            "\n<|im_start|>user\nfound" + ANSWERS,
            last);
    return TestingSamples.sample(
        of.getSampleIndex(),
        texts,
        sample -> {
          sample.setVerdict(of.getVerdict());
          sample.setTags(of.getTags());
          sample.setJudgements(of.getJudgements());
          sample.setRootCauseTurn(of.getRootCauseTurn());
          sample.setReward(of.getReward());
          sample.setAdvantage(of.getAdvantage());
          sample.setWeight(of.getWeight());
        });
  }

  @BeforeAll
  static void train() throws Exception {
    String python = System.getProperty("sealflow.trl.python");
    assumeTrue(python != null, "skipped: name a Python that has TRL with -Dsealflow.trl.python");
    List<String> rows = GROUP.stream().flatMap(each -> TokenisedRows.line(each).stream()).toList();
    List<String> pairs =
        new PreferencePairs(TestingSamples.TOKENIZER, RepairedAnswers.none()).lines(GROUP);
    Files.write(directory.resolve("tokenised.jsonl"), rows);
    Files.write(directory.resolve("preference.jsonl"), pairs);
    pair = new ObjectMapper().readTree(pairs.get(0));
    found = run(python);
  }

  private static JsonNode run(String python) throws IOException, InterruptedException {
    Path log = directory.resolve("python.log");
    ProcessBuilder command =
        new ProcessBuilder(python, PROGRAM.toString(), directory.toString(), MODEL.toString())
            .redirectError(log.toFile());
    command.environment().put("HF_HUB_OFFLINE", "1");
    Process process = command.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return new ObjectMapper().readTree(said);
  }

  @Test
  void theLossIsOverTheTokensOfGoodTurns() {
    List<List<Integer>> expected = new ArrayList<>();
    for (TrainingSample sample : GROUP) {
      List<Integer> good = new ArrayList<>();
      for (int token = 0; token < sample.getTokens().size(); token++) {
        if (sample.getAdvantages().get(token) > 0) {
          good.add(sample.getTokens().get(token));
        }
      }
      expected.add(good);
    }

    assertThat(found.path("trained"))
        .extracting(TrlReadBackTest::ids)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(found.path("sftLoss").asDouble()).isPositive();
  }

  /** At the start policy and reference are the same, so the loss is log 2. */
  @Test
  void promptAndAnswersOfAPairBecomeTheTokensOfTheirTexts() throws Exception {
    JsonNode row = found.path("pairs").path(0);
    try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(MODEL)) {
      for (String text : List.of("prompt", "chosen", "rejected")) {
        int[] expected = tokenizer.encode(pair.path(text).asText());
        assertThat(ids(row.path(text + "_ids")))
            .as(text)
            .isEqualTo(Arrays.stream(expected).boxed().toList());
      }
    }
    assertThat(found.path("dpoLoss").asDouble()).isCloseTo(Math.log(2), within(1e-4));
  }

  private static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.intValue()));
    return ids;
  }
}
