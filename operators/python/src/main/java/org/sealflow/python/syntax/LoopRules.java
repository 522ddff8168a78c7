package org.sealflow.python.syntax;

import static org.sealflow.python.syntax.ExpressionRules.NO_MATCH;
import static org.sealflow.python.syntax.RuleMemo.UNKNOWN;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.syntax.RuleMemo.Rule;

/** The rules of the loops of a comprehension and of what they assign to. */
final class LoopRules {
  private final SourceText source;
  private final TokenList tokens;
  private final ExpressionRules expressions;

  LoopRules(SourceText source, TokenList tokens, ExpressionRules expressions) {
    this.source = source;
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** One loop or more. */
  int loops(int at) {
    int end = loop(at);
    for (int next = end; next != NO_MATCH; next = loop(end)) {
      end = next;
    }
    return end;
  }

  private int loop(int at) {
    int keyword = tokens.is(at, Token.ASYNC) ? at + 1 : at;
    if (!tokens.is(keyword, Token.FOR)) {
      return NO_MATCH;
    }
    int targets = targets(keyword + 1);
    if (targets != NO_MATCH && tokens.is(targets, Token.IN)) {
      return iterableAndConditions(targets + 1);
    }
    if (expressions.explaining()) {
      wrongTarget(keyword + 1);
    }
    return NO_MATCH;
  }

  private int iterableAndConditions(int at) {
    int end = expressions.disjunction(at);
    while (end != NO_MATCH && tokens.is(end, Token.IF)) {
      int next = expressions.disjunction(end + 1);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return end;
  }

  private void wrongTarget(int at) {
    int end = expressions.starExpressions(at);
    if (end == NO_MATCH) {
      return;
    }
    String written = source.text().substring(tokens.start(at), tokens.end(end - 1));
    Expression wrong = wrongTarget(ExpressionParser.parseTree("[" + written + "\n]"));
    if (wrong != null) {
      throw tokens.error("cannot assign to " + ExpressionNames.of(wrong), at);
    }
  }

  private static @Nullable Expression wrongTarget(Expression target) {
    if (target instanceof Expression.ListDisplay list) {
      return firstWrong(list.items());
    }
    if (target instanceof Expression.TupleDisplay tuple) {
      return firstWrong(tuple.items());
    }
    if (target instanceof Expression.Starred starred) {
      return wrongTarget(starred.value());
    }
    if (target instanceof Expression.Comparison comparison) {
      // The "a in b" of a loop reads as a comparison of its target.
      return comparison.operators().get(0).equals("in") ? wrongTarget(comparison.first()) : null;
    }
    boolean assignable =
        target instanceof Expression.Name
            || target instanceof Expression.Attribute
            || target instanceof Expression.Subscript;
    return assignable ? null : target;
  }

  private static @Nullable Expression firstWrong(List<Expression> targets) {
    for (Expression target : targets) {
      Expression wrong = wrongTarget(target);
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  private int targets(int at) {
    int end = starTarget(at);
    while (end != NO_MATCH && tokens.is(end, Token.COMMA)) {
      int next = starTarget(end + 1);
      if (next == NO_MATCH) {
        return end + 1;
      }
      end = next;
    }
    return end;
  }

  private int starTarget(int at) {
    int known = expressions.memo().get(Rule.STAR_TARGET, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end =
        tokens.is(at, Token.STAR) && !tokens.is(at + 1, Token.STAR) ? starTarget(at + 1) : NO_MATCH;
    return expressions.memo().put(Rule.STAR_TARGET, at, end != NO_MATCH ? end : target(at));
  }

  private int target(int at) {
    int known = expressions.memo().get(Rule.TARGET, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = NO_MATCH;
    int value = targetPrimary(at);
    if (value != NO_MATCH) {
      int attribute = attribute(value);
      int member = attribute != NO_MATCH ? attribute : subscript(value);
      end = member != NO_MATCH && !isTrailer(member) ? member : NO_MATCH;
    }
    return expressions.memo().put(Rule.TARGET, at, end != NO_MATCH ? end : targetAtom(at));
  }

  private int attribute(int at) {
    return tokens.is(at, Token.DOT) && tokens.is(at + 1, Token.NAME) ? at + 2 : NO_MATCH;
  }

  private int subscript(int at) {
    return tokens.is(at, Token.OPEN_BRACKET) ? expressions.arguments().subscript(at) : NO_MATCH;
  }

  private boolean isTrailer(int at) {
    return tokens.is(at, Token.OPEN_PARENTHESIS)
        || tokens.is(at, Token.OPEN_BRACKET)
        || tokens.is(at, Token.DOT);
  }

  /** A value with attributes, subscripts and calls, all but the last. */
  private int targetPrimary(int at) {
    int known = expressions.memo().get(Rule.TARGET_PRIMARY, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = beforeTrailer(expressions.atoms().atom(at));
    for (int next = end; next != NO_MATCH; next = targetTrailer(end)) {
      end = next;
    }
    return expressions.memo().put(Rule.TARGET_PRIMARY, at, end);
  }

  private int targetTrailer(int at) {
    int end = beforeTrailer(attribute(at));
    end = end != NO_MATCH ? end : beforeTrailer(subscript(at));
    end = end != NO_MATCH ? end : beforeTrailer(expressions.atoms().generator(at));
    return end == NO_MATCH && tokens.is(at, Token.OPEN_PARENTHESIS)
        ? beforeTrailer(expressions.arguments().call(at))
        : end;
  }

  private int beforeTrailer(int end) {
    return end != NO_MATCH && isTrailer(end) ? end : NO_MATCH;
  }

  private int targetAtom(int at) {
    return switch (tokens.kind(at)) {
      case Token.NAME -> at + 1;
      case Token.OPEN_PARENTHESIS -> targetsInParentheses(at);
      case Token.OPEN_BRACKET -> closed(targetsOrNone(at + 1), Token.CLOSE_BRACKET);
      default -> NO_MATCH;
    };
  }

  private int targetsInParentheses(int at) {
    int one = closed(target(at + 1), Token.CLOSE_PARENTHESIS);
    if (one != NO_MATCH) {
      return one;
    }
    int first = starTarget(at + 1);
    boolean several = first != NO_MATCH && tokens.is(first, Token.COMMA);
    return closed(several ? targets(at + 1) : at + 1, Token.CLOSE_PARENTHESIS);
  }

  private int targetsOrNone(int at) {
    int end = targets(at);
    return end != NO_MATCH ? end : at;
  }

  private int closed(int at, int closing) {
    return at != NO_MATCH && tokens.is(at, closing) ? at + 1 : NO_MATCH;
  }
}
