package org.sealflow.python.syntax;

import java.util.function.Consumer;
import org.sealflow.python.PyException;

/**
 * Finds out what CPython 3.11 says about a source that is no expression (call-execution.md section
 * 6): which error, in which line. A source whose error lies under some eighty brackets is plainly
 * invalid syntax.
 */
final class SyntaxDiagnosis {
  private final SourceText source;
  private final TokenList tokens;

  private SyntaxDiagnosis(SourceText source) {
    this.source = source;
    this.tokens = new TokenList(source);
  }

  /** The error of a source that is no expression. */
  static PyException of(SourceText source) {
    return new SyntaxDiagnosis(source).error(ExpressionRules::evaluation);
  }

  /**
   * Checks the expression between the braces of a formatted string.
   *
   * @throws PyException its error, if it is none
   */
  static void requireFormatted(SourceText source) {
    try {
      ExpressionParser.readFormatted(source, new CompileChecks(), 0);
    } catch (Rejected refused) {
      throw new SyntaxDiagnosis(source).error(rules -> rules.starExpressions(0));
    }
  }

  private PyException error(Consumer<ExpressionRules> rule) {
    try {
      rule.accept(new ExpressionRules(source, tokens, false));
      int lastToken = tokens.last();
      rule.accept(new ExpressionRules(source, tokens, true));
      return unexplained(lastToken);
    } catch (PyException mistake) {
      return tokens.isExhausted() || mistake.kind() != PyException.Kind.SYNTAX_ERROR
          ? mistake
          : orErrorInRest(mistake);
    } catch (Rejected tooDeep) {
      PyException malformed = tokens.errorInRest(true);
      return malformed == null ? tokens.errorAtLast("invalid syntax") : malformed;
    }
  }

  private PyException unexplained(int lastToken) {
    if (tokens.is(lastToken, Token.INDENT)) {
      return tokens.errorAtLast("unexpected indent");
    }
    return orErrorInRest(tokens.error("invalid syntax", lastToken));
  }

  private PyException orErrorInRest(PyException mistake) {
    PyException malformed = tokens.errorInRest(false);
    return malformed == null ? mistake : malformed;
  }
}
