package org.sealflow.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.ModelPolicyFactory;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.Precision;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

class LearningSettingsTest {
  private static final Map<String, String> LEAST =
      Map.of("run", "r", "model", "m", "weights", "file:///w");

  @TempDir private Path directory;

  private static LearningSettings with(String... pairs) {
    Map<String, String> given = new HashMap<>(LEAST);
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], pairs[i + 1]);
    }
    return LearningSettings.parse(given, Map.of());
  }

  /** A model of zeros that takes 64 tokens. */
  private Path model() {
    ModelConfig config =
        new ModelConfig(
            ModelFamily.QWEN3,
            8,
            4,
            1,
            4,
            1e-6,
            new AttentionConfig(1, 1, 4, AttentionBias.NONE),
            new RotaryConfig(1e4, 64, RotaryScaling.none()),
            true);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config)
        .forEach(
            (name, shape) -> {
              long size = shape.stream().reduce(1L, Math::multiplyExact);
              tensors.add(new HostTensor(name, shape, new float[Math.toIntExact(size)]));
            });
    Path model = directory.resolve("model");
    ModelWriter.write(model, config, tensors);
    return model;
  }

  @Test
  void runModelAndWeightsAreEnough() {
    LearningSettings settings = LearningSettings.parse(LEAST, Map.of());

    assertThat(settings.learn().runId()).isEqualTo("r");
    assertThat(settings.learn().policyName()).isEqualTo("policy");
    assertThat(settings.model().directory()).isEqualTo("m");
    assertThat(settings.model().adapterRank()).isEqualTo(16);
    assertThat(settings.slot()).isNull();
    assertThat(settings.transactionTimeout()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void everySettingCanBeGiven() {
    LearningSettings settings =
        with(
            "policy-name", "p",
            "adapter-rank", "8",
            "adapter-seed", "3",
            "context", "512",
            "device", "gpu1",
            "precision", "bfloat16",
            "temperature", "0.7",
            "pass-tokens", "1024",
            "keep-versions", "5",
            "state-limit", "1m",
            "batch-deadline", "2m",
            "transaction-timeout", "11m",
            "learner-slot", "cpu=2,heap=1g,off-heap=8g");

    assertThat(settings.learn().policyName()).isEqualTo("p");
    assertThat(settings.learn().temperature()).isEqualTo(0.7);
    assertThat(settings.learn().passTokens()).isEqualTo(1024);
    assertThat(settings.learn().keptVersions()).isEqualTo(5);
    assertThat(settings.learn().stateLimitBytes()).isEqualTo(1 << 20);
    assertThat(settings.learn().batchDeadline()).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.model().adapterRank()).isEqualTo(8);
    assertThat(settings.model().adapterSeed()).isEqualTo(3);
    assertThat(settings.model().contextLength()).isEqualTo(512);
    assertThat(settings.model().device()).isEqualTo("gpu1");
    assertThat(settings.model().precision()).isEqualTo(Precision.BFLOAT16);
    assertThat(settings.transactionTimeout()).isEqualTo(Duration.ofMinutes(11));
    assertThat(settings.slot())
        .isEqualTo(new LearnerSlot(2, MemorySize.parse("1g"), MemorySize.parse("8g")));
  }

  @Test
  void allProblemsAreReportedTogether() {
    Map<String, String> given =
        Map.of(
            "run", "r",
            "temperature", "0",
            "precision", "int8",
            "device", "tpu",
            "colour", "red",
            "state-limit", "much",
            "learner-slot", "big");

    assertThatThrownBy(() -> LearningSettings.parse(given, Map.of("reward", "high")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--model is missing")
        .hasMessageContaining("--weights is missing")
        .hasMessageContaining("temperature is 0.0, expected a number more than 0")
        .hasMessageContaining("reward")
        .hasMessageContaining("--precision is 'int8', expected one of float32, bfloat16")
        .hasMessageContaining("device is tpu, expected cpu, gpu0, gpu1")
        .hasMessageContaining("--colour is unknown")
        .hasMessageContaining("--state-limit is 'much', expected a size such as 64m or 2g")
        .hasMessageContaining("'big' is no slot, expected one such as cpu=2,heap=1g,off-heap=8g");
  }

  @Test
  void allWeightsMayBeTrainedInBfloat16() {
    LearningSettings settings = with("adapter-rank", "0", "precision", "bfloat16");

    assertThat(settings.model().adapterRank()).isEqualTo(ModelPolicyFactory.ALL_WEIGHTS);
    assertThat(settings.model().precision()).isEqualTo(Precision.BFLOAT16);
  }

  @Test
  void aModelThatIsNotThereIsOneLine() {
    Path absent = directory.resolve("absent");

    assertThatThrownBy(() -> with("model", absent.toString()).requireUsable())
        .isInstanceOf(UserError.class)
        .hasMessage(absent + " is no directory, expected a Hugging Face model directory");
  }

  @Test
  void aBrokenModelIsOneLine() throws Exception {
    Files.writeString(directory.resolve("config.json"), "{\"model_type\": \"abacus\"}");

    assertThatThrownBy(() -> with("model", directory.toString()).requireUsable())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("abacus")
        .message()
        .hasLineCount(1);
  }

  @Test
  void aContextBeyondTheModelsIsOneLine() {
    Path model = model();
    LearningSettings settings = with("model", model.toString(), "context", "65");

    assertThatThrownBy(settings::requireUsable)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--context is 65, but the model in " + model)
        .hasMessageContaining("takes at most 64 tokens");
  }

  @Test
  void weightsThatCannotBeWrittenAreOneLine() throws Exception {
    Path model = model();
    Path file = Files.writeString(directory.resolve("file"), "");
    for (String uri : List.of(file.toUri() + "/below", "s3://bucket/weights")) {
      LearningSettings settings = with("model", model.toString(), "context", "64", "weights", uri);

      assertThatThrownBy(settings::requireUsable)
          .isInstanceOf(UserError.class)
          .hasMessageContaining("no weights can be written to " + uri)
          .message()
          .hasLineCount(1);
    }
  }

  @Test
  void aSlotNeedsAllItsParts() {
    for (String wrong :
        new String[] {"cpu=2", "cpu=x,heap=1g,off-heap=1g", "cpu=0,heap=1g,off-heap=1g"}) {
      assertThatThrownBy(() -> LearnerSlot.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(LearnerSlot.FORM);
    }
  }
}
