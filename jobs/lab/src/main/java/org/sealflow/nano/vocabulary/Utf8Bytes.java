package org.sealflow.nano.vocabulary;

import java.util.ArrayList;
import java.util.List;

/** Entries for single bytes, so that every text can be spelled. */
final class Utf8Bytes {
  private static final int FIRST_OF_SEVERAL = 0x80;
  private static final int LAST = 0xf4;

  private Utf8Bytes() {}

  /** Letters and digits at the beginning of a word, the same within one, and all other bytes. */
  static List<String> entries() {
    List<String> within = new ArrayList<>();
    List<String> others = new ArrayList<>();
    List<String> entries = new ArrayList<>();
    for (int value = 0; value <= LAST; value++) {
      String character = String.valueOf(ByteAlphabet.of(value));
      if (isWordCharacter(value)) {
        entries.add(character);
        within.add(NanoVocabulary.CONTINUES + character);
      } else if (isUsed(value)) {
        others.add(character);
      }
    }
    entries.addAll(within);
    entries.addAll(others);
    return entries;
  }

  private static boolean isWordCharacter(int value) {
    return value < FIRST_OF_SEVERAL && Character.isLetterOrDigit(value);
  }

  /** UTF-8 has no use for C0 and C1, which would write a character longer than needed. */
  private static boolean isUsed(int value) {
    return value != 0xc0 && value != 0xc1;
  }
}
