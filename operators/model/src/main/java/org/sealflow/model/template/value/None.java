package org.sealflow.model.template.value;

/** {@code none}. */
public enum None {
  NONE
}
