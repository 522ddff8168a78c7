package org.sealflow.model.template;

/** The ways in which a rendering goes on after a statement. */
enum Flow {
  NEXT,
  /** Leaves the loop. */
  BREAK,
  /** Goes on with the next turn of the loop. */
  CONTINUE
}
