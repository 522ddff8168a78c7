package org.sealflow.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

/** A model of one layer with random weights, its tokenizer of bytes and its chat template. */
final class TestingPolicyDirectory {
  static final int CONTEXT = 8192;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BYTES = 256;
  private static final List<String> ADDED =
      List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>");
  private static final int SPECIAL = 3;

  private static final String TEMPLATE =
      "{% if tools %}<|im_start|>system\n{% for tool in tools %}{{ tool | tojson }}\n{% endfor %}"
          + "<|im_end|>\n{% endif %}{% for message in messages %}<|im_start|>{{ message.role }}\n"
          + "{{ message.content }}<|im_end|>\n{% endfor %}"
          + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

  private TestingPolicyDirectory() {}

  /** Writes it. */
  static Path write(Path folder) throws IOException {
    Path directory = folder.resolve("nano");
    SplittableRandom random = new SplittableRandom(11);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config())
        .forEach(
            (name, shape) ->
                tensors.add(tensor(name, shape, name.contains("norm") ? 1 : 0, random)));
    ModelWriter.write(directory, config(), tensors);
    JSON.writeValue(directory.resolve("tokenizer.json").toFile(), tokenizer());
    JSON.writeValue(
        directory.resolve("tokenizer_config.json").toFile(),
        JSON.createObjectNode().put("eos_token", "<|im_end|>").put("chat_template", TEMPLATE));
    return directory;
  }

  private static ModelConfig config() {
    return new ModelConfig(
        ModelFamily.QWEN3,
        BYTES + ADDED.size(),
        16,
        1,
        24,
        1e-6,
        new AttentionConfig(2, 1, 8, AttentionBias.NONE),
        new RotaryConfig(1e4, CONTEXT, RotaryScaling.none()),
        true);
  }

  private static HostTensor tensor(
      String name, List<Long> shape, double centre, SplittableRandom random) {
    long size = shape.stream().reduce(1L, Math::multiplyExact);
    float[] values = new float[Math.toIntExact(size)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (centre + random.nextDouble(-0.4, 0.4));
    }
    return new HostTensor(name, shape, values);
  }

  /** Writes an adapter that changes what the model says. */
  static Path writeAdapter(Path model, Path directory) {
    SplittableRandom random = new SplittableRandom(5);
    try (PolicyModel policy =
        PolicyModel.withNewAdapters(model, ModelOptions.onCpu(64), LoraConfig.everywhere(2), 3)) {
      policy.setTrainedWeights(
          policy.trainedWeights().stream()
              .map(tensor -> tensor(tensor.name(), tensor.shape(), 0, random))
              .toList());
      policy.saveAdapters(directory);
    }
    return directory;
  }

  private static ObjectNode tokenizer() {
    ObjectNode root = JSON.createObjectNode().put("version", "1.0");
    root.putNull("truncation").putNull("padding").putNull("normalizer");
    ArrayNode added = root.putArray("added_tokens");
    for (int i = 0; i < ADDED.size(); i++) {
      added
          .addObject()
          .put("id", BYTES + i)
          .put("content", ADDED.get(i))
          .put("single_word", false)
          .put("lstrip", false)
          .put("rstrip", false)
          .put("normalized", false)
          .put("special", i < SPECIAL);
    }
    for (String step : List.of("pre_tokenizer", "post_processor", "decoder")) {
      root.putObject(step)
          .put("type", "ByteLevel")
          .put("add_prefix_space", false)
          .put("trim_offsets", false)
          .put("use_regex", false);
    }
    ObjectNode model = root.putObject("model").put("type", "BPE").putNull("unk_token");
    model.put("byte_fallback", false).putArray("merges");
    ObjectNode vocabulary = model.putObject("vocab");
    int unprintable = BYTES;
    for (int value = 0; value < BYTES; value++) {
      boolean printable = (value >= '!' && value <= '~') || (value >= 0xa1 && value != 0xad);
      vocabulary.put(Character.toString(printable ? value : unprintable++), value);
    }
    return root;
  }
}
