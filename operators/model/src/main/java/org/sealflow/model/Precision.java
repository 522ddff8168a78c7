package org.sealflow.model;

/** The type in which a model's base weights are held and multiplied. */
public enum Precision {
  /** Single precision: exact for every stored type, and needed to train all weights. */
  FLOAT32(StoredType.F32),
  /** Half the memory: the base in bfloat16, adapters in single precision. */
  BFLOAT16(StoredType.BF16);

  private final StoredType type;

  Precision(StoredType type) {
    this.type = type;
  }

  StoredType type() {
    return type;
  }
}
