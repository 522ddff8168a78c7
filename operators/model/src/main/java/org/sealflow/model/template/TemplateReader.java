package org.sealflow.model.template;

import java.util.List;
import org.sealflow.model.template.value.TemplateFault;

/** The tokens of a template, read one after the other. */
final class TemplateReader {
  private static final int DEEPEST = 100;

  private final List<TemplateToken> tokens;
  private int at;
  private int depth;

  TemplateReader(List<TemplateToken> tokens) {
    this.tokens = tokens;
  }

  TemplateToken current() {
    return tokens.get(at);
  }

  /** The token after the current one. */
  TemplateToken following() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  /** The current token, which is passed. */
  TemplateToken next() {
    TemplateToken token = current();
    if (token.kind() != TemplateToken.Kind.END) {
      at++;
    }
    return token;
  }

  boolean isOperator(String operator) {
    return current().is(TemplateToken.Kind.OPERATOR, operator);
  }

  boolean isName(String name) {
    return current().is(TemplateToken.Kind.NAME, name);
  }

  /** Whether the current token is the operator; then it is passed. */
  boolean acceptOperator(String operator) {
    return accept(isOperator(operator));
  }

  /** Whether the current token is the name; then it is passed. */
  boolean acceptName(String name) {
    return accept(isName(name));
  }

  private boolean accept(boolean found) {
    if (found) {
      at++;
    }
    return found;
  }

  void expectOperator(String operator) {
    if (!acceptOperator(operator)) {
      throw unexpected("'" + operator + "'");
    }
  }

  void expectName(String name) {
    if (!acceptName(name)) {
      throw unexpected("'" + name + "'");
    }
  }

  /** The name the current token is. */
  String expectAnyName() {
    if (current().kind() != TemplateToken.Kind.NAME) {
      throw unexpected("a name");
    }
    return next().text();
  }

  void expectEnd(TemplateToken.Kind end) {
    if (current().kind() != end) {
      throw unexpected(end == TemplateToken.Kind.TAG_END ? "'%}'" : "'}}'");
    }
    next();
  }

  /** Enters something that nests; {@link #leave} goes with it. */
  void enter() {
    depth++;
    if (depth > DEEPEST) {
      throw fault("the template nests deeper than " + DEEPEST + " levels");
    }
  }

  void leave() {
    depth--;
  }

  TemplateFault unexpected(String expected) {
    return fault("expected " + expected + ", found " + current().described());
  }

  TemplateFault fault(String text) {
    return new TemplateFault(text).at(current().line());
  }
}
