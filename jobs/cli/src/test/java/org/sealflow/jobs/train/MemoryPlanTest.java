package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.model.config.ModelConfig;

class MemoryPlanTest {
  private static final long GIGA = 1_000_000_000L;

  /** Qwen2.5-7B-Instruct's form. */
  private static final String SEVEN_BILLION =
      """
      {"model_type": "qwen2", "vocab_size": 152064, "hidden_size": 3584,
       "num_hidden_layers": 28, "intermediate_size": 18944, "num_attention_heads": 28,
       "num_key_value_heads": 4, "max_position_embeddings": 32768, "rope_theta": 1000000.0,
       "rms_norm_eps": 1e-06, "hidden_act": "silu", "tie_word_embeddings": false}
      """;

  @TempDir Path directory;

  private List<String> lines(long memory, String... overrides) throws IOException {
    return plan(2 * GIGA, overrides)
        .lines(memory == 0 ? OptionalLong.empty() : OptionalLong.of(memory));
  }

  private MemoryPlan plan(long heap, String... overrides) throws IOException {
    Path file = Files.writeString(directory.resolve("run.yaml"), "run: {name: big}\n");
    List<String> all =
        new ArrayList<>(
            List.of(
                "rollouts.engine=openai",
                "rollouts.servedModel=qwen",
                "policy.device=gpu0",
                "policy.precision=bfloat16",
                "policy.adapterRank=32",
                "policy.contextLength=16384",
                "policy.passTokens=32768"));
    all.addAll(List.of(overrides));
    ModelConfig model =
        ModelConfig.read(Files.writeString(directory.resolve("config.json"), SEVEN_BILLION));
    return new MemoryPlan(TrainSettings.read(file, all).settings(), model, heap);
  }

  @Test
  void aStepAndTheRolloutsAreReckoned() throws IOException {
    List<String> lines = lines(80 * GIGA);

    assertThat(lines).hasSize(4);
    assertThat(lines.get(0))
        .isEqualTo(
            "a step of the learner takes 30.8 GB: 15.2 GB of weights, 1.3 GB of what is trained,"
                + " and 14.2 GB for a pass of 32,768 tokens, layers computed a second time");
    assertThat(lines.get(1))
        .isEqualTo("rollouts take 15.2 GB of weights at the server, besides its cache");
    assertThat(lines.get(2))
        .isEqualTo("gpu0 has 80.0 GB: it fits, and so would a context of 32,768 tokens");
    assertThat(lines.get(3))
        .isEqualTo(
            "the learner's state of 0.97 GB is written from the heap, which may grow to 2.0 GB: set"
                + " SEALFLOW_JAVA_OPTIONS=-Xmx3g");
  }

  @Test
  void whereItDoesNotFitShorterPassesAreAdvised() throws IOException {
    assertThat(lines(28 * GIGA).get(2))
        .startsWith("gpu0 has 28.0 GB: it does not fit; set policy.passTokens=")
        .endsWith("with a trainer that shards (`sealflow export batches --help`)")
        .doesNotContain("contextLength");
    assertThat(lines(21 * GIGA).get(2))
        .contains("set policy.contextLength=", " and policy.passTokens=");
  }

  @Test
  void theAdviceFits() throws IOException {
    String advice = lines(28 * GIGA).get(2);
    String passes = advice.replaceFirst(".*?(policy.passTokens=\\d+).*", "$1");

    assertThat(lines(28 * GIGA, passes).get(2)).contains(": it fits");
  }

  @Test
  void aBudgetThatKeepsTooMuchIsToBeLowered() throws IOException {
    assertThat(lines(80 * GIGA, "policy.activationBudget=500g").get(2))
        .contains("it does not fit", "policy.activationBudget=0b");
  }

  @Test
  void ofFullFineTuningTheReferenceOrAllOfItIsToBeLeftOut() throws IOException {
    String line =
        lines(
                140 * GIGA,
                "policy.adapterRank=0",
                "policy.precision=float32",
                "rollouts.loadAdapters=false",
                "policy.contextLength=1024",
                "policy.passTokens=1024",
                "learner.objective.klCoefficient=0.01")
            .get(2);

    assertThat(line).contains("learner.objective.klCoefficient=0", "policy.adapterRank=16");
  }

  /** The server has 0.45 of a card of 80 GB. */
  @Test
  void aCardThatIsSharedWithTheServerHoldsTheRecipeForOne() throws IOException {
    Path recipe = Path.of("..", "..", "exp", "qwen2.5-7b-one-gpu.yaml");
    ModelConfig model =
        ModelConfig.read(Files.writeString(directory.resolve("config.json"), SEVEN_BILLION));
    TrainSettings settings = TrainSettings.read(recipe, List.of()).settings();

    List<String> lines =
        new MemoryPlan(settings, model, 2 * GIGA).lines(OptionalLong.of(44 * GIGA));

    assertThat(lines.get(2)).startsWith("gpu0 has 44.0 GB: it fits");
  }

  @Test
  void fullFineTuningInBfloat16HoldsSinglePrecisionMasters() throws IOException {
    String line =
        lines(
                0,
                "policy.adapterRank=0",
                "rollouts.loadAdapters=false",
                "learner.objective.klCoefficient=0")
            .get(0);

    assertThat(line).contains("15.2 GB of weights, 121.8 GB of what is trained");
  }

  @Test
  void aHeapThatIsTooSmallForTheLearnersStateIsSaidAndRefused() throws IOException {
    String[] all = {"policy.adapterRank=0", "rollouts.loadAdapters=false"};
    String line =
        "the learner's state of 91.4 GB is written from the heap, which may grow to %s GB: set"
            + " SEALFLOW_JAVA_OPTIONS=-Xmx172g";

    assertThat(plan(100 * GIGA, all).lines(OptionalLong.of(80 * GIGA)))
        .contains(line.formatted("100.0"));
    plan(100 * GIGA, all).requireHeap();
    assertThatThrownBy(() -> plan(90 * GIGA, all).requireHeap())
        .isInstanceOf(UserError.class)
        .hasMessage(line.formatted("90.0"));
    assertThat(plan(185 * GIGA, all).lines(OptionalLong.empty()).toString()).doesNotContain("heap");
  }

  @Test
  void whereAnotherTrainerTrainsTheHeapHoldsNoState() throws IOException {
    plan(GIGA, "policy.adapterRank=0", "rollouts.loadAdapters=false", "run.trainingBatches=foreign")
        .requireHeap();
  }

  @Test
  void rolloutsOnTheSameDeviceAreTakenOff() throws IOException {
    List<String> lines =
        lines(
            80 * GIGA,
            "rollouts.engine=embedded",
            "rollouts.device=gpu0",
            "rollouts.rows=32",
            "evaluation.tasks=0",
            "evaluation.test=0");

    assertThat(lines.get(1))
        .isEqualTo(
            "rollouts take 45.3 GB on gpu0: weights, and the cache of 32 rows of 16,384 tokens");
    assertThat(lines.get(2)).contains("gpu0 has 80.0 GB, 34.7 GB of it beside all that");
  }

  @Test
  void evaluationsHoldTheWeightsOnceAgain() throws IOException {
    List<String> lines =
        lines(
            140 * GIGA,
            "rollouts.engine=embedded",
            "rollouts.device=gpu0",
            "rollouts.rows=32",
            "evaluation.tasks=0",
            "evaluation.test=20");

    assertThat(lines.get(2))
        .isEqualTo(
            "evaluations take 45.3 GB more while they play: they hold the weights once again");
    assertThat(lines.get(3)).contains("gpu0 has 140.0 GB, 49.4 GB of it beside all that");
  }

  @Test
  void onAProcessorTheHeapIsTakenOffToo() throws IOException {
    List<String> lines =
        lines(
            140 * GIGA,
            "policy.device=cpu",
            "rollouts.engine=embedded",
            "rollouts.device=cpu",
            "rollouts.rows=32",
            "evaluation.tasks=0",
            "evaluation.test=0");

    assertThat(lines.get(2))
        .isEqualTo(
            "broker and jobs take a heap of up to 2.0 GB besides; SEALFLOW_JAVA_OPTIONS=-Xmx2g"
                + " bounds it");
    assertThat(lines.get(3)).contains("cpu has 140.0 GB, 92.7 GB of it beside all that");
  }

  @Test
  void aDeviceThatIsNotKnownIsAskedFor() throws IOException {
    assertThat(lines(0).get(2))
        .isEqualTo(
            "how much memory gpu0 has is not known; give it with --device-memory, such as 80g");
  }
}
