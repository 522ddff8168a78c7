package org.sealflow.model;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.file.CheckpointJson;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.SafeTensorsHeader;
import org.sealflow.model.file.TensorEntry;

/** Model directories in the forms that publishers use: shards, and types of two bytes. */
public final class TestingShards {
  private TestingShards() {}

  /** Writes tensors in turn into so many shards, with an index; each is stored as its bytes. */
  static void write(Path directory, ModelConfig config, List<StoredTensor> tensors, int shards)
      throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("config.json"), CheckpointJson.pretty(config.toJson()));
    Map<String, Object> shardOf = new LinkedHashMap<>();
    for (int shard = 0; shard < shards; shard++) {
      String name = "model-0000" + (shard + 1) + "-of-0000" + shards + ".safetensors";
      List<StoredTensor> part = new ArrayList<>();
      for (int i = shard; i < tensors.size(); i += shards) {
        part.add(tensors.get(i));
        shardOf.put(tensors.get(i).name(), name);
      }
      writeShard(directory.resolve(name), part);
    }
    Files.writeString(
        directory.resolve("model.safetensors.index.json"),
        CheckpointJson.pretty(Map.of("metadata", Map.of("total_size", 1L), "weight_map", shardOf)));
  }

  static void writeShard(Path file, List<StoredTensor> tensors) throws IOException {
    List<TensorEntry> entries = new ArrayList<>();
    long at = 0;
    for (StoredTensor tensor : tensors) {
      long end = at + tensor.bytes().length;
      entries.add(new TensorEntry(tensor.name(), tensor.type(), tensor.shape(), at, end));
      at = end;
    }
    try (OutputStream stream = Files.newOutputStream(file)) {
      stream.write(new SafeTensorsHeader(Map.of("format", "pt"), entries).encode());
      for (StoredTensor tensor : tensors) {
        stream.write(tensor.bytes());
      }
    }
  }

  /** A tensor as a file holds it. */
  static final class StoredTensor {
    private final String name;
    private final String type;
    private final List<Long> shape;
    private final byte[] bytes;

    StoredTensor(String name, String type, List<Long> shape, byte[] bytes) {
      this.name = name;
      this.type = type;
      this.shape = shape;
      this.bytes = bytes;
    }

    String name() {
      return name;
    }

    String type() {
      return type;
    }

    List<Long> shape() {
      return shape;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  static StoredTensor float32(HostTensor tensor) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * tensor.size()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(tensor.values());
    return new StoredTensor(tensor.name(), "F32", tensor.shape(), bytes.array());
  }

  /** Cut off, not rounded. */
  static StoredTensor bfloat16(HostTensor tensor) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * tensor.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : tensor.values()) {
      bytes.putShort((short) (Float.floatToRawIntBits(value) >> 16));
    }
    return new StoredTensor(tensor.name(), "BF16", tensor.shape(), bytes.array());
  }

  /** A tensor cut off to bfloat16. */
  static HostTensor cutToBfloat16(HostTensor tensor) {
    float[] values = new float[tensor.size()];
    for (int i = 0; i < values.length; i++) {
      int bits = Float.floatToRawIntBits(tensor.values()[i]);
      values[i] = Float.intBitsToFloat(bits & 0xffff0000);
    }
    return new HostTensor(tensor.name(), tensor.shape(), values);
  }

  /** Normal values only, cut off. */
  static StoredTensor float16(HostTensor tensor) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * tensor.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : tensor.values()) {
      int bits = Float.floatToRawIntBits(value);
      int exponent = ((bits >> 23) & 0xff) - 127;
      int half = exponent < -14 ? 0 : ((exponent + 15) << 10) | ((bits >> 13) & 0x3ff);
      bytes.putShort((short) (((bits >> 16) & 0x8000) | half));
    }
    return new StoredTensor(tensor.name(), "F16", tensor.shape(), bytes.array());
  }

  /** A tensor after a trip through {@link #float16}. */
  static HostTensor cutToFloat16(HostTensor tensor) {
    float[] values = new float[tensor.size()];
    for (int i = 0; i < values.length; i++) {
      int bits = Float.floatToRawIntBits(tensor.values()[i]);
      boolean tiny = ((bits >> 23) & 0xff) - 127 < -14;
      values[i] = Float.intBitsToFloat(tiny ? bits & 0x80000000 : bits & 0xffffe000);
    }
    return new HostTensor(tensor.name(), tensor.shape(), values);
  }
}
