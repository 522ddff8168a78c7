package org.sealflow.learn.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/**
 * A model directory as users have them, small: a transformer of two layers with random weights, a
 * tokenizer whose tokens are bytes, and a chat template.
 */
public final class TestingModelDirectory {
  /** Bytes and three special tokens. */
  public static final int VOCABULARY = 259;

  /** Longest context the model is made for. */
  public static final int POSITIONS = 4096;

  /** The token that ends a turn. */
  public static final int END_OF_TURN = 258;

  private static final int BYTES = 256;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TEMPLATE =
      "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
          + "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

  private TestingModelDirectory() {}

  private static ModelConfig config() {
    return new ModelConfig(
        ModelFamily.QWEN3,
        VOCABULARY,
        24,
        2,
        40,
        1e-6,
        new AttentionConfig(4, 2, 8, AttentionBias.NONE),
        new RotaryConfig(1e4, POSITIONS, RotaryScaling.none()),
        true);
  }

  /** Writes one. */
  public static Path write(Path directory, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config())
        .forEach(
            (name, shape) ->
                tensors.add(tensor(name, shape, name.contains("norm") ? 1 : 0, random)));
    ModelWriter.write(directory, config(), tensors);
    writeTokenizer(directory);
    return directory;
  }

  private static HostTensor tensor(
      String name, List<Long> shape, double centre, SplittableRandom random) {
    float[] values = new float[Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact))];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (centre + random.nextDouble(-0.35, 0.35));
    }
    return new HostTensor(name, shape, values);
  }

  /** Writes an adapter over a model, of which no weight is zero. */
  public static Path writeAdapter(Path directory, Path model, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    LoraConfig lora = LoraConfig.everywhere(2);
    try (PolicyModel policy =
        PolicyModel.withNewAdapters(model, ModelOptions.onCpu(POSITIONS), lora, seed)) {
      policy.setTrainedWeights(
          policy.trainedWeights().stream()
              .map(each -> tensor(each.name(), each.shape(), 0, random))
              .toList());
      policy.saveAdapters(directory);
    }
    return directory;
  }

  private static void writeTokenizer(Path directory) throws IOException {
    ObjectNode root = JSON.createObjectNode().put("version", "1.0");
    root.putNull("truncation").putNull("padding").putNull("normalizer");
    List<String> specials = List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>");
    for (int i = 0; i < specials.size(); i++) {
      root.withArray("added_tokens")
          .addObject()
          .put("id", BYTES + i)
          .put("content", specials.get(i))
          .put("single_word", false)
          .put("lstrip", false)
          .put("rstrip", false)
          .put("normalized", false)
          .put("special", true);
    }
    byteLevel(root.putObject("pre_tokenizer"));
    byteLevel(root.putObject("post_processor"));
    byteLevel(root.putObject("decoder"));
    ObjectNode model = root.putObject("model").put("type", "BPE").putNull("unk_token");
    ObjectNode vocabulary = model.putObject("vocab");
    int unprintable = BYTES;
    for (int value = 0; value < BYTES; value++) {
      boolean printable = (value >= '!' && value <= '~') || (value >= 0xa1 && value != 0xad);
      vocabulary.put(Character.toString(printable ? value : unprintable++), value);
    }
    model.putArray("merges");
    JSON.writeValue(directory.resolve("tokenizer.json").toFile(), root);
    JSON.writeValue(
        directory.resolve("tokenizer_config.json").toFile(),
        Map.of("eos_token", "<|im_end|>", "chat_template", TEMPLATE));
  }

  private static void byteLevel(ObjectNode step) {
    step.put("type", "ByteLevel")
        .put("add_prefix_space", false)
        .put("trim_offsets", false)
        .put("use_regex", false);
  }
}
