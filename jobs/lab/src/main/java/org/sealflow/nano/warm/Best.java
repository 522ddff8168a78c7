package org.sealflow.nano.warm;

/**
 * The best policy so far.
 *
 * @param step steps it has learnt from
 * @param read tokens of the curriculum among these
 * @param successes tasks it solved when judged
 */
record Best(int step, long read, int successes) {
  /** No policy has been judged. */
  static final Best NONE = new Best(-1, -1, -1);
}
