package org.sealflow.bfcl.call;

import java.util.HashMap;
import java.util.Map;

/** Where the rules of a grammar end, by rule and by the token they begin at. */
final class RuleMemo {
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

  private static final int RULES = Rule.values().length;

  private final Map<Integer, Integer> ends = new HashMap<>();

  int get(Rule rule, int at) {
    Integer end = ends.get(at * RULES + rule.ordinal());
    return end == null ? UNKNOWN : end;
  }

  /** Keeps a result and answers it. */
  int put(Rule rule, int at, int end) {
    ends.put(at * RULES + rule.ordinal(), end);
    return end;
  }
}
