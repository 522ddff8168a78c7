package org.sealflow.model.file;

import java.util.List;

/**
 * A tensor of a safetensors file.
 *
 * @param name its name
 * @param type its element type as the file writes it, such as {@code BF16}
 * @param shape its sizes, outermost first; empty for a single value
 * @param begin first byte, counted from the end of the header
 * @param end the byte after the last
 */
public record TensorEntry(String name, String type, List<Long> shape, long begin, long end) {
  /** Copies the shape. */
  public TensorEntry {
    shape = List.copyOf(shape);
  }

  /** Number of values. */
  public long size() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /**
   * The type, where weights can have it.
   *
   * @param where names the file in errors
   * @throws ModelDirectoryException if it is another
   */
  public StoredType storedType(String where) {
    for (StoredType known : StoredType.values()) {
      if (known.name().equals(type)) {
        return known;
      }
    }
    throw new ModelDirectoryException(
        where + ": tensor " + name + " is stored as " + type + ", expected F32, F16 or BF16");
  }
}
