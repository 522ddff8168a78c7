package org.sealflow.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/** The command line over a model directory of random weights whose tokens are bytes. */
class EmbeddedPolicyOptionsTest {
  private static final String TASKS = Path.of("..", "..", "data", "tasks").toString();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BYTES = 256;
  private static final List<String> SPECIALS = List.of("<|im_start|>", "<|im_end|>");

  @TempDir private Path directory;
  private Path model = Path.of("");

  @BeforeEach
  void write() throws IOException {
    model = directory.resolve("model");
    AttentionConfig attention = new AttentionConfig(2, 1, 8, AttentionBias.NONE);
    RotaryConfig rotary = new RotaryConfig(1e4, 1 << 16, RotaryScaling.none());
    int vocabulary = BYTES + SPECIALS.size();
    ModelConfig config =
        new ModelConfig(ModelFamily.QWEN3, vocabulary, 16, 1, 24, 1e-6, attention, rotary, true);
    SplittableRandom random = new SplittableRandom(1);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config)
        .forEach(
            (name, shape) -> {
              int size = Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
              float[] values = new float[size];
              for (int i = 0; i < size; i++) {
                values[i] = (float) random.nextDouble(-0.5, 0.5);
              }
              tensors.add(new HostTensor(name, shape, values));
            });
    ModelWriter.write(model, config, tensors);
    writeTokenizer();
  }

  private void writeTokenizer() throws IOException {
    ObjectNode root = JSON.createObjectNode().put("version", "1.0");
    for (String special : SPECIALS) {
      root.withArray("added_tokens")
          .addObject()
          .put("id", BYTES + SPECIALS.indexOf(special))
          .put("content", special)
          .put("single_word", false)
          .put("lstrip", false)
          .put("rstrip", false)
          .put("normalized", false)
          .put("special", true);
    }
    for (String step : List.of("pre_tokenizer", "decoder")) {
      root.putObject(step)
          .put("type", "ByteLevel")
          .put("add_prefix_space", false)
          .put("trim_offsets", false)
          .put("use_regex", false);
    }
    ObjectNode bytes = root.putObject("model").put("type", "BPE");
    ObjectNode vocabulary = bytes.putObject("vocab");
    int unprintable = BYTES;
    for (int value = 0; value < BYTES; value++) {
      boolean printable = (value >= '!' && value <= '~') || (value >= 0xa1 && value != 0xad);
      vocabulary.put(Character.toString(printable ? value : unprintable++), value);
    }
    bytes.putArray("merges");
    JSON.writeValue(model.resolve("tokenizer.json").toFile(), root);
    String template =
        "{% for message in messages %}<|im_start|>{{ message.role }}\n"
            + "{{ message.content }}<|im_end|>\n{% endfor %}"
            + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
    JSON.writeValue(
        model.resolve("tokenizer_config.json").toFile(),
        Map.of("eos_token", "<|im_end|>", "chat_template", template));
  }

  private TestingCommandLine evaluate(String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("evaluate", "--tasks", TASKS, "--as-of", "2026-01-15", "--policy", "embedded"));
    all.addAll(List.of(arguments));
    return TestingCommandLine.run(all.toArray(new String[0]));
  }

  @Test
  void aModelDirectoryIsEvaluated() throws Exception {
    TestingCommandLine evaluate =
        evaluate(
            "--model",
            model.toString(),
            "--task",
            "multi_turn_base_0",
            "--task",
            "multi_turn_base_1",
            "--prompt-style",
            "signatures",
            "--max-tokens",
            "6",
            "--step-limit",
            "2/turn",
            "--json");
    assertThat(evaluate.exitCode()).as(evaluate.err()).isZero();
    JsonNode categories = JSON.readTree(evaluate.out()).get("categories");
    JsonNode all = categories.get(categories.size() - 1);
    assertThat(all.get("tasks").asInt()).isEqualTo(2);
    assertThat(all.get("infrastructureFailed").asInt()).isZero();
    assertThat(all.get("passed").get("count").asInt()).isZero();
  }

  @Test
  void whatIsWrongWithTheDirectoryIsOneLine() throws Exception {
    String name = model.toString();
    assertWrong(2, "--policy embedded needs --model");
    assertWrong(1, "is no directory", "--model", directory.resolve("absent").toString());
    assertWrong(
        1, "--context is 70000, but the model allows", "--model", name, "--context", "70000");
    assertWrong(2, "device is tpu, expected cpu, gpu0", "--model", name, "--device", "tpu");
    assertWrong(2, "no prompt style 'sonnet'", "--model", name, "--prompt-style", "sonnet");
    assertWrong(2, "--fault is for --policy scripted", "--model", name, "--fault", "SLOW");
    Files.delete(model.resolve("tokenizer_config.json"));
    assertWrong(1, "no usable tokenizer in " + name, "--model", name);
    Files.writeString(model.resolve("config.json"), "{}");
    assertWrong(1, "config.json", "--model", name);
  }

  private void assertWrong(int exitCode, String message, String... arguments) {
    TestingCommandLine evaluate = evaluate(arguments);
    assertThat(evaluate.exitCode()).as(message).isEqualTo(exitCode);
    assertThat(evaluate.err()).contains(message).hasLineCount(1);
  }
}
