package org.sealflow.model.template;

/** {@code none}. */
enum None {
  NONE
}
