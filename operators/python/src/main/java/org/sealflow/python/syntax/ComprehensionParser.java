package org.sealflow.python.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the loops of a comprehension. */
final class ComprehensionParser {
  private final ExpressionParser parser;

  private ComprehensionParser(ExpressionParser parser) {
    this.parser = parser;
  }

  /**
   * Reads the loops that follow an element.
   *
   * @param form what the whole is
   * @param start where the whole begins
   * @param mark the {@link CompileChecks#mark()} before the element
   */
  static Expression.Other parse(ExpressionParser parser, String form, int start, int mark) {
    ComprehensionParser comprehension = new ComprehensionParser(parser);
    List<CompileChecks.Loop> loops = new ArrayList<>();
    while (parser.kind() == Token.FOR || parser.kind() == Token.ASYNC) {
      loops.add(comprehension.loop());
    }
    parser.checks().comprehension(form, loops, mark, parser.position(start));
    return new Expression.Other(form, parser.textFrom(start));
  }

  private CompileChecks.Loop loop() {
    parser.descend(ExpressionParser.BRACKET_LEVEL);
    boolean async = parser.accept(Token.ASYNC);
    parser.expect(Token.FOR);
    Set<String> names = targets();
    parser.expect(Token.IN);
    int iterableMark = parser.checks().mark();
    parser.disjunction();
    int iterableEnd = parser.checks().mark();
    while (parser.accept(Token.IF)) {
      parser.disjunction();
    }
    parser.ascend(ExpressionParser.BRACKET_LEVEL);
    return new CompileChecks.Loop(async, names, iterableMark, iterableEnd);
  }

  /** The targets of a loop; answers the names they bind. */
  private Set<String> targets() {
    int start = parser.start();
    Set<String> names = new HashSet<>();
    List<Expression> targets = new ArrayList<>();
    boolean several = false;
    do {
      if (parser.kind() == Token.IN && several) {
        break;
      }
      Expression target =
          parser.accept(Token.STAR) ? new Expression.Starred(parser.primary()) : parser.primary();
      bind(target, names, start);
      targets.add(target);
      several |= parser.kind() == Token.COMMA;
    } while (parser.accept(Token.COMMA));
    if (several) {
      requireOneStar(targets, start);
    } else if (targets.get(0) instanceof Expression.Starred) {
      parser
          .checks()
          .codeError(
              "starred assignment target must be in a list or tuple", parser.position(start));
    }
    return names;
  }

  private void requireOneStar(List<Expression> targets, int start) {
    if (targets.stream().filter(Expression.Starred.class::isInstance).count() > 1) {
      parser
          .checks()
          .codeError("multiple starred expressions in assignment", parser.position(start));
    }
  }

  private void bind(Expression target, Set<String> names, int start) {
    if (target instanceof Expression.Name name) {
      names.add(name.id());
      parser.checks().binds(name.id(), parser.position(start));
    } else if (target instanceof Expression.Attribute attribute) {
      parser.checks().binds(attribute.name(), parser.position(start));
    } else if (target instanceof Expression.TupleDisplay tuple) {
      bindAll(tuple.items(), names, start);
    } else if (target instanceof Expression.ListDisplay list) {
      bindAll(list.items(), names, start);
    } else if (target instanceof Expression.Starred starred
        && !(starred.value() instanceof Expression.Starred)) {
      bind(starred.value(), names, start);
    } else if (!(target instanceof Expression.Subscript)) {
      throw new Rejected();
    }
  }

  private void bindAll(List<Expression> targets, Set<String> names, int start) {
    requireOneStar(targets, start);
    for (Expression target : targets) {
      bind(target, names, start);
    }
  }
}
