package org.sealflow.learn.template;

/** {@code none}. */
enum None {
  NONE
}
