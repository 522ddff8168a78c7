package org.sealflow.python.syntax;

import static org.sealflow.python.syntax.ExpressionRules.NO_MATCH;

import java.util.function.IntUnaryOperator;

/** The rules of lambdas and their parameters. */
final class LambdaRules {
  private final TokenList tokens;
  private final ExpressionRules expressions;

  LambdaRules(TokenList tokens, ExpressionRules expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  int lambda(int at) {
    if (!tokens.is(at, Token.LAMBDA)) {
      return NO_MATCH;
    }
    if (expressions.explaining()) {
      malformedParameters(at + 1);
    }
    int parameters = parameters(at + 1);
    int end = parameters != NO_MATCH ? parameters : at + 1;
    return tokens.is(end, Token.COLON) ? expressions.expression(end + 1) : NO_MATCH;
  }

  private int parameters(int at) {
    int slash = slashAfterRequired(at);
    if (slash != NO_MATCH) {
      return starAndKeywords(any(any(slash, this::required), this::optional));
    }
    slash = slashAfterOptional(at);
    if (slash != NO_MATCH) {
      return starAndKeywords(any(slash, this::optional));
    }
    int end = any(any(at, this::required), this::optional);
    return end > at ? starAndKeywords(end) : star(at);
  }

  private int starAndKeywords(int at) {
    int end = star(at);
    return end != NO_MATCH ? end : at;
  }

  private int any(int at, IntUnaryOperator rule) {
    int end = at;
    for (int next = rule.applyAsInt(end); next != NO_MATCH; next = rule.applyAsInt(end)) {
      end = next;
    }
    return end;
  }

  private int some(int at, IntUnaryOperator rule) {
    int end = any(at, rule);
    return end > at ? end : NO_MATCH;
  }

  /** A comma, or the colon that ends the parameters and is not taken. */
  private int separated(int at) {
    if (tokens.is(at, Token.COMMA)) {
      return at + 1;
    }
    return tokens.is(at, Token.COLON) ? at : NO_MATCH;
  }

  private int required(int at) {
    return tokens.is(at, Token.NAME) ? separated(at + 1) : NO_MATCH;
  }

  private int optional(int at) {
    int value = tokens.is(at, Token.NAME) ? defaultValue(at + 1) : NO_MATCH;
    return value != NO_MATCH ? separated(value) : NO_MATCH;
  }

  private int either(int at) {
    if (!tokens.is(at, Token.NAME)) {
      return NO_MATCH;
    }
    int value = defaultValue(at + 1);
    return separated(value != NO_MATCH ? value : at + 1);
  }

  private int defaultValue(int at) {
    if (!tokens.is(at, Token.EQUAL)) {
      return NO_MATCH;
    }
    int value = expressions.expression(at + 1);
    boolean empty =
        value == NO_MATCH
            && expressions.explaining()
            && (tokens.is(at + 1, Token.CLOSE_PARENTHESIS) || tokens.is(at + 1, Token.COMMA));
    if (empty) {
      throw tokens.error("expected default value expression", at);
    }
    return value;
  }

  private int slashAfterRequired(int at) {
    return slash(some(at, this::required));
  }

  private int slashAfterOptional(int at) {
    return slash(some(any(at, this::required), this::optional));
  }

  private int slash(int at) {
    return at != NO_MATCH && tokens.is(at, Token.SLASH) ? separated(at + 1) : NO_MATCH;
  }

  private int star(int at) {
    if (expressions.explaining()) {
      malformedStar(at);
    }
    if (tokens.is(at, Token.STAR)) {
      int first = required(at + 1);
      if (first != NO_MATCH) {
        return keywordsOrNothing(any(first, this::either));
      }
      int named = tokens.is(at + 1, Token.COMMA) ? some(at + 2, this::either) : NO_MATCH;
      if (named != NO_MATCH) {
        return keywordsOrNothing(named);
      }
    }
    return keywords(at);
  }

  private int keywordsOrNothing(int at) {
    int end = keywords(at);
    return end != NO_MATCH ? end : at;
  }

  private int keywords(int at) {
    if (!tokens.is(at, Token.DOUBLE_STAR)) {
      return NO_MATCH;
    }
    if (expressions.explaining() && tokens.is(at + 1, Token.NAME)) {
      malformedKeywords(at);
    }
    return required(at + 1);
  }

  private void malformedKeywords(int at) {
    if (tokens.is(at + 2, Token.EQUAL)) {
      throw tokens.error("var-keyword argument cannot have default value", at + 2);
    }
    if (tokens.is(at + 2, Token.COMMA)) {
      int kind = tokens.kind(at + 3);
      if (kind == Token.NAME
          || kind == Token.STAR
          || kind == Token.DOUBLE_STAR
          || kind == Token.SLASH) {
        throw tokens.error("arguments cannot follow var-keyword argument", at + 3);
      }
    }
  }

  private void malformedStar(int at) {
    if (!tokens.is(at, Token.STAR)) {
      return;
    }
    boolean nothingAfterComma =
        tokens.is(at + 1, Token.COMMA)
            && (tokens.is(at + 2, Token.COLON) || tokens.is(at + 2, Token.DOUBLE_STAR));
    if (tokens.is(at + 1, Token.COLON) || nothingAfterComma) {
      throw tokens.errorAtLast("named arguments must follow bare *");
    }
    if (tokens.is(at + 1, Token.NAME) && tokens.is(at + 2, Token.EQUAL)) {
      throw tokens.error("var-positional argument cannot have default value", at + 2);
    }
    int first = requiredOrComma(at + 1);
    int second = first == NO_MATCH ? NO_MATCH : any(first, this::either);
    if (second != NO_MATCH
        && tokens.is(second, Token.STAR)
        && requiredOrComma(second + 1) != NO_MATCH) {
      throw tokens.error("* argument may appear only once", second);
    }
  }

  private int requiredOrComma(int at) {
    int name = required(at);
    return name == NO_MATCH && tokens.is(at, Token.COMMA) ? at + 1 : name;
  }

  private void malformedParameters(int at) {
    int names = any(at, this::required);
    requiredAfterOptional(names);
    parenthesized(names);
    if (tokens.is(at, Token.SLASH) && tokens.is(at + 1, Token.COMMA)) {
      throw tokens.error("at least one argument must precede /", at);
    }
    int slash = slashAfterRequired(at);
    slash = slash != NO_MATCH ? slash : slashAfterOptional(at);
    if (slash != NO_MATCH && tokens.is(any(slash, this::either), Token.SLASH)) {
      throw tokens.error("/ may appear only once", any(slash, this::either));
    }
    slashAfterStar(any(slash != NO_MATCH ? slash : at, this::either));
    int some = some(at, this::either);
    if (some != NO_MATCH && tokens.is(some, Token.SLASH) && tokens.is(some + 1, Token.STAR)) {
      throw tokens.error("expected comma between / and *", some + 1);
    }
  }

  private void requiredAfterOptional(int at) {
    int optional = slashAfterOptional(at);
    optional = optional != NO_MATCH ? optional : some(at, this::optional);
    if (optional != NO_MATCH && required(optional) != NO_MATCH) {
      throw tokens.error("non-default argument follows default argument", optional);
    }
  }

  private void parenthesized(int at) {
    if (!tokens.is(at, Token.OPEN_PARENTHESIS)) {
      return;
    }
    int end = at + 1;
    while (tokens.is(end, Token.NAME)) {
      end++;
      if (!tokens.is(end, Token.COMMA)) {
        break;
      }
      end++;
    }
    if (end > at + 1 && tokens.is(end, Token.CLOSE_PARENTHESIS)) {
      throw tokens.error("Lambda expression parameters cannot be parenthesized", at);
    }
  }

  private void slashAfterStar(int at) {
    if (!tokens.is(at, Token.STAR)) {
      return;
    }
    int first = tokens.is(at + 1, Token.COMMA) ? at + 2 : required(at + 1);
    if (first != NO_MATCH && tokens.is(any(first, this::either), Token.SLASH)) {
      throw tokens.error("/ must be ahead of *", any(first, this::either));
    }
  }
}
