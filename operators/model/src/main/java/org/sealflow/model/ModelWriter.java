package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.CheckpointJson;
import org.sealflow.model.file.FreshDirectory;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.SafeTensors;
import org.sealflow.model.file.SafeTensorsFile;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.file.TensorEntry;

/** Writes Hugging Face model directories. */
public final class ModelWriter {
  private ModelWriter() {}

  /**
   * Writes a new model: {@code config.json} and {@code model.safetensors} in single precision.
   *
   * @param directory where; must not exist yet
   * @param tensors every tensor of {@link TensorLayout}, in any order
   * @throws IllegalArgumentException if tensors do not fit the configuration
   */
  public static void write(Path directory, ModelConfig config, List<HostTensor> tensors) {
    Map<String, List<Long>> found = new LinkedHashMap<>();
    tensors.forEach(tensor -> found.put(tensor.name(), tensor.shape()));
    Map<String, List<Long>> expected = TensorLayout.of(config);
    if (!found.equals(expected)) {
      throw new IllegalArgumentException(
          "the tensors are " + found + ", expected " + expected + " by the configuration");
    }
    FreshDirectory.create(
        directory,
        partial -> {
          Files.writeString(
              partial.resolve(ModelDirectory.CONFIG), CheckpointJson.pretty(config.toJson()));
          try (OutputStream file = Files.newOutputStream(partial.resolve(ModelDirectory.SINGLE))) {
            SafeTensors.write(file, tensors, Map.of("format", "pt"));
          }
        });
  }

  /** New values of a model's tensors. */
  interface Changes {
    /**
     * The value of a tensor; null if it is as it was.
     *
     * @param scope owns what is computed for the answer
     */
    @Nullable NDArray valueOf(String tensor, NDManager scope);
  }

  /**
   * Writes a model in the form of another: the same files, shards and types, and the same bytes
   * wherever nothing changed.
   */
  static void rewrite(
      ModelDirectory source, Path directory, Changes changes, TensorTransfer transfer) {
    FreshDirectory.create(
        directory,
        partial -> {
          for (Path file : files(source.path())) {
            Files.copy(file, partial.resolve(file.getFileName()));
          }
          for (SafeTensorsFile shard : source.shards()) {
            overwrite(shard, partial.resolve(shard.path().getFileName()), changes, transfer);
          }
        });
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> listed = Files.list(directory)) {
      List<Path> files = new ArrayList<>(listed.filter(Files::isRegularFile).toList());
      files.sort(null);
      return files;
    }
  }

  private static void overwrite(
      SafeTensorsFile shard, Path copy, Changes changes, TensorTransfer transfer)
      throws IOException {
    try (FileChannel file = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      for (TensorEntry entry : shard.entries().values()) {
        try (NDManager scope = transfer.newScope()) {
          NDArray value = changes.valueOf(entry.name(), scope);
          if (value != null) {
            StoredType type = entry.storedType(shard.path().toString());
            transfer.store(value, type, file, shard.position(entry));
          }
        }
      }
    }
  }
}
