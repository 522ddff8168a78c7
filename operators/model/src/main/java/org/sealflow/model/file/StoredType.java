package org.sealflow.model.file;

/** The floating-point types of weights in safetensors files. */
public enum StoredType {
  /** IEEE single precision. */
  F32(4, 6),
  /** IEEE half precision. */
  F16(2, 5),
  /** The upper half of single precision. */
  BF16(2, 15);

  private final int bytes;
  private final int scalarType;

  StoredType(int bytes, int scalarType) {
    this.bytes = bytes;
    this.scalarType = scalarType;
  }

  /** Bytes of a value. */
  public int bytes() {
    return bytes;
  }

  /** libtorch's number of the type ({@code c10::ScalarType}). */
  public int scalarType() {
    return scalarType;
  }
}
