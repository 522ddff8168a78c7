package org.sealflow.python.syntax;

import static org.sealflow.python.syntax.ExpressionRules.NO_MATCH;
import static org.sealflow.python.syntax.RuleMemo.UNKNOWN;

import java.util.function.IntUnaryOperator;
import org.sealflow.python.syntax.RuleMemo.Rule;

/** The rules of call arguments and subscripts. */
final class ArgumentRules {
  private static final String UNPARENTHESIZED = "Generator expression must be parenthesized";

  private final TokenList tokens;
  private final ExpressionRules expressions;

  ArgumentRules(TokenList tokens, ExpressionRules expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** Arguments in parentheses. */
  int call(int at) {
    int arguments = arguments(at + 1);
    int end = arguments != NO_MATCH ? arguments : at + 1;
    return tokens.is(end, Token.CLOSE_PARENTHESIS) ? end + 1 : NO_MATCH;
  }

  /** An index in brackets. */
  int subscript(int at) {
    int end = slice(at + 1);
    if (end == NO_MATCH || tokens.is(end, Token.COMMA)) {
      end = withLastComma(several(at + 1, this::sliceOrStarred));
    }
    return end != NO_MATCH && tokens.is(end, Token.CLOSE_BRACKET) ? end + 1 : NO_MATCH;
  }

  private int withLastComma(int end) {
    return end != NO_MATCH && tokens.is(end, Token.COMMA) ? end + 1 : end;
  }

  /** One or more, with commas between them. */
  private int several(int at, IntUnaryOperator rule) {
    int end = rule.applyAsInt(at);
    while (end != NO_MATCH && tokens.is(end, Token.COMMA)) {
      int next = rule.applyAsInt(end + 1);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return end;
  }

  private int sliceOrStarred(int at) {
    int slice = slice(at);
    return slice != NO_MATCH ? slice : starred(at);
  }

  private int starred(int at) {
    return tokens.is(at, Token.STAR) ? expressions.expression(at + 1) : NO_MATCH;
  }

  private int slice(int at) {
    int colon = optionalExpression(at);
    if (!tokens.is(colon, Token.COLON)) {
      return expressions.namedExpression(at);
    }
    int end = optionalExpression(colon + 1);
    return tokens.is(end, Token.COLON) ? optionalExpression(end + 1) : end;
  }

  private int optionalExpression(int at) {
    int end = expressions.expression(at);
    return end != NO_MATCH ? end : at;
  }

  private int arguments(int at) {
    int known = expressions.memo().get(Rule.ARGUMENTS, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = withLastComma(args(at));
    if (end == NO_MATCH || !tokens.is(end, Token.CLOSE_PARENTHESIS)) {
      if (expressions.explaining()) {
        malformedArguments(at);
      }
      end = NO_MATCH;
    }
    return expressions.memo().put(Rule.ARGUMENTS, at, end);
  }

  private int args(int at) {
    int end = several(at, this::positional);
    if (end == NO_MATCH) {
      return keywords(at);
    }
    int keywords = tokens.is(end, Token.COMMA) ? keywords(end + 1) : NO_MATCH;
    return keywords != NO_MATCH ? keywords : end;
  }

  private int positional(int at) {
    int starred = starred(at);
    if (starred != NO_MATCH) {
      return starred;
    }
    int end = expressions.assignmentExpression(at);
    end = end != NO_MATCH ? end : expressions.unassignedExpression(at);
    return end != NO_MATCH && !tokens.is(end, Token.EQUAL) ? end : NO_MATCH;
  }

  private int keywords(int at) {
    int end = several(at, this::keywordOrStarred);
    if (end == NO_MATCH) {
      return several(at, this::keywordOrMapping);
    }
    int mappings =
        tokens.is(end, Token.COMMA) ? several(end + 1, this::keywordOrMapping) : NO_MATCH;
    return mappings != NO_MATCH ? mappings : end;
  }

  private int keywordOrStarred(int at) {
    int end = keyword(at);
    return end != NO_MATCH ? end : starred(at);
  }

  private int keywordOrMapping(int at) {
    int end = keyword(at);
    return end == NO_MATCH && tokens.is(at, Token.DOUBLE_STAR)
        ? expressions.expression(at + 1)
        : end;
  }

  private int keyword(int at) {
    if (expressions.explaining()) {
      malformedKeyword(at);
    }
    return isNameAndEqual(at) ? expressions.expression(at + 2) : NO_MATCH;
  }

  private boolean isNameAndEqual(int at) {
    return tokens.is(at, Token.NAME) && tokens.is(at + 1, Token.EQUAL);
  }

  private void malformedKeyword(int at) {
    int kind = tokens.kind(at);
    boolean constant = kind == Token.TRUE || kind == Token.FALSE || kind == Token.NONE;
    if (constant && tokens.is(at + 1, Token.EQUAL)) {
      throw tokens.error("cannot assign to " + tokens.text(at), at);
    }
    assignedComprehension(at);
    if (!isNameAndEqual(at)) {
      int end = expressions.expression(at);
      if (end != NO_MATCH && tokens.is(end, Token.EQUAL)) {
        throw tokens.error("expression cannot contain assignment, perhaps you meant \"==\"?", at);
      }
    }
  }

  private void assignedComprehension(int at) {
    if (isNameAndEqual(at) && generator(at + 2) != NO_MATCH) {
      throw tokens.error("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", at);
    }
  }

  /** An expression with loops. */
  private int generator(int at) {
    int element = expressions.expression(at);
    return element == NO_MATCH ? NO_MATCH : loops(element);
  }

  private int loops(int at) {
    return expressions.atoms().loops().loops(at);
  }

  private void malformedArguments(int at) {
    unpackingAfterKeywords(at);
    generatorBeforeComma(at);
    assignedComprehension(at);
    int args = args(at);
    if (args != NO_MATCH && loops(args) != NO_MATCH) {
      Shape shape = shape(at, args);
      if (shape.positionals > 1) {
        throw tokens.error(UNPARENTHESIZED, shape.lastPositional);
      }
      return;
    }
    if (args == NO_MATCH || !tokens.is(args, Token.COMMA)) {
      return;
    }
    if (generator(args + 1) != NO_MATCH) {
      throw tokens.error(UNPARENTHESIZED, args + 1);
    }
    if (args(args + 1) != NO_MATCH) {
      String what = shape(at, args).unpacksKeywords ? " unpacking" : "";
      throw tokens.errorAtLast("positional argument follows keyword argument" + what);
    }
  }

  private void unpackingAfterKeywords(int at) {
    int positionals = several(at, this::positional);
    int end =
        positionals != NO_MATCH && tokens.is(positionals, Token.COMMA)
            ? keywords(positionals + 1)
            : NO_MATCH;
    end = end != NO_MATCH ? end : keywords(at);
    if (end != NO_MATCH && tokens.is(end, Token.COMMA) && tokens.is(end + 1, Token.STAR)) {
      throw tokens.error("iterable argument unpacking follows keyword argument unpacking", end + 1);
    }
  }

  private void generatorBeforeComma(int at) {
    int end = generator(at);
    if (end == NO_MATCH || !tokens.is(end, Token.COMMA)) {
      return;
    }
    // What follows is read for the sake of the mistakes in it.
    if (args(end + 1) == NO_MATCH) {
      generator(end + 1);
    }
    throw tokens.error(UNPARENTHESIZED, at);
  }

  /**
   * The shape of well-formed arguments.
   *
   * @param lastPositional where the last positional argument begins
   */
  private record Shape(int positionals, int lastPositional, boolean unpacksKeywords) {}

  private Shape shape(int at, int end) {
    int positionals = 0;
    int lastPositional = at;
    boolean unpacksKeywords = false;
    for (int next = at; next < end; ) {
      if (isNameAndEqual(next)) {
        next = expressions.expression(next + 2) + 1;
      } else if (tokens.is(next, Token.DOUBLE_STAR)) {
        unpacksKeywords = true;
        next = expressions.expression(next + 1) + 1;
      } else {
        positionals++;
        lastPositional = next;
        next = positional(next) + 1;
      }
    }
    return new Shape(positionals, lastPositional, unpacksKeywords);
  }
}
