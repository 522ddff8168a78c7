package org.sealflow.model.text;

import java.util.OptionalInt;
import java.util.Set;

/**
 * Turns text into the token ids of a model and back. Usable by many threads at once until closed.
 *
 * <p>A lone surrogate, which no encoding can hold, counts as U+FFFD.
 */
public interface PromptTokenizer extends AutoCloseable {
  /**
   * The ids of a text. Nothing is added around it, nothing cut off; the texts of special tokens
   * become their ids. For text a chat template has made.
   */
  int[] encode(String text);

  /**
   * The ids of a text in which special tokens are text like any other. For text that must not be
   * able to end a turn.
   */
  int[] encodePlain(String text);

  /**
   * The text of ids, special tokens as their texts. Bytes that are no character, as at a cut,
   * become U+FFFD; an id beyond the vocabulary, which a model of a padded vocabulary may draw, is
   * left out.
   *
   * @throws IllegalArgumentException for a negative id
   */
  String decode(int[] ids);

  /** One more than the largest id, at least 1. A model needs as many rows of embeddings or more. */
  int vocabularySize();

  /** The id of a special token, by its text. */
  OptionalInt specialId(String token);

  /** The ids with which a model ends its turn; empty if the tokenizer does not know. */
  Set<Integer> endOfTurnIds();

  /** SHA-256, in hexadecimal, of what determines the ids of a text. */
  String digest();

  @Override
  void close();
}
