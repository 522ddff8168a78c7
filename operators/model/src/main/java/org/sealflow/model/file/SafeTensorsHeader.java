package org.sealflow.model.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The header of the safetensors format: eight bytes with the length of a JSON object (little
 * endian), the object padded with blanks, then the values of all tensors without gaps.
 *
 * @param metadata free texts by name
 * @param entries the tensors, in the order of their values
 */
public record SafeTensorsHeader(Map<String, String> metadata, List<TensorEntry> entries) {
  /** The format's own limit. */
  static final long LONGEST = 100_000_000;

  private static final String METADATA = "__metadata__";
  private static final int ALIGNMENT = 8;

  public SafeTensorsHeader {
    metadata = Map.copyOf(metadata);
    entries = List.copyOf(entries);
  }

  /** Bytes of all values. */
  long dataLength() {
    return entries.stream().mapToLong(TensorEntry::end).max().orElse(0);
  }

  /**
   * Reads the JSON part.
   *
   * @param where names the source in errors
   * @throws ModelDirectoryException if it is no header
   */
  static SafeTensorsHeader parse(byte[] json, String where) {
    Map<String, String> metadata = new LinkedHashMap<>();
    List<TensorEntry> entries = new ArrayList<>();
    CheckpointJson.object(json, where)
        .forEach(
            (name, value) -> {
              if (!(value instanceof Map<?, ?> fields)) {
                throw new ModelDirectoryException(where + ": " + name + " is no object");
              }
              if (name.equals(METADATA)) {
                fields.forEach((key, text) -> metadata.put("" + key, "" + text));
              } else {
                entries.add(entry(name, fields, where));
              }
            });
    entries.sort(Comparator.comparingLong(TensorEntry::begin));
    return new SafeTensorsHeader(metadata, entries);
  }

  private static TensorEntry entry(String name, Map<?, ?> fields, String where) {
    List<Long> shape = wholeNumbers(fields.get("shape"));
    List<Long> offsets = wholeNumbers(fields.get("data_offsets"));
    if (!(fields.get("dtype") instanceof String type)
        || shape == null
        || offsets == null
        || offsets.size() != 2
        || offsets.get(0) > offsets.get(1)) {
      throw new ModelDirectoryException(
          where + ": tensor " + name + " lacks dtype, shape or data_offsets");
    }
    TensorEntry entry = new TensorEntry(name, type, shape, offsets.get(0), offsets.get(1));
    checkLength(entry, where);
    return entry;
  }

  private static @Nullable List<Long> wholeNumbers(@Nullable Object value) {
    List<Long> numbers = new ArrayList<>();
    if (!(value instanceof List<?> list)) {
      return null;
    }
    for (Object item : list) {
      if (!(item instanceof Long number) || number < 0) {
        return null;
      }
      numbers.add(number);
    }
    return numbers;
  }

  private static void checkLength(TensorEntry entry, String where) {
    for (StoredType type : StoredType.values()) {
      long bytes = entry.end() - entry.begin();
      if (type.name().equals(entry.type()) && bytes != entry.size() * type.bytes()) {
        throw new ModelDirectoryException(
            where
                + ": tensor "
                + entry.name()
                + " has "
                + bytes
                + " bytes, expected "
                + entry.size() * type.bytes()
                + " for shape "
                + entry.shape()
                + " of "
                + type);
      }
    }
  }

  /** The header of single-precision tensors stored one after the other. */
  static SafeTensorsHeader of(List<HostTensor> tensors, Map<String, String> metadata) {
    List<TensorEntry> entries = new ArrayList<>();
    long at = 0;
    for (HostTensor tensor : tensors) {
      long end = at + (long) StoredType.F32.bytes() * tensor.size();
      entries.add(new TensorEntry(tensor.name(), StoredType.F32.name(), tensor.shape(), at, end));
      at = end;
    }
    return new SafeTensorsHeader(metadata, entries);
  }

  /** The bytes in front of the values. */
  public byte[] encode() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(METADATA, new TreeMap<>(metadata));
    for (TensorEntry entry : entries) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("dtype", entry.type());
      fields.put("shape", entry.shape());
      fields.put("data_offsets", List.of(entry.begin(), entry.end()));
      json.put(entry.name(), fields);
    }
    byte[] text = CheckpointJson.compact(json).getBytes(StandardCharsets.UTF_8);
    int length = (text.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteBuffer header = ByteBuffer.allocate(Long.BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(length).put(text);
    while (header.hasRemaining()) {
      header.put((byte) ' ');
    }
    return header.array();
  }
}
