package org.sealflow.model.file;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Single-precision tensors as safetensors bytes, streamed. */
public final class SafeTensors {
  private static final int CHUNK_VALUES = 1 << 14;

  private SafeTensors() {}

  /** Writes tensors in the order given; the stream stays open. */
  public static void write(
      OutputStream stream, List<HostTensor> tensors, Map<String, String> metadata)
      throws IOException {
    stream.write(SafeTensorsHeader.of(tensors, metadata).encode());
    for (HostTensor tensor : tensors) {
      writeValues(tensor.values(), stream);
    }
  }

  private static void writeValues(float[] values, OutputStream stream) throws IOException {
    byte[] chunk = new byte[CHUNK_VALUES * Float.BYTES];
    for (int at = 0; at < values.length; at += CHUNK_VALUES) {
      int count = Math.min(CHUNK_VALUES, values.length - at);
      floats(chunk).put(values, at, count);
      stream.write(chunk, 0, count * Float.BYTES);
    }
  }

  /**
   * Tensors read back.
   *
   * @param metadata free texts by name
   * @param tensors the tensors, in the order of their values
   */
  public record Content(Map<String, String> metadata, List<HostTensor> tensors) {
    /** Copies the list and the map. */
    public Content {
      metadata = Map.copyOf(metadata);
      tensors = List.copyOf(tensors);
    }
  }

  /**
   * Reads what {@link #write} wrote; the stream stays open, after the last value.
   *
   * @param where names the source in errors
   * @throws ModelDirectoryException if the bytes are no single-precision safetensors
   */
  public static Content read(InputStream stream, String where) throws IOException {
    DataInputStream input = new DataInputStream(stream);
    try {
      long length = Long.reverseBytes(input.readLong());
      if (length < 0 || length > SafeTensorsHeader.LONGEST) {
        throw new ModelDirectoryException(
            where + " is no safetensors file: its header is too long");
      }
      byte[] json = new byte[(int) length];
      input.readFully(json);
      SafeTensorsHeader header = SafeTensorsHeader.parse(json, where);
      List<HostTensor> tensors = new ArrayList<>();
      for (TensorEntry entry : header.entries()) {
        tensors.add(new HostTensor(entry.name(), entry.shape(), readValues(entry, input, where)));
      }
      return new Content(header.metadata(), tensors);
    } catch (EOFException e) {
      throw new ModelDirectoryException(where + " breaks off: write it again", e);
    }
  }

  private static float[] readValues(TensorEntry entry, DataInputStream input, String where)
      throws IOException {
    if (entry.storedType(where) != StoredType.F32) {
      throw new ModelDirectoryException(
          where + ": tensor " + entry.name() + " is stored as " + entry.type() + ", expected F32");
    }
    float[] values = new float[Math.toIntExact(entry.size())];
    byte[] chunk = new byte[CHUNK_VALUES * Float.BYTES];
    for (int at = 0; at < values.length; at += CHUNK_VALUES) {
      int count = Math.min(CHUNK_VALUES, values.length - at);
      input.readFully(chunk, 0, count * Float.BYTES);
      floats(chunk).get(values, at, count);
    }
    return values;
  }

  private static FloatBuffer floats(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }
}
