package org.sealflow.python.syntax;

import static org.sealflow.python.syntax.ExpressionRules.NO_MATCH;
import static org.sealflow.python.syntax.RuleMemo.UNKNOWN;

import org.sealflow.python.PyException;
import org.sealflow.python.syntax.RuleMemo.Rule;

/** The rules of literals, groups, lists, tuples, sets, dicts and comprehensions. */
final class AtomRules {
  private final SourceText source;
  private final TokenList tokens;
  private final ExpressionRules expressions;
  private final LoopRules loops;

  AtomRules(SourceText source, TokenList tokens, ExpressionRules expressions) {
    this.source = source;
    this.tokens = tokens;
    this.expressions = expressions;
    this.loops = new LoopRules(source, tokens, expressions);
  }

  LoopRules loops() {
    return loops;
  }

  int atom(int at) {
    return switch (tokens.kind(at)) {
      case Token.NAME, Token.TRUE, Token.FALSE, Token.NONE, Token.ELLIPSIS -> at + 1;
      case Token.STRING -> strings(at);
      case Token.NUMBER -> number(at);
      case Token.OPEN_PARENTHESIS -> parentheses(at);
      case Token.OPEN_BRACKET -> brackets(at);
      case Token.OPEN_BRACE -> braces(at);
      default -> NO_MATCH;
    };
  }

  private int number(int at) {
    try {
      NumberLiteral.value(source.text(), tokens.start(at), tokens.end(at));
      return at + 1;
    } catch (LiteralException noValue) {
      throw error(noValue, at);
    }
  }

  private PyException error(LiteralException malformed, int at) {
    return malformed.atLiteral()
        ? tokens.error(malformed.text(), at)
        : tokens.errorAtLast(malformed.text());
  }

  private int strings(int at) {
    int known = expressions.memo().get(Rule.STRINGS, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = at;
    while (tokens.is(end, Token.STRING)) {
      end++;
    }
    StringConcatenation strings =
        new StringConcatenation(source, SyntaxDiagnosis::requireFormatted);
    for (int i = at; i < end; i++) {
      try {
        strings.add(tokens.start(i), tokens.end(i));
      } catch (LiteralException malformed) {
        throw error(malformed, i);
      }
    }
    return expressions.memo().put(Rule.STRINGS, at, end);
  }

  private int parentheses(int at) {
    int end = tuple(at);
    end = end != NO_MATCH ? end : group(at);
    return end != NO_MATCH ? end : generator(at);
  }

  int tuple(int at) {
    if (!tokens.is(at, Token.OPEN_PARENTHESIS)) {
      return NO_MATCH;
    }
    int end = at + 1;
    int first = starNamedExpression(end);
    if (first != NO_MATCH && tokens.is(first, Token.COMMA)) {
      int more = starNamedExpressions(first + 1);
      end = more != NO_MATCH ? more : first + 1;
    }
    return closed(end, Token.CLOSE_PARENTHESIS);
  }

  private int closed(int at, int closing) {
    return at != NO_MATCH && tokens.is(at, closing) ? at + 1 : NO_MATCH;
  }

  private int group(int at) {
    int end = yieldExpression(at + 1);
    end =
        closed(
            end != NO_MATCH ? end : expressions.namedExpression(at + 1), Token.CLOSE_PARENTHESIS);
    if (end == NO_MATCH && expressions.explaining()) {
      starredGroup(at);
    }
    return end;
  }

  private void starredGroup(int at) {
    int starred = starredExpression(at + 1);
    if (closed(starred, Token.CLOSE_PARENTHESIS) != NO_MATCH) {
      throw tokens.error("cannot use starred expression here", at + 1);
    }
    if (tokens.is(at + 1, Token.DOUBLE_STAR)
        && closed(expressions.expression(at + 2), Token.CLOSE_PARENTHESIS) != NO_MATCH) {
      throw tokens.error("cannot use double starred expression here", at + 1);
    }
  }

  private int yieldExpression(int at) {
    if (!tokens.is(at, Token.YIELD)) {
      return NO_MATCH;
    }
    int from = tokens.is(at + 1, Token.FROM) ? expressions.expression(at + 2) : NO_MATCH;
    if (from != NO_MATCH) {
      return from;
    }
    int value = expressions.starExpressions(at + 1);
    return value != NO_MATCH ? value : at + 1;
  }

  int generator(int at) {
    if (!tokens.is(at, Token.OPEN_PARENTHESIS)) {
      // Python looks for the mistakes of all comprehensions where a generator could begin.
      if (expressions.explaining() && isOpening(tokens.kind(at))) {
        misplacedElement(at);
      }
      return NO_MATCH;
    }
    int element = expressions.assignmentExpression(at + 1);
    element = element != NO_MATCH ? element : expressions.unassignedExpression(at + 1);
    return comprehension(at, element, Token.CLOSE_PARENTHESIS);
  }

  private static boolean isOpening(int kind) {
    return kind == Token.OPEN_BRACKET || kind == Token.OPEN_BRACE;
  }

  private int comprehension(int at, int element, int closing) {
    int end = element == NO_MATCH ? NO_MATCH : closed(loops.loops(element), closing);
    if (end == NO_MATCH && expressions.explaining()) {
      misplacedElement(at);
    }
    return end;
  }

  /** An element that needs parentheses or may not be one; the opening bracket is at the index. */
  private void misplacedElement(int at) {
    int starred = starredExpression(at + 1);
    if (starred != NO_MATCH && loops.loops(starred) != NO_MATCH) {
      throw tokens.error("iterable unpacking cannot be used in comprehension", at + 1);
    }
    if (tokens.is(at, Token.OPEN_PARENTHESIS)) {
      return;
    }
    int first = starNamedExpression(at + 1);
    if (first == NO_MATCH || !tokens.is(first, Token.COMMA)) {
      return;
    }
    int more = starNamedExpressions(first + 1);
    if ((more != NO_MATCH && loops.loops(more) != NO_MATCH) || loops.loops(first + 1) != NO_MATCH) {
      throw tokens.error("did you forget parentheses around the comprehension target?", at + 1);
    }
  }

  private int brackets(int at) {
    int end = list(at);
    return end != NO_MATCH
        ? end
        : comprehension(at, expressions.namedExpression(at + 1), Token.CLOSE_BRACKET);
  }

  int list(int at) {
    if (!tokens.is(at, Token.OPEN_BRACKET)) {
      return NO_MATCH;
    }
    int items = starNamedExpressions(at + 1);
    return closed(items != NO_MATCH ? items : at + 1, Token.CLOSE_BRACKET);
  }

  private int braces(int at) {
    int end = dict(at);
    if (end == NO_MATCH) {
      end = closed(starNamedExpressions(at + 1), Token.CLOSE_BRACE);
    }
    if (end == NO_MATCH) {
      end = dictComprehension(at);
    }
    return end != NO_MATCH
        ? end
        : comprehension(at, expressions.namedExpression(at + 1), Token.CLOSE_BRACE);
  }

  private int dict(int at) {
    int entries = entries(at + 1);
    int end = closed(entries != NO_MATCH ? entries : at + 1, Token.CLOSE_BRACE);
    if (end == NO_MATCH) {
      // The one rule for mistakes that also takes part in CPython's first try.
      malformedEntries(at + 1);
    }
    return end;
  }

  private int entries(int at) {
    int end = entriesWithoutLastComma(at);
    return end != NO_MATCH && tokens.is(end, Token.COMMA) ? end + 1 : end;
  }

  private int entriesWithoutLastComma(int at) {
    int end = entry(at);
    while (end != NO_MATCH && tokens.is(end, Token.COMMA)) {
      int next = entry(end + 1);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return end;
  }

  private int entry(int at) {
    if (tokens.is(at, Token.DOUBLE_STAR)) {
      int mapping = expressions.bitwiseOr(at + 1);
      if (mapping != NO_MATCH) {
        return mapping;
      }
    }
    return pair(at);
  }

  private int pair(int at) {
    int key = expressions.expression(at);
    return key != NO_MATCH && tokens.is(key, Token.COLON)
        ? expressions.expression(key + 1)
        : NO_MATCH;
  }

  private void malformedEntries(int at) {
    int entries = entriesWithoutLastComma(at);
    if (entries != NO_MATCH && tokens.is(entries, Token.COMMA)) {
      int key = expressions.expression(entries + 1);
      if (key != NO_MATCH && !tokens.is(key, Token.COLON)) {
        throw tokens.error("':' expected after dictionary key", entries + 1);
      }
      malformedValue(key);
    }
    malformedValue(expressions.expression(at));
  }

  /** Reports the error of the value after a key that ends at an index. */
  private void malformedValue(int key) {
    if (key == NO_MATCH || !tokens.is(key, Token.COLON)) {
      return;
    }
    if (tokens.is(key + 1, Token.STAR) && expressions.bitwiseOr(key + 2) != NO_MATCH) {
      throw tokens.error("cannot use a starred expression in a dictionary value", key + 1);
    }
    if (tokens.is(key + 1, Token.CLOSE_BRACE) || tokens.is(key + 1, Token.COMMA)) {
      throw tokens.error("expression expected after dictionary key and ':'", key);
    }
  }

  private int dictComprehension(int at) {
    int pair = pair(at + 1);
    int end = pair == NO_MATCH ? NO_MATCH : closed(loops.loops(pair), Token.CLOSE_BRACE);
    if (end == NO_MATCH && expressions.explaining() && tokens.is(at + 1, Token.DOUBLE_STAR)) {
      int mapping = expressions.bitwiseOr(at + 2);
      int after = mapping == NO_MATCH ? NO_MATCH : loops.loops(mapping);
      if (closed(after, Token.CLOSE_BRACE) != NO_MATCH) {
        throw tokens.error("dict unpacking cannot be used in dict comprehension", at + 1);
      }
    }
    return end;
  }

  private int starredExpression(int at) {
    return tokens.is(at, Token.STAR) ? expressions.expression(at + 1) : NO_MATCH;
  }

  private int starNamedExpressions(int at) {
    int end = starNamedExpression(at);
    while (end != NO_MATCH && tokens.is(end, Token.COMMA)) {
      int next = starNamedExpression(end + 1);
      if (next == NO_MATCH) {
        return end + 1;
      }
      end = next;
    }
    return end;
  }

  private int starNamedExpression(int at) {
    int starred = tokens.is(at, Token.STAR) ? expressions.bitwiseOr(at + 1) : NO_MATCH;
    return starred != NO_MATCH ? starred : expressions.namedExpression(at);
  }
}
