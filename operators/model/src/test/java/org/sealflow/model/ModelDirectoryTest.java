package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.model.TestingArrays.assertClose;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.TestingShards.StoredTensor;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.ModelDirectoryException;

/** Directories read and written, in whole and in shards, of every type; and broken ones. */
final class ModelDirectoryTest {
  private static final ModelConfig CONFIG = TestingModels.config(ModelFamily.QWEN2);
  private static final List<HostTensor> TENSORS = TestingModels.tensors(CONFIG, 1);
  private static final TokenBatch BATCH = TestingModels.ragged();

  @TempDir private Path folder;
  private Path directory;

  @BeforeEach
  void name() {
    directory = folder.resolve("model");
  }

  @Test
  void everyStoredTypeIsReadExactly() throws IOException {
    List<StoredTensor> stored = new ArrayList<>();
    List<HostTensor> expected = new ArrayList<>();
    for (int i = 0; i < TENSORS.size(); i++) {
      HostTensor tensor = TENSORS.get(i);
      stored.add(
          switch (i % 3) {
            case 0 -> TestingShards.float32(tensor);
            case 1 -> TestingShards.bfloat16(tensor);
            default -> TestingShards.float16(tensor);
          });
      expected.add(
          switch (i % 3) {
            case 0 -> tensor;
            case 1 -> TestingShards.cutToBfloat16(tensor);
            default -> TestingShards.cutToFloat16(tensor);
          });
    }
    TestingShards.write(directory, CONFIG, stored, 4);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options())) {
      assertThat(model.trainedWeights()).isEqualTo(expected);
    }
  }

  @Test
  void anUnchangedModelIsSavedByteForByte() throws IOException {
    TestingShards.write(directory, CONFIG, stored(), 3);
    Files.writeString(directory.resolve("tokenizer.json"), "{}");
    Path saved = folder.resolve("saved");
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options())) {
      model.save(saved);
    }
    assertThat(content(saved)).isEqualTo(content(directory)).hasSize(6);
  }

  @Test
  void trainedWeightsAreSavedInTheFormTheyCameIn() throws IOException {
    TestingShards.write(directory, CONFIG, stored(), 3);
    Path saved = folder.resolve("saved");
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options())) {
      List<HostTensor> weights = new ArrayList<>(model.trainedWeights());
      HostTensor first = weights.get(0);
      float[] values = first.values().clone();
      values[5] = 1 + 1 / 256f;
      values[6] = 3.140625f;
      weights.set(0, new HostTensor(first.name(), first.shape(), values));
      model.setTrainedWeights(weights);
      model.save(saved);
    }
    Map<String, byte[]> before = bytes(directory);
    Map<String, byte[]> after = bytes(saved);
    for (String name : before.keySet()) {
      if (name.equals("model-00001-of-00003.safetensors")) {
        assertThat(after.get(name)).hasSameSizeAs(before.get(name));
        assertThat(differences(after.get(name), before.get(name))).isBetween(1, 4);
      } else {
        assertThat(after.get(name)).as(name).isEqualTo(before.get(name));
      }
    }
    try (PolicyModel model = PolicyModel.fullyTrained(saved, TestingModels.options())) {
      assertThat(model.trainedWeights().get(0).values()[5]).as("rounded to even").isEqualTo(1);
      assertThat(model.trainedWeights().get(0).values()[6]).isEqualTo(3.140625f);
    }
  }

  private static int differences(byte[] one, byte[] other) {
    int count = 0;
    for (int i = 0; i < one.length; i++) {
      count += one[i] == other[i] ? 0 : 1;
    }
    return count;
  }

  @Test
  void adaptersAreMergedIntoTheTypeTheBaseIsStoredIn() throws IOException {
    TestingShards.write(directory, CONFIG, stored(), 2);
    Path saved = folder.resolve("saved");
    LoraConfig lora = LoraConfig.everywhere(2);
    try (PolicyModel model =
            PolicyModel.withNewAdapters(directory, TestingModels.options(), lora, 1);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 1));
      optimizer.step(1e-2, 1);
      model.save(saved);
      try (PolicyModel merged = PolicyModel.frozen(saved, TestingModels.options())) {
        assertClose(merged.logProbs(BATCH, 1), model.logProbs(BATCH, 1), 0.1);
      }
    }
    assertThat(content(saved).keySet()).isEqualTo(content(directory).keySet());
    try (ModelDirectory merged = ModelDirectory.open(saved)) {
      assertThat(merged.entry("model.layers.0.mlp.up_proj.weight").type()).isEqualTo("BF16");
    }
  }

  @Test
  void anExistingDirectoryIsNeverWrittenOver() {
    ModelWriter.write(directory, CONFIG, TENSORS);
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options())) {
      assertThatThrownBy(() -> model.save(directory))
          .hasMessage(
              directory + " exists already: weights are written to a new directory each time");
    }
  }

  @Test
  void whatAnInterruptedSaveLeftIsInNobodysWay() throws IOException {
    Path partial = Files.createDirectories(folder.resolve("model.partial"));
    Files.writeString(partial.resolve("model.safetensors"), "half");
    ModelWriter.write(directory, CONFIG, TENSORS);
    assertThat(content(directory)).containsOnlyKeys("config.json", "model.safetensors");
    assertThat(partial).doesNotExist();
  }

  @Test
  void tensorsThatDoNotFitTheConfigurationAreNotWritten() {
    assertThatThrownBy(() -> ModelWriter.write(directory, CONFIG, TENSORS.subList(0, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the tensors are {model.embed_tokens.weight=[61, 24], ");
  }

  @Test
  void aMissingShardIsNamed() throws IOException {
    TestingShards.write(directory, CONFIG, stored(), 3);
    Path shard = directory.resolve("model-00002-of-00003.safetensors");
    Files.delete(shard);
    assertRefused(shard + " is missing: download it again");
  }

  @Test
  void aShardThatBreaksOffIsNamed() throws IOException {
    ModelWriter.write(directory, CONFIG, TENSORS);
    Path file = directory.resolve("model.safetensors");
    long size = Files.size(file);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(size - 100);
    }
    assertRefused(
        file + " has " + (size - 100) + " bytes, expected " + size + ": download it again");
    Files.write(file, new byte[] {1, 2, 3});
    assertRefused(file + " is no safetensors file, or broken off: download it again");
    Files.writeString(file, "<!DOCTYPE html><html>not found</html>");
    assertRefused(file + " is no safetensors file, or broken off: download it again");
  }

  @Test
  void aMissingTensorAndAWrongShapeAreNamed() throws IOException {
    TestingShards.write(directory, CONFIG, stored().subList(0, 20), 1);
    assertRefused(
        directory
            + " holds no tensor model.layers.1.self_attn.o_proj.weight, which its config.json asks"
            + " for");
    Path shard = directory.resolve("model-00001-of-00001.safetensors");
    HostTensor wrong = new HostTensor("model.embed_tokens.weight", List.of(2L, 3L), new float[6]);
    TestingShards.writeShard(shard, List.of(TestingShards.float32(wrong)));
    assertRefused(
        shard
            + ": tensor model.embed_tokens.weight has shape [2, 3], expected [61, 24] by"
            + " config.json");
  }

  @Test
  void aTypeThatWeightsCannotHaveIsNamed() throws IOException {
    List<StoredTensor> stored = stored();
    StoredTensor first = stored.get(0);
    stored.set(0, new StoredTensor(first.name(), "F8_E4M3", first.shape(), new byte[61 * 24]));
    TestingShards.write(directory, CONFIG, stored, 1);
    assertRefused(
        directory.resolve("model-00001-of-00001.safetensors")
            + ": tensor model.embed_tokens.weight is stored as F8_E4M3, expected F32, F16 or BF16");
  }

  @Test
  void aHeaderThatContradictsItselfIsNamed() throws IOException {
    List<StoredTensor> stored = stored();
    StoredTensor first = stored.get(0);
    stored.set(0, new StoredTensor(first.name(), "F32", first.shape(), new byte[8]));
    TestingShards.write(directory, CONFIG, stored, 1);
    assertRefused(
        directory.resolve("model-00001-of-00001.safetensors")
            + ": tensor model.embed_tokens.weight has 8 bytes, expected 5856 for shape [61, 24] of"
            + " F32");
  }

  @Test
  void anIndexThatLeavesTheDirectoryIsRefused() throws IOException {
    ModelWriter.write(directory, CONFIG, TENSORS);
    Path index = directory.resolve("model.safetensors.index.json");
    Files.writeString(index, "{\"weight_map\": {\"a\": \"../secret\"}}");
    assertRefused(index + ": weight_map names ../secret, expected a file of the same directory");
    Files.write(index, "{}".getBytes(StandardCharsets.UTF_8));
    assertRefused(index + ": weight_map is missing, expected an object");
  }

  @Test
  void aContextLongerThanTheModelsIsRefused() {
    ModelWriter.write(directory, CONFIG, TENSORS);
    assertThatThrownBy(() -> PolicyModel.frozen(directory, ModelOptions.onCpu(129)))
        .hasMessage(
            "contextLength is 129, expected at most 128, the max_position_embeddings of "
                + directory);
  }

  @Test
  void aPathThatIsNoDirectoryIsNamed() {
    assertRefused(directory + " is no directory, expected a Hugging Face model directory");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> ModelDirectory.open(directory))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage(message);
  }

  /** The tensors in bfloat16, the norms in single precision. */
  private static List<StoredTensor> stored() {
    List<StoredTensor> stored = new ArrayList<>();
    for (HostTensor tensor : TENSORS) {
      stored.add(
          tensor.name().contains("norm")
              ? TestingShards.float32(tensor)
              : TestingShards.bfloat16(tensor));
    }
    return stored;
  }

  private static Map<String, List<Byte>> content(Path directory) throws IOException {
    Map<String, List<Byte>> content = new TreeMap<>();
    bytes(directory)
        .forEach(
            (name, bytes) -> {
              List<Byte> list = new ArrayList<>();
              for (byte value : bytes) {
                list.add(value);
              }
              content.put(name, list);
            });
    return content;
  }

  private static Map<String, byte[]> bytes(Path directory) throws IOException {
    Map<String, byte[]> bytes = new TreeMap<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        bytes.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return bytes;
  }
}
