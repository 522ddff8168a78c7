package org.sealflow.python.syntax;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers where the rules of a grammar end, by rule and by the token they begin at. */
public final class RuleMemo {
  /** The rules whose results are kept, as CPython's parser keeps them. */
  enum Rule {
    EXPRESSION,
    STAR_EXPRESSION,
    MISPLACED_ASSIGNMENT,
    DISJUNCTION,
    CONJUNCTION,
    INVERSION,
    BITWISE_OR,
    FACTOR,
    AWAIT_PRIMARY,
    PRIMARY,
    STRINGS,
    ARGUMENTS,
    STAR_TARGET,
    TARGET,
    TARGET_PRIMARY
  }

  /** No result is known. */
  static final int UNKNOWN = -2;

  private final Map<Rule, int[]> ends = new EnumMap<>(Rule.class);

  int get(Rule rule, int at) {
    int[] known = ends.get(rule);
    return known == null || at >= known.length ? UNKNOWN : known[at];
  }

  /** Keeps a result and answers it. */
  int put(Rule rule, int at, int end) {
    int[] known = ends.get(rule);
    if (known == null || at >= known.length) {
      known = grown(known, at);
      ends.put(rule, known);
    }
    known[at] = end;
    return end;
  }

  private static int[] grown(int @Nullable [] known, int at) {
    int length = known == null ? 0 : known.length;
    int[] grown = new int[Math.max(2 * length, at + 32)];
    Arrays.fill(grown, length, grown.length, UNKNOWN);
    if (known != null) {
      System.arraycopy(known, 0, grown, 0, length);
    }
    return grown;
  }
}
