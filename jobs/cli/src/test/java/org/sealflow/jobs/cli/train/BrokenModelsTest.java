package org.sealflow.jobs.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.jobs.cli.TestingCommandLine;

/** Training from a model directory that is broken, each in its own way, is refused in one line. */
class BrokenModelsTest {
  private static final Path NANO = Path.of("../../data/nano");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  /** Breaks a copy of a model. */
  @FunctionalInterface
  private interface Break {
    void apply(Path model) throws IOException;
  }

  private static Arguments broken(String name, Break way, String line) {
    return Arguments.of(name, way, line);
  }

  static Stream<Arguments> filesMissing() {
    return Stream.of(
        broken(
            "",
            BrokenModelsTest::delete,
            "{} is no directory, expected a Hugging Face model directory"),
        broken(
            "config.json",
            without("config.json"),
            "{}/config.json is missing, expected the config.json of a Hugging Face model directory"),
        broken(
            "weights",
            without("model.safetensors"),
            "{}/model.safetensors is missing: download it again"),
        broken(
            "tokenizer",
            without("tokenizer.json"),
            "no usable tokenizer in {}: no {}/tokenizer.json, expected a model directory of Hugging Face with a fast tokenizer"),
        broken(
            "template",
            tokenizer(file -> file.remove("chat_template")),
            "no usable tokenizer in {}: {} holds no chat template, expected chat_template.jinja or the key chat_template of tokenizer_config.json"),
        broken(
            "end of turns",
            BrokenModelsTest::forgetEnds,
            "no usable tokenizer in {}: no token of {} ends a turn, expected eos_token in tokenizer_config.json or eos_token_id in generation_config.json"));
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        broken(
            "another family",
            architecture("GPT2LMHeadModel"),
            "{}/config.json: architectures is [\"GPT2LMHeadModel\"], expected Qwen2ForCausalLM, Qwen3ForCausalLM, LlamaForCausalLM or MistralForCausalLM"),
        broken(
            "a mixture of experts",
            architecture("Qwen3MoeForCausalLM"),
            "{}/config.json: architectures is [\"Qwen3MoeForCausalLM\"], expected Qwen2ForCausalLM, Qwen3ForCausalLM, LlamaForCausalLM or MistralForCausalLM: mixtures of experts are not understood"),
        broken(
            "a scaling",
            config(file -> file.putObject("rope_scaling").put("rope_type", "dynamic")),
            "{}/config.json: rope_scaling.rope_type is dynamic, expected default, linear, llama3 or yarn"),
        broken(
            "sizes left out",
            config(file -> file.remove(List.of("hidden_size", "vocab_size"))),
            "{}/config.json: hidden_size is missing, expected a positive whole number; vocab_size is missing, expected a positive whole number"),
        broken(
            "another size",
            config(file -> file.put("intermediate_size", 64)),
            "{}/model.safetensors: tensor model.layers.0.mlp.gate_proj.weight has shape [384, 128], expected [64, 128] by config.json"),
        broken(
            "more layers",
            config(file -> file.put("num_hidden_layers", 4)),
            "{} holds no tensor model.layers.3.input_layernorm.weight, which its config.json asks for"),
        broken(
            "pickled weights",
            model ->
                Files.move(model.resolve("model.safetensors"), model.resolve("pytorch_model.bin")),
            "{} holds its weights as pytorch_model.bin alone, expected model.safetensors: save the model with safetensors"),
        broken(
            "a template",
            tokenizer(file -> file.put("chat_template", "{{ messages | sparkle }}")),
            "no usable tokenizer in {}: {} line 1: there is no filter 'sparkle', expected one of [abs, "));
  }

  static Stream<Arguments> filesBroken() {
    return Stream.of(
        broken(
            "config.json",
            file("config.json", "{,"),
            "{}/config.json is no JSON: Unexpected character (',' (code 44)): was expecting double-quote to start field name"),
        broken(
            "weights",
            BrokenModelsTest::cut,
            "{}/model.safetensors has 3613204 bytes, expected 3613304: download it again"),
        broken(
            "a page in place of weights",
            file("model.safetensors", "<!DOCTYPE html><html>not found</html>"),
            "{}/model.safetensors is no safetensors file, or broken off: download it again"),
        broken(
            "an index",
            file(
                "model.safetensors.index.json",
                "{\"weight_map\": {\"model.norm.weight\": \"model-00001-of-00002.safetensors\"}}"),
            "{}/model-00001-of-00002.safetensors is missing: download it again"),
        broken(
            "tokenizer",
            file("tokenizer.json", "{}"),
            "no usable tokenizer in {}: {}/tokenizer.json holds no vocabulary, expected a tokenizer.json of Hugging Face"),
        broken(
            "template",
            tokenizer(file -> file.put("chat_template", "{% for m in messages %}")),
            "no usable tokenizer in {}: {} line 1: expected '{% endfor %}', found the end of the template"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("filesMissing")
  @MethodSource("forms")
  @MethodSource("filesBroken")
  void trainingFromABrokenModelIsRefusedInOneLine(String name, Break way, String line)
      throws IOException {
    Path model = directory.resolve("model");
    copy(model);
    way.apply(model);

    TestingCommandLine trained = train(model);

    assertThat(trained.exitCode()).isEqualTo(1);
    assertThat(trained.out()).isEmpty();
    assertThat(trained.err().strip())
        .startsWith("sealflow: policy.model: " + line.replace("{}", model.toString()))
        .doesNotContain("\n");
  }

  private static TestingCommandLine train(Path model) {
    return TestingCommandLine.run(
        "train", "../../exp/nano-short.yaml", "policy.model=" + model, "--dry-run");
  }

  private static Break config(Consumer<ObjectNode> change) {
    return model -> change(model.resolve("config.json"), change);
  }

  private static Break tokenizer(Consumer<ObjectNode> change) {
    return model -> change(model.resolve("tokenizer_config.json"), change);
  }

  private static Break architecture(String name) {
    return config(file -> file.putArray("architectures").add(name));
  }

  private static Break without(String file) {
    return model -> Files.delete(model.resolve(file));
  }

  private static Break file(String name, String content) {
    return model -> Files.writeString(model.resolve(name), content);
  }

  private static void forgetEnds(Path model) throws IOException {
    Files.delete(model.resolve("generation_config.json"));
    tokenizer(file -> file.remove("eos_token")).apply(model);
  }

  private static void cut(Path model) throws IOException {
    Path file = model.resolve("model.safetensors");
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(access.length() - 100);
    }
  }

  private static void change(Path file, Consumer<ObjectNode> change) throws IOException {
    ObjectNode content = (ObjectNode) JSON.readTree(file.toFile());
    change.accept(content);
    JSON.writeValue(file.toFile(), content);
  }

  private static void copy(Path target) throws IOException {
    Files.createDirectory(target);
    try (Stream<Path> files = Files.list(NANO)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
  }

  private static void delete(Path model) throws IOException {
    try (Stream<Path> files = Files.list(model)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(model);
  }
}
