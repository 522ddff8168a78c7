package org.sealflow.nano.warm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sealflow.environment.ToolDoc;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.text.HuggingFacePromptTokenizer;
import org.sealflow.nano.induction.InitialScale;
import org.sealflow.nano.induction.NanoStart;
import org.sealflow.nano.vocabulary.NanoTokenizer;

/** The model directory that a warm start begins with: induction start, tokenizer, end of turn. */
final class StartDirectory {
  private StartDirectory() {}

  /**
   * Makes the directory.
   *
   * @param directory where; must not exist yet
   * @param tools whose names become tokens
   * @param texts what the vocabulary is counted in
   * @param contextLength the longest context, in tokens
   * @param seed what the weights are drawn from
   */
  static void make(
      Path directory,
      Collection<ToolDoc> tools,
      Collection<String> texts,
      int contextLength,
      long seed)
      throws IOException {
    Path partial = directory.resolveSibling(directory.getFileName() + ".making");
    remove(partial);
    Path vocabulary = partial.resolve("vocabulary");
    int size = NanoTokenizer.build(tools, texts, vocabulary);
    ModelConfig config = NanoStart.config(size, contextLength);
    Path model = partial.resolve("model");
    NanoStart.write(model, config, InitialScale.NANO, seed);
    for (Path file : files(vocabulary)) {
      Files.move(file, model.resolve(file.getFileName()));
    }
    writeGenerationConfig(model);
    Files.move(model, directory, StandardCopyOption.ATOMIC_MOVE);
    remove(partial);
  }

  /**
   * Makes the directory of a model that is there already.
   *
   * @param model a model directory
   * @param directory where; must not exist yet
   * @param contextLength the longest context, in tokens; rotary positions go on beyond the model's
   * @throws IOException if a file cannot be read or written
   */
  static void goOnFrom(Path model, Path directory, int contextLength) throws IOException {
    Path partial = directory.resolveSibling(directory.getFileName() + ".making");
    remove(partial);
    Files.createDirectories(partial);
    for (Path file : files(model)) {
      if (!file.endsWith(WarmManifest.FILE)) {
        Files.copy(file, partial.resolve(file.getFileName()));
      }
    }
    Path config = partial.resolve("config.json");
    ObjectMapper json = new ObjectMapper();
    if (json.readTree(config.toFile()) instanceof ObjectNode fields) {
      fields.put("max_position_embeddings", contextLength);
      json.writerWithDefaultPrettyPrinter().writeValue(config.toFile(), fields);
    }
    Files.move(partial, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static void writeGenerationConfig(Path model) throws IOException {
    try (HuggingFacePromptTokenizer tokenizer = HuggingFacePromptTokenizer.open(model)) {
      String ends =
          tokenizer.endOfTurnIds().stream().sorted().map(String::valueOf).toList().toString();
      Files.writeString(
          model.resolve("generation_config.json"), "{\"eos_token_id\": " + ends + "}\n");
    }
  }

  /** Removes a directory with all that is in it, where it is there. */
  static void remove(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> tree = Files.walk(directory)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
