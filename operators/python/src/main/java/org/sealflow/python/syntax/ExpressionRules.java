package org.sealflow.python.syntax;

import static org.sealflow.python.syntax.RuleMemo.UNKNOWN;

import org.sealflow.python.syntax.RuleMemo.Rule;

/**
 * The rules of Python's expression grammar, each a method from the index of the token where it
 * begins to the index after the last token it takes, or {@link #NO_MATCH}.
 *
 * <p>CPython finds the text of a syntax error by trying the rules a second time with rules for
 * common mistakes among them; the first mistake in the order of trying is the one reported. So the
 * order of the alternatives here, what is remembered of them, and which tokens they look at are all
 * part of the behaviour. Mistakes are thrown as {@link org.sealflow.python.PyException}, and {@link
 * Rejected} where the nesting is too deep to look for any.
 */
public final class ExpressionRules {
  /** The rule does not match. */
  static final int NO_MATCH = -1;

  /** A level takes some twenty calls here; so many levels fit any thread. */
  private static final int MAX_DEPTH = 80;

  private final SourceText source;
  private final TokenList tokens;
  private final RuleMemo memo = new RuleMemo();
  private final AtomRules atoms;
  private final ArgumentRules arguments;
  private final LambdaRules lambdas;
  private boolean explaining;
  private int depth;

  /**
   * @param explaining whether the rules for mistakes take part
   */
  ExpressionRules(SourceText source, TokenList tokens, boolean explaining) {
    this.source = source;
    this.tokens = tokens;
    this.explaining = explaining;
    this.atoms = new AtomRules(source, tokens, this);
    this.arguments = new ArgumentRules(tokens, this);
    this.lambdas = new LambdaRules(tokens, this);
  }

  RuleMemo memo() {
    return memo;
  }

  /** Whether the rules for mistakes take part. */
  boolean explaining() {
    return explaining;
  }

  AtomRules atoms() {
    return atoms;
  }

  ArgumentRules arguments() {
    return arguments;
  }

  private void descend() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new Rejected();
    }
  }

  /** A whole source. */
  int evaluation() {
    int end = expressions();
    while (end != NO_MATCH && tokens.is(end, Token.NEWLINE)) {
      end++;
    }
    return end != NO_MATCH && tokens.is(end, Token.END) ? end : NO_MATCH;
  }

  private int expressions() {
    int end = expression(0);
    while (end != NO_MATCH && tokens.is(end, Token.COMMA)) {
      int next = expression(end + 1);
      if (next == NO_MATCH) {
        return end + 1;
      }
      end = next;
    }
    return end;
  }

  /** One or more expressions, each perhaps starred. */
  int starExpressions(int at) {
    int end = starExpression(at);
    while (end != NO_MATCH && tokens.is(end, Token.COMMA)) {
      int next = starExpression(end + 1);
      if (next == NO_MATCH) {
        return end + 1;
      }
      end = next;
    }
    return end;
  }

  private int starExpression(int at) {
    int known = memo.get(Rule.STAR_EXPRESSION, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = tokens.is(at, Token.STAR) ? bitwiseOr(at + 1) : NO_MATCH;
    return memo.put(Rule.STAR_EXPRESSION, at, end != NO_MATCH ? end : expression(at));
  }

  int expression(int at) {
    int known = memo.get(Rule.EXPRESSION, at);
    if (known != UNKNOWN) {
      return known;
    }
    descend();
    if (explaining) {
      missingCommaOrElse(at);
      legacyStatement(at);
    }
    int end = conditional(at);
    depth--;
    return memo.put(Rule.EXPRESSION, at, end);
  }

  private int conditional(int at) {
    int body = disjunction(at);
    if (body == NO_MATCH) {
      return lambdas.lambda(at);
    }
    if (tokens.is(body, Token.IF)) {
      int test = disjunction(body + 1);
      if (test != NO_MATCH && tokens.is(test, Token.ELSE)) {
        int orElse = expression(test + 1);
        return orElse != NO_MATCH ? orElse : body;
      }
    }
    return body;
  }

  /** Two operands side by side, or a condition without its other half. */
  private void missingCommaOrElse(int at) {
    boolean prefixOrSoftKeyword =
        tokens.is(at, Token.NAME) && (tokens.is(at + 1, Token.STRING) || isSoftKeyword(at));
    int first = prefixOrSoftKeyword ? NO_MATCH : disjunction(at);
    int second = first == NO_MATCH ? NO_MATCH : withoutExplaining(first);
    if (second != NO_MATCH) {
      if (!isLegacyName(at, first) && tokens.nesting(second - 1) > 0) {
        throw tokens.error("invalid syntax. Perhaps you forgot a comma?", at);
      }
      return;
    }
    int body = disjunction(at);
    if (body != NO_MATCH && tokens.is(body, Token.IF)) {
      int test = disjunction(body + 1);
      if (test != NO_MATCH && !tokens.is(test, Token.ELSE) && !tokens.is(test, Token.COLON)) {
        throw tokens.error("expected 'else' after 'if' expression", at);
      }
    }
  }

  private int withoutExplaining(int at) {
    boolean before = explaining;
    explaining = false;
    int end = conditional(at);
    explaining = before;
    return end;
  }

  /** CPython compares only as many letters as the name has. */
  private boolean isSoftKeyword(int at) {
    String name = tokens.text(at);
    return "match".startsWith(name) || "case".startsWith(name) || name.equals("_");
  }

  /** Whether tokens are the name of a former statement, perhaps in parentheses. */
  private boolean isLegacyName(int at, int end) {
    int first = at;
    int last = end - 1;
    while (first < last
        && tokens.is(first, Token.OPEN_PARENTHESIS)
        && tokens.is(last, Token.CLOSE_PARENTHESIS)) {
      first++;
      last--;
    }
    return first == last && tokens.is(first, Token.NAME) && isLegacyWord(tokens.text(first));
  }

  private static boolean isLegacyWord(String name) {
    return name.equals("print") || name.equals("exec");
  }

  private void legacyStatement(int at) {
    if (!tokens.is(at, Token.NAME) || tokens.is(at + 1, Token.OPEN_PARENTHESIS)) {
      return;
    }
    int end = starExpressions(at + 1);
    String name = tokens.text(at);
    if (end != NO_MATCH && isLegacyWord(name)) {
      throw tokens.error(
          "Missing parentheses in call to '" + name + "'. Did you mean " + name + "(...)?", at);
    }
  }

  /** {@code name := value}. */
  int assignmentExpression(int at) {
    return tokens.is(at, Token.NAME) && tokens.is(at + 1, Token.COLON_EQUAL)
        ? expression(at + 2)
        : NO_MATCH;
  }

  int namedExpression(int at) {
    int assignment = assignmentExpression(at);
    if (assignment != NO_MATCH) {
      return assignment;
    }
    if (explaining) {
      misplacedAssignment(at);
    }
    return unassignedExpression(at);
  }

  /** An expression that no {@code :=} follows. */
  int unassignedExpression(int at) {
    int end = expression(at);
    return end != NO_MATCH && !tokens.is(end, Token.COLON_EQUAL) ? end : NO_MATCH;
  }

  private void misplacedAssignment(int at) {
    if (memo.get(Rule.MISPLACED_ASSIGNMENT, at) != UNKNOWN) {
      return;
    }
    int target = expression(at);
    if (target != NO_MATCH
        && tokens.is(target, Token.COLON_EQUAL)
        && expression(target + 1) != NO_MATCH) {
      throw tokens.error("cannot use assignment expressions with " + describe(at, target), at);
    }
    if (tokens.is(at, Token.NAME) && tokens.is(at + 1, Token.EQUAL) && isAssigned(at + 2)) {
      throw tokens.error("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", at);
    }
    if (!isDisplayOrConstant(at)) {
      int end = bitwiseOr(at);
      if (end != NO_MATCH && tokens.is(end, Token.EQUAL) && isAssigned(end + 1)) {
        throw tokens.error(
            "cannot assign to " + describe(at, end) + " here. Maybe you meant '==' instead of '='?",
            at);
      }
    }
    memo.put(Rule.MISPLACED_ASSIGNMENT, at, NO_MATCH);
  }

  /** Whether a value stands here that is not assigned to something in turn. */
  private boolean isAssigned(int at) {
    int end = bitwiseOr(at);
    return end != NO_MATCH && !tokens.is(end, Token.EQUAL) && !tokens.is(end, Token.COLON_EQUAL);
  }

  private boolean isDisplayOrConstant(int at) {
    return atoms.list(at) != NO_MATCH
        || atoms.tuple(at) != NO_MATCH
        || atoms.generator(at) != NO_MATCH
        || tokens.is(at, Token.TRUE)
        || tokens.is(at, Token.NONE)
        || tokens.is(at, Token.FALSE);
  }

  /** Python's name of the expression that these tokens form. */
  private String describe(int at, int end) {
    return ExpressionNames.of(source.text().substring(tokens.start(at), tokens.end(end - 1)));
  }

  int disjunction(int at) {
    int known = memo.get(Rule.DISJUNCTION, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = conjunction(at);
    while (end != NO_MATCH && tokens.is(end, Token.OR)) {
      int next = conjunction(end + 1);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return memo.put(Rule.DISJUNCTION, at, end);
  }

  private int conjunction(int at) {
    int known = memo.get(Rule.CONJUNCTION, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = inversion(at);
    while (end != NO_MATCH && tokens.is(end, Token.AND)) {
      int next = inversion(end + 1);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return memo.put(Rule.CONJUNCTION, at, end);
  }

  private int inversion(int at) {
    int known = memo.get(Rule.INVERSION, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = NO_MATCH;
    if (tokens.is(at, Token.NOT)) {
      descend();
      end = inversion(at + 1);
      depth--;
    }
    return memo.put(Rule.INVERSION, at, end != NO_MATCH ? end : comparison(at));
  }

  private int comparison(int at) {
    int end = bitwiseOr(at);
    while (end != NO_MATCH) {
      int operand = comparisonOperand(end);
      int next = operand == NO_MATCH ? NO_MATCH : bitwiseOr(operand);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return end;
  }

  /** Where the operand after a comparison operator begins. */
  private int comparisonOperand(int at) {
    int kind = tokens.kind(at);
    if (kind == Token.NOT) {
      return tokens.is(at + 1, Token.IN) ? at + 2 : NO_MATCH;
    }
    if (kind == Token.IS) {
      return tokens.is(at + 1, Token.NOT) ? at + 2 : at + 1;
    }
    return Operators.precedence(kind) == Operators.COMPARISON ? at + 1 : NO_MATCH;
  }

  int bitwiseOr(int at) {
    int known = memo.get(Rule.BITWISE_OR, at);
    return known != UNKNOWN
        ? known
        : memo.put(Rule.BITWISE_OR, at, operation(at, Operators.BITWISE_OR));
  }

  private int operation(int at, int minimum) {
    int end = factor(at);
    while (end != NO_MATCH) {
      int precedence = Operators.precedence(tokens.kind(end));
      if (precedence < minimum) {
        break;
      }
      int next = operation(end + 1, precedence + 1);
      if (next == NO_MATCH) {
        break;
      }
      end = next;
    }
    return end;
  }

  private int factor(int at) {
    int known = memo.get(Rule.FACTOR, at);
    if (known != UNKNOWN) {
      return known;
    }
    int kind = tokens.kind(at);
    int end = NO_MATCH;
    if (kind == Token.PLUS || kind == Token.MINUS || kind == Token.TILDE) {
      descend();
      end = factor(at + 1);
      depth--;
    }
    return memo.put(Rule.FACTOR, at, end != NO_MATCH ? end : power(at));
  }

  private int power(int at) {
    int base = awaitPrimary(at);
    if (base == NO_MATCH || !tokens.is(base, Token.DOUBLE_STAR)) {
      return base;
    }
    descend();
    int exponent = factor(base + 1);
    depth--;
    return exponent != NO_MATCH ? exponent : base;
  }

  private int awaitPrimary(int at) {
    int known = memo.get(Rule.AWAIT_PRIMARY, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = tokens.is(at, Token.AWAIT) ? primary(at + 1) : NO_MATCH;
    return memo.put(Rule.AWAIT_PRIMARY, at, end != NO_MATCH ? end : primary(at));
  }

  private int primary(int at) {
    int known = memo.get(Rule.PRIMARY, at);
    if (known != UNKNOWN) {
      return known;
    }
    int end = atoms.atom(at);
    for (int next = end; next != NO_MATCH; next = trailer(end)) {
      end = next;
    }
    return memo.put(Rule.PRIMARY, at, end);
  }

  private int trailer(int at) {
    int kind = tokens.kind(at);
    if (kind == Token.DOT) {
      return tokens.is(at + 1, Token.NAME) ? at + 2 : NO_MATCH;
    }
    int generator = atoms.generator(at);
    if (generator != NO_MATCH) {
      return generator;
    }
    if (kind == Token.OPEN_PARENTHESIS) {
      return arguments.call(at);
    }
    return kind == Token.OPEN_BRACKET ? arguments.subscript(at) : NO_MATCH;
  }
}
