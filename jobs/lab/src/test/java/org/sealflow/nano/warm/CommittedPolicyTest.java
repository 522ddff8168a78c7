package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepLimit;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.text.ChatTemplate;
import org.sealflow.model.text.HuggingFacePromptTokenizer;

/** The policy under data/nano is the one its manifest speaks of, and does what that says. */
class CommittedPolicyTest {
  private static final Path POLICY = Path.of("..", "..", "data", "nano");
  private static final long LARGEST = 4_000_000;

  private static JsonNode manifest() throws IOException {
    return manifest(POLICY);
  }

  private static JsonNode manifest(Path policy) throws IOException {
    return new ObjectMapper().readTree(policy.resolve(WarmManifest.FILE).toFile());
  }

  private static GeneratedSets sets() {
    return new GeneratedSets(TestingTasks.SOURCES, PromptStyles.signatures(), TurnRange.SHORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nano", "nano-long"})
  void itsWeightsAreThoseOfTheManifest(String name) throws IOException, NoSuchAlgorithmException {
    Path policy = POLICY.resolveSibling(name);
    byte[] weights = Files.readAllBytes(policy.resolve("model.safetensors"));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(weights);

    assertThat(HexFormat.of().formatHex(digest))
        .isEqualTo(manifest(policy).get("weightsSha256").asText());
  }

  @Test
  void theStartOfLongTasksIsNeitherHopelessNorDone() throws IOException {
    JsonNode all =
        manifest(POLICY.resolveSibling("nano-long")).get("strictSuccess").get("test").get("all");
    assertThat(all.get("successes").asDouble() / all.get("tasks").asDouble()).isBetween(0.1, 0.25);
  }

  @Test
  void tasksPromptsAndTokenizerAreThoseItWasMeasuredWith() throws IOException {
    JsonNode provenance = manifest().get("provenance");
    assertThat(sets().digest(GeneratorSplit.TEST))
        .isEqualTo(provenance.get("testTasksSha256").asText());
    assertThat(sets().digest(GeneratorSplit.TEST_OTHER_LEXICON))
        .isEqualTo(provenance.get("testOtherLexiconTasksSha256").asText());
    assertThat(PromptStyles.signatures().templateDigest())
        .isEqualTo(provenance.get("promptStyleSha256").asText());
    try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(POLICY)) {
      assertThat(tokenizer.digest()).isEqualTo(provenance.get("tokenizerSha256").asText());
    }
  }

  @Test
  void itIsSmall() throws IOException {
    try (Stream<Path> files = Files.list(POLICY)) {
      assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(LARGEST);
    }
  }

  @Test
  void itSolvesMostOfTheFirstTestTasks() throws IOException {
    List<JudgedTask> tasks = sets().first(GeneratorSplit.TEST, 24);
    try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(POLICY);
        PolicyModel model = PolicyModel.frozen(POLICY, ModelOptions.onCpu(1024))) {
      StrictSuccesses judgement =
          new GreedyJudge(
                  tasks,
                  Rules.of(new StepLimit(4, StepLimit.Scope.TURN)),
                  tokenizer,
                  ChatTemplate.fromDirectory(POLICY, Clock.systemUTC()),
                  72)
              .judge(model);

      assertThat(judgement.overall().share()).isGreaterThan(0.5);
    }
  }
}
