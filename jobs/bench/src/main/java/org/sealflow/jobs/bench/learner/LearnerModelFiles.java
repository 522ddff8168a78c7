package org.sealflow.jobs.bench.learner;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;
import org.sealflow.model.config.TensorLayout;

/**
 * Random models as Hugging Face directories, written and read a piece at a time: a billion weights
 * would not fit into the heap. Values are in single precision or in bfloat16.
 */
public final class LearnerModelFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TENSORS = "model.safetensors";
  private static final int PIECE = 1 << 18;

  private LearnerModelFiles() {}

  /** Takes a tensor's values, little-endian and row by row. */
  interface Reader {
    void tensor(String name, List<Long> shape, ByteBuffer values);
  }

  /** Writes a model into a directory that exists. */
  public static void write(Path directory, ModelConfig config, Precision precision, long seed)
      throws IOException {
    ValueForm form = ValueForm.of(precision);
    Files.write(directory.resolve("config.json"), JSON.writeValueAsBytes(config.toJson()));
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, List<Long>> layout = TensorLayout.of(config);
    try (OutputStream file = Files.newOutputStream(directory.resolve(TENSORS))) {
      byte[] header = header(layout, form);
      ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      file.write(length.putLong(header.length).array());
      file.write(header);
      for (Map.Entry<String, List<Long>> tensor : layout.entrySet()) {
        boolean norm = tensor.getKey().contains("norm");
        boolean embedding = tensor.getKey().contains("embed");
        double spread = norm ? 0 : embedding ? 0.2 : Math.sqrt(1.0 / config.width());
        write(file, size(tensor.getValue()), form, norm ? 1 : 0, spread, random);
      }
    }
  }

  /** How values lie in the file. */
  private enum ValueForm {
    F32(Float.BYTES),
    /** The upper half of a single-precision value. */
    BF16(Short.BYTES);

    private final int bytes;

    ValueForm(int bytes) {
      this.bytes = bytes;
    }

    static ValueForm of(Precision precision) {
      return precision == Precision.BFLOAT16 ? BF16 : F32;
    }

    void put(float value, ByteBuffer target) {
      if (this == BF16) {
        target.putShort((short) (Float.floatToRawIntBits(value) >>> Short.SIZE));
      } else {
        target.putFloat(value);
      }
    }
  }

  private static byte[] header(Map<String, List<Long>> layout, ValueForm form) throws IOException {
    Map<String, Object> header = new LinkedHashMap<>();
    long at = 0;
    for (Map.Entry<String, List<Long>> tensor : layout.entrySet()) {
      long end = at + form.bytes * size(tensor.getValue());
      header.put(
          tensor.getKey(),
          Map.of(
              "dtype", form.name(), "shape", tensor.getValue(), "data_offsets", List.of(at, end)));
      at = end;
    }
    String text = JSON.writeValueAsString(header);
    int padding = Math.floorMod(-text.length(), Long.BYTES);
    return (text + " ".repeat(padding)).getBytes(StandardCharsets.UTF_8);
  }

  private static void write(
      OutputStream file,
      long count,
      ValueForm form,
      double centre,
      double spread,
      SplittableRandom random)
      throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE * form.bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (long left = count; left > 0; left -= PIECE) {
      piece.clear();
      for (int i = 0; i < Math.min(left, PIECE); i++) {
        form.put((float) (centre + spread * (2 * random.nextDouble() - 1)), piece);
      }
      file.write(piece.array(), 0, piece.position());
    }
  }

  /** Number of values of a shape. */
  static long size(List<Long> shape) {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /** Number of weights of a model. */
  static long parameters(ModelConfig config) {
    return TensorLayout.of(config).values().stream().mapToLong(LearnerModelFiles::size).sum();
  }

  /** Reads what {@link #write} wrote in single precision. */
  static void read(Path directory, ModelConfig config, Reader reader) throws IOException {
    try (FileChannel channel = FileChannel.open(directory.resolve(TENSORS))) {
      ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      channel.read(length, 0);
      long at = Long.BYTES + length.getLong(0);
      for (Map.Entry<String, List<Long>> tensor : TensorLayout.of(config).entrySet()) {
        long bytes = Float.BYTES * size(tensor.getValue());
        ByteBuffer values = channel.map(FileChannel.MapMode.READ_ONLY, at, bytes);
        reader.tensor(tensor.getKey(), tensor.getValue(), values.order(ByteOrder.LITTLE_ENDIAN));
        at += bytes;
      }
    }
  }
}
