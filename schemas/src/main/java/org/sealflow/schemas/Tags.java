package org.sealflow.schemas;

import java.util.Locale;
import java.util.Optional;

/** SEAL's spelling of the tags. */
public final class Tags {
  private Tags() {}

  /** The tag as SEAL writes it, e.g. {@code state_mismatch}. */
  public static String lowerCase(Tag tag) {
    return tag.name().toLowerCase(Locale.ROOT);
  }

  /** The tag SEAL writes like this; empty if it writes none so. */
  public static Optional<Tag> parse(String text) {
    for (Tag tag : Tag.values()) {
      if (lowerCase(tag).equals(text)) {
        return Optional.of(tag);
      }
    }
    return Optional.empty();
  }
}
