package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of one call while it is read. */
final class KeywordArguments {
  /** Among so few names looking at each is faster than hashing. */
  private static final int FEW = 8;

  private final List<Expression.Keyword> keywords = new ArrayList<>();
  private @Nullable Set<String> names;

  /** Repeated names with the position of their first repetition. */
  private Map<String, Integer> repetitions = Map.of();

  /** Adds {@code name=value}. */
  void add(String name, Expression value, int position) {
    if (isKnown(name)) {
      if (repetitions.isEmpty()) {
        repetitions = new LinkedHashMap<>();
      }
      repetitions.putIfAbsent(name, position);
    }
    keywords.add(new Expression.Keyword(name, value));
    if (names != null) {
      names.add(name);
    }
  }

  /** Adds {@code **value}. */
  void addUnpacked(Expression value) {
    keywords.add(new Expression.Keyword(null, value));
  }

  private boolean isKnown(String name) {
    if (names == null && keywords.size() > FEW) {
      names = new HashSet<>();
      for (Expression.Keyword keyword : keywords) {
        names.add(keyword.name() == null ? "" : keyword.name());
      }
    }
    if (names != null) {
      return names.contains(name);
    }
    for (int i = 0; i < keywords.size(); i++) {
      if (name.equals(keywords.get(i).name())) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return keywords.isEmpty();
  }

  List<Expression.Keyword> list() {
    return List.copyOf(keywords);
  }

  /**
   * Reports the first keyword that may not be, in Python's order: the first that has a repetition,
   * not the first repetition.
   *
   * @param mark the {@link CompileChecks#mark()} before the call
   */
  void report(CompileChecks checks, int mark, int callPosition) {
    for (int i = 0; i < keywords.size(); i++) {
      String name = keywords.get(i).name();
      if (name == null) {
        continue;
      }
      if (name.equals(CompileChecks.UNASSIGNABLE)) {
        checks.binds(name, mark, callPosition);
        return;
      }
      Integer repetition = repetitions.isEmpty() ? null : repetitions.get(name);
      if (repetition != null) {
        checks.codeError("keyword argument repeated: " + name, mark, repetition);
        return;
      }
    }
  }
}
