package org.sealflow.nano.vocabulary;

import java.nio.charset.StandardCharsets;

/**
 * A visible character for every byte, as the {@code ByteLevel} parts of Hugging Face tokenizers
 * have it: printable bytes stand for themselves, the others for the characters from U+0100 on.
 */
final class ByteAlphabet {
  private static final int BYTES = 256;
  private static final char[] CHARACTERS = characters();

  private ByteAlphabet() {}

  private static char[] characters() {
    char[] characters = new char[BYTES];
    char next = BYTES;
    for (int value = 0; value < BYTES; value++) {
      characters[value] = isPrintable(value) ? (char) value : next++;
    }
    return characters;
  }

  private static boolean isPrintable(int value) {
    return (value >= '!' && value <= '~')
        || (value >= 0xa1 && value <= 0xac)
        || (value >= 0xae && value <= 0xff);
  }

  /** The character of a byte, 0 to 255. */
  static char of(int value) {
    return CHARACTERS[value];
  }

  /** A text with a character for each byte of its UTF-8. */
  static String of(String text) {
    StringBuilder mapped = new StringBuilder();
    for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
      mapped.append(CHARACTERS[Byte.toUnsignedInt(value)]);
    }
    return mapped.toString();
  }
}
