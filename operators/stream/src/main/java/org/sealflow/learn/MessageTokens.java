package org.sealflow.learn;

/** The token ids of messages that are put into a conversation that has been. */
public interface MessageTokens {
  /** The header under which the assistant speaks: what a context ends with. */
  int[] header();

  /**
   * A message of the user that stands right before that header.
   *
   * @param text what is said
   */
  int[] message(String text);
}
