package org.sealflow.serve;

import java.util.Arrays;
import org.sealflow.model.text.PromptTokenizer;

/**
 * The text of ids as they come one by one. A character of several tokens appears with its last; the
 * tokens before a new one are decoded with it, since some tokenizers write a token differently at
 * the start of a text.
 */
final class GrowingText {
  private static final char UNFINISHED = '\ufffd';

  /** So many tokens without a whole character are no character at all. */
  private static final int MOST_PENDING = 64;

  private final PromptTokenizer tokenizer;
  private final StringBuilder text = new StringBuilder();
  private int[] ids = new int[MOST_PENDING];
  private int count;

  /** Where the tokens begin that the next ones are decoded with. */
  private int context;

  /** The number of tokens whose text is there. */
  private int shown;

  GrowingText(PromptTokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Adds a token. */
  void append(int id) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
    }
    ids[count++] = id;
    show(count - shown >= MOST_PENDING);
  }

  /** Adds what is left of unfinished characters. */
  void end() {
    show(true);
  }

  private void show(boolean anyway) {
    String before = decode(context, shown);
    String with = decode(context, count);
    boolean whole = !with.isEmpty() && with.charAt(with.length() - 1) != UNFINISHED;
    if (with.length() > before.length() && (whole || anyway)) {
      text.append(with, before.length(), with.length());
      context = shown;
      shown = count;
    }
  }

  private String decode(int from, int to) {
    return from == to ? "" : tokenizer.decode(Arrays.copyOfRange(ids, from, to));
  }

  /** The text so far. */
  CharSequence text() {
    return text;
  }

  int length() {
    return text.length();
  }

  /** The first place of a text from a place on, or -1. */
  int indexOf(String part, int from) {
    return text.indexOf(part, Math.max(0, from));
  }
}
