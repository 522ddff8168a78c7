package org.sealflow.learn.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.List;

/**
 * Rows that are computed together, each beginning at position 0 and padded on the right. Tokens
 * after the last one scored are not computed at all.
 *
 * @param sequences the rows, at least one
 */
public record TokenBatch(List<TokenSequence> sequences) {
  /** Copies the list. */
  public TokenBatch {
    sequences = List.copyOf(sequences);
    if (sequences.isEmpty()) {
      throw new IllegalArgumentException("a batch has no sequence, expected at least one");
    }
  }

  /** A batch of rows. */
  public static TokenBatch of(TokenSequence... sequences) {
    return new TokenBatch(List.of(sequences));
  }

  /**
   * Refuses tokens and lengths that the model cannot take.
   *
   * @throws IllegalArgumentException naming the row and what it holds
   */
  void check(int vocabularySize, int contextLength) {
    for (int row = 0; row < sequences.size(); row++) {
      TokenSequence sequence = sequences.get(row);
      if (sequence.length() > contextLength) {
        throw new IllegalArgumentException(
            "row "
                + row
                + " has "
                + sequence.length()
                + " tokens, expected at most the context length "
                + contextLength);
      }
      for (int i = 0; i < sequence.length(); i++) {
        if (sequence.token(i) < 0 || sequence.token(i) >= vocabularySize) {
          throw new IllegalArgumentException(
              "row "
                  + row
                  + " holds token "
                  + sequence.token(i)
                  + ", expected 0 to "
                  + (vocabularySize - 1));
        }
      }
    }
  }

  /** T: tokens of the longest row that the model must read. */
  int inputs() {
    return sequences.stream().mapToInt(TokenSequence::inputs).max().orElse(0);
  }

  /** N: number of tokens that count. */
  int scored() {
    int count = 0;
    for (TokenSequence sequence : sequences) {
      for (int i = 1; i < sequence.length(); i++) {
        count += sequence.isScored(i) ? 1 : 0;
      }
    }
    return count;
  }

  /** The token ids read, [B, T]; padding is token 0, which nothing looks at. */
  NDArray ids(NDManager manager) {
    int length = inputs();
    long[] ids = new long[Math.multiplyExact(sequences.size(), length)];
    for (int row = 0; row < sequences.size(); row++) {
      TokenSequence sequence = sequences.get(row);
      for (int i = 0; i < sequence.inputs(); i++) {
        ids[row * length + i] = sequence.token(i);
      }
    }
    return manager.create(ids, new Shape(sequences.size(), length));
  }

  /** Where each scored token is predicted, counted over B and T together, row by row. */
  long[] places() {
    long[] places = new long[scored()];
    int length = inputs();
    int at = 0;
    for (int row = 0; row < sequences.size(); row++) {
      for (int i = 1; i < sequences.get(row).length(); i++) {
        if (sequences.get(row).isScored(i)) {
          places[at++] = (long) row * length + i - 1;
        }
      }
    }
    return places;
  }

  /** The scored tokens, row by row. */
  long[] targets() {
    long[] targets = new long[scored()];
    int at = 0;
    for (TokenSequence sequence : sequences) {
      for (int i = 1; i < sequence.length(); i++) {
        if (sequence.isScored(i)) {
          targets[at++] = sequence.token(i);
        }
      }
    }
    return targets;
  }

  /** A value of each scored token as [row][token]; 0 for the others. */
  float[][] spread(float[] values) {
    float[][] rows = new float[sequences.size()][];
    int at = 0;
    for (int row = 0; row < rows.length; row++) {
      TokenSequence sequence = sequences.get(row);
      rows[row] = new float[sequence.length()];
      for (int i = 1; i < sequence.length(); i++) {
        if (sequence.isScored(i)) {
          rows[row][i] = values[at++];
        }
      }
    }
    return rows;
  }

  /**
   * The reverse of {@link #spread}; values of other tokens are ignored.
   *
   * @throws IllegalArgumentException where the form is not [row][token]
   */
  float[] collect(float[][] rows) {
    if (rows.length != sequences.size()) {
      throw new IllegalArgumentException(
          "found " + rows.length + " rows, expected " + sequences.size());
    }
    float[] values = new float[scored()];
    int at = 0;
    for (int row = 0; row < rows.length; row++) {
      TokenSequence sequence = sequences.get(row);
      if (rows[row].length != sequence.length()) {
        throw new IllegalArgumentException(
            "row "
                + row
                + " has "
                + rows[row].length
                + " values, expected one for each of "
                + sequence.length()
                + " tokens");
      }
      for (int i = 1; i < sequence.length(); i++) {
        if (sequence.isScored(i)) {
          values[at++] = rows[row][i];
        }
      }
    }
    return values;
  }
}
