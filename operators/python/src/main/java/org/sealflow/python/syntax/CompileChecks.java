package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyException;

/**
 * The errors Python finds only after an expression has parsed: repeated keyword arguments, {@code
 * yield} and {@code await} where there is no function, names that may not be bound.
 *
 * <p>Findings are kept in the order in which Python's compiler meets them, which is the order of
 * the source but for calls (the call before its arguments), conditionals (the test first) and
 * comprehensions (the loops before the element). {@link #mark()} remembers a place in that order.
 */
final class CompileChecks {
  /** The one name that is no keyword and yet may not be bound. */
  static final String UNASSIGNABLE = "__debug__";

  private enum Kind {
    /** Found while names are sorted into scopes, before any code is made. */
    SCOPE_ERROR,
    CODE_ERROR,
    /** An error unless a lambda turns out to enclose it. */
    YIELD,
    /** An error, which one depends on what encloses it. */
    AWAIT,
    /** Legal unless a comprehension turns out to enclose it. */
    BINDING
  }

  private record Finding(Kind kind, String text, int position) {}

  private List<Finding> findings = List.of();

  /** The place in the order at which the next finding goes. */
  int mark() {
    return findings.size();
  }

  private void add(int mark, Finding finding) {
    if (findings.isEmpty()) {
      findings = new ArrayList<>();
    }
    findings.add(mark, finding);
  }

  private void add(Finding finding) {
    add(mark(), finding);
  }

  /** A name is bound by a parameter, a loop or an assignment expression. */
  void binds(String name, int position) {
    binds(name, mark(), position);
  }

  /** A name is bound by something that began at a mark. */
  void binds(String name, int mark, int position) {
    if (name.equals(UNASSIGNABLE)) {
      codeError("cannot assign to " + UNASSIGNABLE, mark, position);
    }
  }

  void assignmentExpression(String name, int position) {
    binds(name, position);
    add(new Finding(Kind.BINDING, name, position));
  }

  void yields(int position) {
    add(new Finding(Kind.YIELD, "'yield' outside function", position));
  }

  void awaits(int position) {
    add(new Finding(Kind.AWAIT, "'await' outside function", position));
  }

  void codeError(String text, int position) {
    codeError(text, mark(), position);
  }

  /** An error of something that began at a mark. */
  void codeError(String text, int mark, int position) {
    add(mark, new Finding(Kind.CODE_ERROR, text, position));
  }

  /** A lambda with these parameters whose body began at a mark. */
  void lambda(List<String> parameters, int bodyMark, int position) {
    List<Finding> body = takeFrom(bodyMark);
    Set<String> seen = new HashSet<>();
    for (String parameter : parameters) {
      if (!seen.add(parameter)) {
        add(
            new Finding(
                Kind.SCOPE_ERROR,
                "duplicate argument '" + parameter + "' in function definition",
                position));
      }
      binds(parameter, position);
    }
    for (Finding finding : body) {
      if (finding.kind == Kind.AWAIT) {
        codeError("'await' outside async function", finding.position);
      } else if (finding.kind != Kind.YIELD && finding.kind != Kind.BINDING) {
        add(finding);
      }
    }
  }

  private List<Finding> takeFrom(int mark) {
    if (mark == findings.size()) {
      return List.of();
    }
    List<Finding> tail = findings.subList(mark, findings.size());
    List<Finding> taken = new ArrayList<>(tail);
    tail.clear();
    return taken;
  }

  /** {@code body if test else …}: the test, begun at a mark, comes before the body. */
  void conditional(int bodyMark, int testMark) {
    List<Finding> test = takeFrom(testMark);
    List<Finding> body = takeFrom(bodyMark);
    test.forEach(this::add);
    body.forEach(this::add);
  }

  /**
   * A comprehension.
   *
   * @param form what it is, such as {@code list comprehension}
   * @param loops its loops in order
   * @param mark where its element began
   */
  void comprehension(String form, List<Loop> loops, int mark, int position) {
    if (mark == findings.size() && loops.stream().noneMatch(Loop::async)) {
      return;
    }
    int afterFirstIterable = loops.get(0).iterableEnd;
    List<Finding> rest = takeFrom(afterFirstIterable);
    List<Finding> firstIterable = takeFrom(loops.get(0).iterableMark);
    List<Finding> inside = new ArrayList<>();
    int at = afterFirstIterable;
    for (Finding finding : rest) {
      inside.add(isIterable(loops, at++) ? inIterable(finding) : finding);
    }
    inside.addAll(takeFrom(mark));
    // Names of the first iterable are sorted first, its code is made last.
    addIterable(firstIterable, true);
    if (isAsync(loops, inside) && !form.equals("generator expression")) {
      codeError("asynchronous comprehension outside of an asynchronous function", position);
    }
    addInside(inside, form, loops);
    addIterable(firstIterable, false);
  }

  private void addIterable(List<Finding> iterable, boolean scopeErrors) {
    for (Finding finding : iterable) {
      Finding settled = inIterable(finding);
      if ((settled.kind == Kind.SCOPE_ERROR) == scopeErrors) {
        add(settled);
      }
    }
  }

  private static boolean isAsync(List<Loop> loops, List<Finding> inside) {
    return loops.stream().anyMatch(Loop::async)
        || inside.stream().anyMatch(finding -> finding.kind == Kind.AWAIT);
  }

  private void addInside(List<Finding> inside, String form, List<Loop> loops) {
    Set<String> bound = new HashSet<>();
    loops.forEach(loop -> bound.addAll(loop.names));
    for (Finding finding : inside) {
      Finding settled = inComprehension(finding, form, bound);
      if (settled != null) {
        add(settled);
      }
    }
  }

  private static boolean isIterable(List<Loop> loops, int at) {
    return loops.stream().anyMatch(loop -> at >= loop.iterableMark && at < loop.iterableEnd);
  }

  private static Finding inIterable(Finding finding) {
    return finding.kind == Kind.BINDING
        ? new Finding(
            Kind.SCOPE_ERROR,
            "assignment expression cannot be used in a comprehension iterable expression",
            finding.position)
        : finding;
  }

  private static @Nullable Finding inComprehension(
      Finding finding, String form, Set<String> bound) {
    return switch (finding.kind) {
      case YIELD -> new Finding(Kind.SCOPE_ERROR, "'yield' inside " + form, finding.position);
      case AWAIT -> null;
      case BINDING ->
          bound.contains(finding.text)
              ? new Finding(
                  Kind.SCOPE_ERROR,
                  "assignment expression cannot rebind comprehension iteration variable '"
                      + finding.text
                      + "'",
                  finding.position)
              : finding;
      case SCOPE_ERROR, CODE_ERROR -> finding;
    };
  }

  /**
   * One {@code for … in …} of a comprehension.
   *
   * @param names the names it binds
   * @param iterableMark where the findings of its iterable begin
   * @param iterableEnd where they end
   */
  record Loop(boolean async, Set<String> names, int iterableMark, int iterableEnd) {}

  /** The first error in Python's order, or null. */
  @Nullable PyException error(SourceText source) {
    Finding first = null;
    for (Finding finding : findings) {
      if (finding.kind == Kind.SCOPE_ERROR) {
        first = finding;
        break;
      }
      if (first == null && finding.kind != Kind.BINDING) {
        first = finding;
      }
    }
    return first == null ? null : source.error(first.text, first.position);
  }
}
