package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are computed together, each beginning at position 0. They are padded on the right to
 * one length, or packed one behind the other. Tokens after the last one scored are not computed at
 * all. First tokens that all rows share, as the episodes of a group do, are computed once.
 */
public final class TokenBatch {
  /** Fewer tokens than this are not worth a layout of their own. */
  static final int LEAST_SHARED = 16;

  private final List<TokenSequence> sequences;
  private final int sharedTokens;
  private final boolean packed;

  /** Where each row's own tokens begin among all that are computed, and where the last ones end. */
  private final int[] starts;

  /**
   * A batch whose rows are padded.
   *
   * @param sequences the rows, at least one
   */
  public TokenBatch(List<TokenSequence> sequences) {
    this(sequences, false);
  }

  /**
   * A batch.
   *
   * @param sequences the rows, at least one
   * @param packing whether nothing is padded
   */
  public TokenBatch(List<TokenSequence> sequences, boolean packing) {
    this.sequences = List.copyOf(sequences);
    if (sequences.isEmpty()) {
      throw new IllegalArgumentException("a batch has no sequence, expected at least one");
    }
    int shared = sequences.size() == 1 ? 0 : shared(this.sequences);
    sharedTokens = shared < LEAST_SHARED ? 0 : shared;
    int longest = sequences.stream().mapToInt(this::own).max().orElse(0);
    packed = packing && sequences.stream().anyMatch(sequence -> own(sequence) < longest);
    starts = new int[sequences.size() + 1];
    starts[0] = sharedTokens;
    for (int row = 0; row < sequences.size(); row++) {
      int computed = packed ? own(sequences.get(row)) : longest;
      starts[row + 1] = Math.addExact(starts[row], computed);
    }
  }

  /** Tokens of a row that are read, those shared left out. */
  private int own(TokenSequence sequence) {
    return Math.max(0, sequence.inputs() - sharedTokens);
  }

  /**
   * How many first tokens are the same in all rows and stand before the place of any that counts.
   */
  private static int shared(List<TokenSequence> sequences) {
    TokenSequence first = sequences.get(0);
    int shared = first.length();
    for (TokenSequence sequence : sequences) {
      int length = Math.min(shared, sequence.context());
      shared = 0;
      while (shared < length && sequence.token(shared) == first.token(shared)) {
        shared++;
      }
    }
    return shared;
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

  /** The rows. */
  public List<TokenSequence> sequences() {
    return sequences;
  }

  /** P: how many first tokens are computed once for all rows; 0 if they share too few. */
  public int sharedTokens() {
    return sharedTokens;
  }

  /** Tokens that are computed, padding included: P + B T, or P and the rows' own. */
  public int computedTokens() {
    return starts[sequences.size()];
  }

  /** Tokens that are computed of a row, padding included, those shared left out. */
  int computedTokens(int row) {
    return starts[row + 1] - starts[row];
  }

  /** The rows' own tokens where rows are packed, those without any left out; else nothing. */
  List<Long> packedTokens() {
    List<Long> lengths = new ArrayList<>();
    for (int row = 0; packed && row < sequences.size(); row++) {
      if (computedTokens(row) > 0) {
        lengths.add((long) computedTokens(row));
      }
    }
    return lengths;
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

  /**
   * The token ids read, [B, T]; [1, P + B T] with the shared ones first; or [1, P + N] if packed.
   * Padding is token 0, which nothing looks at.
   */
  NDArray ids(NDManager manager) {
    long[] ids = new long[computedTokens()];
    for (int i = 0; i < sharedTokens; i++) {
      ids[i] = sequences.get(0).token(i);
    }
    for (int row = 0; row < sequences.size(); row++) {
      TokenSequence sequence = sequences.get(row);
      for (int i = sharedTokens; i < sequence.inputs(); i++) {
        ids[place(row, i)] = sequence.token(i);
      }
    }
    int rows = packed || sharedTokens > 0 ? 1 : sequences.size();
    return manager.create(ids, new Shape(rows, ids.length / rows));
  }

  /** Where a token of a row that is not shared is computed, among all that are. */
  private int place(int row, int position) {
    return starts[row] + position - sharedTokens;
  }

  /** Where each scored token is predicted, among all tokens computed, row by row. */
  long[] places() {
    long[] places = new long[scored()];
    int at = 0;
    for (int row = 0; row < sequences.size(); row++) {
      for (int i = 1; i < sequences.get(row).length(); i++) {
        if (sequences.get(row).isScored(i)) {
          places[at++] = place(row, i - 1);
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
   * @throws IllegalArgumentException if the form is not [row][token]
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
