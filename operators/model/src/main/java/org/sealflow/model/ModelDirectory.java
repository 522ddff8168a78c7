package org.sealflow.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.CheckpointJson;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.SafeTensorsFile;
import org.sealflow.model.file.TensorEntry;

/**
 * A Hugging Face model directory, open for reading: {@code config.json}, and the weights in {@code
 * model.safetensors} or in the shards that {@code model.safetensors.index.json} names. Opening it
 * checks that every tensor of the configuration is there in its shape; values are not read yet.
 */
public final class ModelDirectory implements AutoCloseable {
  static final String CONFIG = "config.json";
  static final String SINGLE = "model.safetensors";
  static final String INDEX = "model.safetensors.index.json";

  private final Path path;
  private final ModelConfig config;
  private final List<SafeTensorsFile> shards;
  private final Map<String, SafeTensorsFile> shardOf;

  private ModelDirectory(
      Path path,
      ModelConfig config,
      List<SafeTensorsFile> shards,
      Map<String, SafeTensorsFile> shardOf) {
    this.path = path;
    this.config = config;
    this.shards = shards;
    this.shardOf = shardOf;
  }

  /**
   * Opens a directory.
   *
   * @throws ModelDirectoryException one line that says what is missing or wrong
   */
  public static ModelDirectory open(Path path) {
    if (!Files.isDirectory(path)) {
      throw new ModelDirectoryException(
          path + " is no directory, expected a Hugging Face model directory");
    }
    ModelConfig config = ModelConfig.read(path.resolve(CONFIG));
    List<SafeTensorsFile> shards = new ArrayList<>();
    Map<String, SafeTensorsFile> shardOf = new LinkedHashMap<>();
    ModelDirectory directory = new ModelDirectory(path, config, shards, shardOf);
    try {
      for (String name : shardNames(path)) {
        SafeTensorsFile shard = SafeTensorsFile.open(path.resolve(name));
        shards.add(shard);
        shard.entries().keySet().forEach(tensor -> shardOf.put(tensor, shard));
      }
      TensorLayout.of(config).forEach(directory::check);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
    return directory;
  }

  private static Iterable<String> shardNames(Path path) {
    Path index = path.resolve(INDEX);
    if (!Files.isRegularFile(index)) {
      requireNoOtherForm(path);
      return List.of(SINGLE);
    }
    Map<String, @Nullable Object> json;
    try {
      json = CheckpointJson.object(Files.readAllBytes(index), index.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!(json.get("weight_map") instanceof Map<?, ?> shardOf)) {
      throw new ModelDirectoryException(index + ": weight_map is missing, expected an object");
    }
    TreeSet<String> names = new TreeSet<>();
    for (Object name : shardOf.values()) {
      if (!(name instanceof String text) || text.contains("/") || text.contains("\\")) {
        throw new ModelDirectoryException(
            index + ": weight_map names " + name + ", expected a file of the same directory");
      }
      names.add(text);
    }
    return names;
  }

  /** Pickles run code when they are read. */
  private static void requireNoOtherForm(Path path) {
    boolean pickled =
        Stream.of("pytorch_model.bin", "pytorch_model.bin.index.json")
            .anyMatch(name -> Files.exists(path.resolve(name)));
    if (pickled && !Files.exists(path.resolve(SINGLE))) {
      throw new ModelDirectoryException(
          path
              + " holds its weights as pytorch_model.bin alone, expected model.safetensors: save"
              + " the model with safetensors");
    }
  }

  private void check(String tensor, List<Long> shape) {
    SafeTensorsFile shard = shardOf.get(tensor);
    if (shard == null) {
      throw new ModelDirectoryException(
          path + " holds no tensor " + tensor + ", which its config.json asks for");
    }
    TensorEntry entry = entry(tensor);
    if (!entry.shape().equals(shape)) {
      throw new ModelDirectoryException(
          shard.path()
              + ": tensor "
              + tensor
              + " has shape "
              + entry.shape()
              + ", expected "
              + shape
              + " by config.json");
    }
    entry.storedType(shard.path().toString());
  }

  /** Where the directory is. */
  public Path path() {
    return path;
  }

  /** The form of the model. */
  public ModelConfig config() {
    return config;
  }

  /** The files of weights, by name. */
  List<SafeTensorsFile> shards() {
    return List.copyOf(shards);
  }

  /** The file that holds a tensor of the layout. */
  SafeTensorsFile shard(String tensor) {
    SafeTensorsFile shard = shardOf.get(tensor);
    if (shard == null) {
      throw new IllegalArgumentException(path + " holds no tensor " + tensor);
    }
    return shard;
  }

  /** How a tensor of the layout is stored. */
  TensorEntry entry(String tensor) {
    TensorEntry entry = shard(tensor).entries().get(tensor);
    if (entry == null) {
      throw new IllegalArgumentException(path + " holds no tensor " + tensor);
    }
    return entry;
  }

  /**
   * Checks that adapters are made for this model: their form, and the shapes of their tensors.
   *
   * @param adapters a directory in the layout of PEFT
   * @throws ModelDirectoryException one line, where they are broken or made for another model
   */
  public void requireAdapters(Path adapters) {
    PeftDirectory.check(adapters, config());
  }

  @Override
  public void close() {
    shards.forEach(SafeTensorsFile::close);
  }
}
