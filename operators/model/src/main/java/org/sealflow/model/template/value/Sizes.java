package org.sealflow.model.template.value;

/**
 * Limits how large a value may become: a loop that doubles one must end in a message, not in no
 * memory.
 */
public final class Sizes {
  private static final long CHARACTERS = 1L << 24;
  private static final long ITEMS = 1L << 20;
  private static final long BITS = 1L << 16;

  private Sizes() {}

  public static void requireText(long characters) {
    require(characters, CHARACTERS, "characters");
  }

  static void requireItems(long items) {
    require(items, ITEMS, "items");
  }

  public static void requireBits(long bits) {
    require(bits, BITS, "bits");
  }

  private static void require(long size, long limit, String unit) {
    if (size > limit) {
      throw new TemplateFault(
          "a value of " + size + " " + unit + " is beyond the limit of " + limit);
    }
  }
}
