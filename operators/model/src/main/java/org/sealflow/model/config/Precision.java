package org.sealflow.model.config;

import org.sealflow.model.file.StoredType;

/**
 * The type in which a model's weights are multiplied. What is trained is held in single precision
 * either way, and so are its gradients and moments: a step is often smaller than what bfloat16 can
 * tell apart.
 */
public enum Precision {
  /** Single precision: exact for every stored type. */
  FLOAT32(StoredType.F32),
  /** Half the memory of the base and of activations. */
  BFLOAT16(StoredType.BF16);

  private final StoredType type;

  Precision(StoredType type) {
    this.type = type;
  }

  public StoredType type() {
    return type;
  }
}
