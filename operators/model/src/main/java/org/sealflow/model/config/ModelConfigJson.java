package org.sealflow.model.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.file.CheckpointJson;
import org.sealflow.model.file.JsonFields;
import org.sealflow.model.file.ModelDirectoryException;

/** {@code config.json} of Hugging Face directories, read and written. */
final class ModelConfigJson {
  private static final String SUPPORTED =
      "Qwen2ForCausalLM, Qwen3ForCausalLM, LlamaForCausalLM or MistralForCausalLM";
  private static final double FAST_ROTATIONS = 32;
  private static final double SLOW_ROTATIONS = 1;

  private ModelConfigJson() {}

  static ModelConfig read(Path file) {
    JsonFields fields = new JsonFields(CheckpointJson.object(content(file), file.toString()));
    ModelFamily family = family(fields);
    fields.check(file.toString());
    refuseVariants(fields);
    int heads = fields.count("num_attention_heads");
    int width = fields.count("hidden_size");
    int headWidth = family == ModelFamily.QWEN3 ? 128 : Math.max(1, width / heads);
    int keyValueHeads = fields.count("num_key_value_heads", heads);
    int vocabularySize = fields.count("vocab_size");
    int layers = fields.count("num_hidden_layers");
    int feedForwardWidth = fields.count("intermediate_size");
    double epsilon = fields.positive("rms_norm_eps", 1e-6);
    int finalHeadWidth = fields.count("head_dim", headWidth);
    Rotary rotary = rotary(family, fields);
    boolean tied = fields.flag("tie_word_embeddings", false);
    AttentionBias bias = bias(family, fields);
    fields.check(file.toString());
    try {
      return new ModelConfig(
          family,
          vocabularySize,
          width,
          layers,
          feedForwardWidth,
          epsilon,
          new AttentionConfig(heads, keyValueHeads, finalHeadWidth, bias),
          new RotaryConfig(
              rotary.theta(),
              rotary.maximumPositions(),
              scaling(rotary.scaling(), rotary.maximumPositions())),
          tied);
    } catch (IllegalArgumentException e) {
      throw new ModelDirectoryException(file + ": " + e.getMessage(), e);
    }
  }

  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new ModelDirectoryException(
          file + " is missing, expected the config.json of a Hugging Face model directory", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ModelFamily family(JsonFields fields) {
    List<String> architectures = fields.texts("architectures");
    for (ModelFamily family : ModelFamily.values()) {
      if (architectures.isEmpty()
          ? family.modelType().equals(fields.text("model_type", ""))
          : architectures.get(0).equals(family.architecture())) {
        return family;
      }
    }
    String key = architectures.isEmpty() ? "model_type" : "architectures";
    fields.problem(key, fields.shown(key), expected(architectures));
    return ModelFamily.LLAMA;
  }

  private static String expected(List<String> architectures) {
    if (architectures.isEmpty()) {
      return "qwen2, qwen3, llama or mistral";
    }
    return architectures.get(0).contains("Moe")
        ? SUPPORTED + ": mixtures of experts are not understood"
        : SUPPORTED;
  }

  private static void refuseVariants(JsonFields fields) {
    String activation = fields.text("hidden_act", "silu");
    if (!activation.equals("silu")) {
      fields.problem("hidden_act", activation, "silu");
    }
    for (String key : List.of("use_sliding_window", "mlp_bias")) {
      if (fields.flag(key, false)) {
        fields.problem(key, "true", "false");
      }
    }
  }

  private static AttentionBias bias(ModelFamily family, JsonFields fields) {
    if (family == ModelFamily.QWEN2) {
      return AttentionBias.QUERY_KEY_VALUE;
    }
    return fields.flag("attention_bias", false) ? AttentionBias.ALL : AttentionBias.NONE;
  }

  /** Newer files keep theta with the scaling, under {@code rope_parameters}. */
  private record Rotary(double theta, int maximumPositions, @Nullable JsonFields scaling) {}

  private static Rotary rotary(ModelFamily family, JsonFields fields) {
    int maximumPositions = positions(family, fields);
    JsonFields parameters = fields.object("rope_parameters");
    JsonFields scaling = parameters == null ? fields.object("rope_scaling") : parameters;
    double theta = fields.positive("rope_theta", 10_000);
    if (parameters != null) {
      theta = parameters.positive("rope_theta", theta);
    }
    checkScaling(scaling);
    return new Rotary(theta, stretched(maximumPositions, scaling), scaling);
  }

  /** Within a window that slides attention is as without one. */
  private static int positions(ModelFamily family, JsonFields fields) {
    int positions = fields.count("max_position_embeddings");
    return family == ModelFamily.MISTRAL && fields.isSet("sliding_window")
        ? Math.min(positions, fields.count("sliding_window"))
        : positions;
  }

  /** Files that ask for YaRN leave the original context where it was. */
  private static int stretched(int positions, @Nullable JsonFields scaling) {
    if (scaling == null || !kind(scaling).equals("yarn")) {
      return positions;
    }
    int original = scaling.count("original_max_position_embeddings", positions);
    return (int) Math.max(positions, Math.round(original * scaling.positive("factor", 1)));
  }

  private static void checkScaling(@Nullable JsonFields scaling) {
    if (scaling == null) {
      return;
    }
    switch (kind(scaling)) {
      case "default" -> {}
      case "linear" -> scaling.positive("factor");
      case "llama3" -> {
        for (String key : List.of("factor", "low_freq_factor", "high_freq_factor")) {
          scaling.positive(key);
        }
        scaling.count("original_max_position_embeddings");
      }
      case "yarn" -> {
        scaling.positive("factor");
        scaling.count("original_max_position_embeddings");
        for (String key : List.of("mscale", "mscale_all_dim")) {
          if (scaling.isSet(key)) {
            scaling.problem(key, scaling.shown(key), "it to be absent");
          }
        }
      }
      default -> scaling.problem("rope_type", kind(scaling), "default, linear, llama3 or yarn");
    }
  }

  private static String kind(JsonFields scaling) {
    return scaling.text("rope_type", scaling.text("type", "default"));
  }

  private static RotaryScaling scaling(@Nullable JsonFields scaling, int maximumPositions) {
    if (scaling == null || kind(scaling).equals("default")) {
      return RotaryScaling.none();
    }
    if (kind(scaling).equals("linear")) {
      return RotaryScaling.linear(scaling.positive("factor"));
    }
    if (kind(scaling).equals("yarn")) {
      double factor = scaling.positive("factor");
      return RotaryScaling.yarn(
          factor,
          scaling.positive("beta_slow", SLOW_ROTATIONS),
          scaling.positive("beta_fast", FAST_ROTATIONS),
          scaling.count("original_max_position_embeddings", maximumPositions),
          scaling.positive("attention_factor", RotaryScaling.yarnAttention(factor)));
    }
    return RotaryScaling.llama3(
        scaling.positive("factor"),
        scaling.positive("low_freq_factor"),
        scaling.positive("high_freq_factor"),
        scaling.count("original_max_position_embeddings", maximumPositions));
  }

  static Map<String, @Nullable Object> write(ModelConfig config) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    AttentionConfig attention = config.attention();
    json.put("architectures", List.of(config.family().architecture()));
    json.put("model_type", config.family().modelType());
    json.put("vocab_size", config.vocabularySize());
    json.put("hidden_size", config.width());
    json.put("num_hidden_layers", config.layers());
    json.put("intermediate_size", config.feedForwardWidth());
    json.put("num_attention_heads", attention.heads());
    json.put("num_key_value_heads", attention.keyValueHeads());
    json.put("head_dim", attention.headWidth());
    json.put("attention_bias", attention.bias() == AttentionBias.ALL);
    json.put("hidden_act", "silu");
    json.put("rms_norm_eps", config.normEpsilon());
    json.put("rope_theta", config.rotary().theta());
    json.put("rope_scaling", write(config.rotary().scaling()));
    json.put("max_position_embeddings", config.rotary().maximumPositions());
    json.put("tie_word_embeddings", config.tiedHead());
    json.put("torch_dtype", "float32");
    return json;
  }

  private static @Nullable Map<String, Object> write(RotaryScaling scaling) {
    return switch (scaling.kind()) {
      case NONE -> null;
      case LINEAR -> Map.of("rope_type", "linear", "factor", scaling.factor());
      case LLAMA3 -> {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rope_type", "llama3");
        json.put("factor", scaling.factor());
        json.put("low_freq_factor", scaling.lowFrequencyFactor());
        json.put("high_freq_factor", scaling.highFrequencyFactor());
        json.put("original_max_position_embeddings", scaling.originalPositions());
        yield json;
      }
      case YARN -> {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rope_type", "yarn");
        json.put("factor", scaling.factor());
        json.put("beta_slow", scaling.lowFrequencyFactor());
        json.put("beta_fast", scaling.highFrequencyFactor());
        json.put("original_max_position_embeddings", scaling.originalPositions());
        json.put("attention_factor", scaling.attentionFactor());
        yield json;
      }
    };
  }
}
