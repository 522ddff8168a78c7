package org.sealflow.generate.family;

/**
 * Counts of the values that fill the slots of user requests. A text of three words counts three.
 *
 * @param random random strings of letters and digits
 * @param lexical entries of the lexicon
 * @param other numbers, which are random as well, and values the tools list
 */
public record SlotCounts(long random, long lexical, long other) {
  public static final SlotCounts NONE = new SlotCounts(0, 0, 0);

  public SlotCounts plus(SlotCounts more) {
    return new SlotCounts(random + more.random, lexical + more.lexical, other + more.other);
  }
}
