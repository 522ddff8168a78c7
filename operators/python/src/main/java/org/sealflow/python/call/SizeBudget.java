package org.sealflow.python.call;

import java.math.BigInteger;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyLimitException;
import org.sealflow.python.PyList;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;

/**
 * Limits how much one call may build. A short text can name a huge value ({@code 'a'*10**9}), and a
 * list that holds one value many times is small in memory and huge when printed; Python computes
 * both. Here a call that builds more than a million items, characters and bits is refused.
 */
final class SizeBudget {
  /** Far more than any call of the benchmark needs. */
  static final long LIMIT = 1 << 20;

  /** Deeper values cannot be printed anyway; the bound also ends the walk through a cycle. */
  private static final int MAX_DEPTH = 500;

  private long left = LIMIT;

  /**
   * Takes the size of a value off the budget.
   *
   * @throws PyLimitException if it is larger than what is left
   */
  void charge(Object value) {
    take(value, 0);
  }

  private void take(Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new PyLimitException("a value nested deeper than " + MAX_DEPTH);
    }
    spend(1);
    if (value instanceof String text) {
      spend(text.length());
    } else if (value instanceof BigInteger number) {
      spend(number.bitLength());
    } else if (value instanceof PyList || value instanceof PyTuple || value instanceof PySet) {
      for (Object item : (Iterable<?>) value) {
        take(item, depth + 1);
      }
    } else if (value instanceof PyDict dict) {
      for (PyDict.Entry entry : dict.entries()) {
        take(entry.key(), depth + 1);
        take(entry.value(), depth + 1);
      }
    }
  }

  private void spend(long size) {
    left -= size;
    if (left < 0) {
      throw new PyLimitException("a value of more than " + LIMIT + " items, characters and bits");
    }
  }
}
