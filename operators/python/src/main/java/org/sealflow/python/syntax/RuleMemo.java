package org.sealflow.python.syntax;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

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

  private final Map<Rule, Map<Integer, Integer>> ends = new EnumMap<>(Rule.class);

  int get(Rule rule, int at) {
    Map<Integer, Integer> known = ends.get(rule);
    Integer end = known == null ? null : known.get(at);
    return end == null ? UNKNOWN : end;
  }

  /** Keeps a result and answers it. */
  int put(Rule rule, int at, int end) {
    ends.computeIfAbsent(rule, none -> new HashMap<>()).put(at, end);
    return end;
  }
}
