package org.sealflow.generate.family;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sealflow.python.PyStrings;

/**
 * One wording.
 *
 * @param id what it belongs to and its number there, such as {@code files.move/2}
 * @param text with slots in braces, such as {@code Move {file} into {folder}.}
 * @param heldOut whether training never sees it
 */
public record Phrase(String id, String text, boolean heldOut) {
  private static final String HELD_OUT = "* ";

  /** The wordings of a text: one per line, those held out marked by a star. */
  static List<Phrase> lines(String id, List<String> lines) {
    List<Phrase> phrases = new ArrayList<>();
    for (String line : lines) {
      boolean heldOut = line.startsWith(HELD_OUT);
      phrases.add(
          new Phrase(
              id + "/" + (phrases.size() + 1),
              heldOut ? line.substring(HELD_OUT.length()) : line,
              heldOut));
    }
    return phrases;
  }

  static List<Phrase> lines(String id, String text) {
    return lines(id, PyStrings.splitLines(text.strip()));
  }

  /** One of the wordings held out, or of the others. */
  public static Phrase pick(List<Phrase> phrases, boolean heldOut, Draws draws) {
    return draws.pick(phrases.stream().filter(phrase -> phrase.heldOut() == heldOut).toList());
  }

  /**
   * The wording with its slots filled.
   *
   * @throws IllegalStateException if a slot has no value
   */
  public String filled(Map<String, String> slots) {
    StringBuilder filled = new StringBuilder();
    int from = 0;
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
      int close = text.indexOf('}', open);
      String value = slots.get(text.substring(open + 1, close));
      if (value == null) {
        throw new IllegalStateException(id + " has a slot without a value: " + text);
      }
      filled.append(text, from, open).append(value);
      from = close + 1;
    }
    return filled.append(text, from, text.length()).toString();
  }

  /** Names of its slots. */
  public List<String> slots() {
    List<String> slots = new ArrayList<>();
    for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
      slots.add(text.substring(open + 1, text.indexOf('}', open)));
    }
    return slots;
  }
}
