package org.sealflow.model.template;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.StringEscape;
import org.sealflow.model.template.value.Strings;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.python.PyNumbers;

/** Cuts the inside of one tag, from behind its opening to behind its end. */
final class TagLexer {
  private static final Pattern NUMBER =
      Pattern.compile(
          "0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+"
              + "|\\d[\\d_]*\\.\\d[\\d_]*(?:[eE][+-]?\\d+)?|\\d[\\d_]*[eE][+-]?\\d+|\\d[\\d_]*");
  private static final Pattern OPERATOR =
      Pattern.compile("\\*\\*|//|==|!=|>=|<=|[-+*/%~\\[\\](){}<>=.:|,]");

  private final String source;
  private final LineNumbers lines;
  private final boolean print;
  private final Deque<Character> open = new ArrayDeque<>();
  private final int start;
  private int at;
  private char endSign = ' ';

  TagLexer(String source, LineNumbers lines, int start, boolean print) {
    this.source = source;
    this.lines = lines;
    this.start = start;
    this.at = start;
    this.print = print;
  }

  /** Behind the tag. */
  int end() {
    return at;
  }

  /** The {@code -} or {@code +} before the end of the tag, or a blank. */
  char endSign() {
    return endSign;
  }

  void readInto(List<TemplateToken> tokens) {
    while (true) {
      skipSpace();
      if (at >= source.length()) {
        throw fault("the tag is never closed, expected '" + closing() + "'", start);
      }
      if (open.isEmpty() && closes()) {
        tokens.add(
            TemplateToken.of(
                print ? TemplateToken.Kind.PRINT_END : TemplateToken.Kind.TAG_END,
                "",
                lines.of(at)));
        return;
      }
      tokens.add(token());
    }
  }

  private String closing() {
    return print ? "}}" : "%}";
  }

  private boolean closes() {
    char sign = source.charAt(at);
    boolean signed = sign == '-' || (sign == '+' && !print);
    if (!source.startsWith(closing(), signed ? at + 1 : at)) {
      return false;
    }
    endSign = signed ? sign : ' ';
    at += signed ? 3 : 2;
    return true;
  }

  private void skipSpace() {
    while (at < source.length() && Strings.isSpace(source.charAt(at))) {
      at++;
    }
  }

  private TemplateToken token() {
    int begin = at;
    char c = source.charAt(at);
    if (c == '\'' || c == '"') {
      return string(c, begin);
    }
    String number = match(NUMBER);
    if (number != null) {
      return new TemplateToken(TemplateToken.Kind.NUMBER, number, value(number), lines.of(begin));
    }
    if (Character.isUnicodeIdentifierStart(source.codePointAt(at)) || c == '_') {
      return TemplateToken.of(TemplateToken.Kind.NAME, name(), lines.of(begin));
    }
    String operator = match(OPERATOR);
    if (operator == null) {
      throw fault("'" + Character.toString(source.codePointAt(at)) + "' is not expected here", at);
    }
    balance(operator.charAt(0), begin);
    return TemplateToken.of(TemplateToken.Kind.OPERATOR, operator, lines.of(begin));
  }

  private @Nullable String match(Pattern pattern) {
    Matcher matcher = pattern.matcher(source).region(at, source.length());
    if (!matcher.lookingAt()) {
      return null;
    }
    at = matcher.end();
    return matcher.group();
  }

  private String name() {
    int begin = at;
    while (at < source.length() && isNamePart(source.codePointAt(at))) {
      at += Character.charCount(source.codePointAt(at));
    }
    return source.substring(begin, at);
  }

  private static boolean isNamePart(int point) {
    return Character.isUnicodeIdentifierPart(point) && !Character.isIdentifierIgnorable(point);
  }

  private static Object value(String literal) {
    String digits = literal.replace("_", "");
    char prefix = digits.length() > 2 ? Character.toLowerCase(digits.charAt(1)) : ' ';
    int radix = prefix == 'x' ? 16 : prefix == 'o' ? 8 : prefix == 'b' ? 2 : 10;
    if (radix != 10) {
      return PyNumbers.normalize(new BigInteger(digits.substring(2), radix));
    }
    boolean whole = digits.chars().allMatch(Character::isDigit);
    return whole ? PyNumbers.normalize(new BigInteger(digits)) : (Object) Double.valueOf(digits);
  }

  private TemplateToken string(char quote, int begin) {
    StringBuilder content = new StringBuilder();
    at++;
    while (at < source.length() && source.charAt(at) != quote) {
      if (source.charAt(at) == '\\' && at + 1 < source.length()) {
        at = StringEscape.append(content, source, at);
      } else {
        content.append(source.charAt(at));
        at++;
      }
    }
    if (at >= source.length()) {
      throw fault("the text is never closed, expected " + quote, begin);
    }
    at++;
    return TemplateToken.of(TemplateToken.Kind.STRING, content.toString(), lines.of(begin));
  }

  private void balance(char operator, int position) {
    switch (operator) {
      case '(' -> open.push(')');
      case '[' -> open.push(']');
      case '{' -> open.push('}');
      case ')', ']', '}' -> {
        if (open.isEmpty() || open.pop() != operator) {
          throw fault("'" + operator + "' closes nothing that is open", position);
        }
      }
      default -> {}
    }
  }

  private TemplateFault fault(String text, int position) {
    return new TemplateFault(text).at(lines.of(position));
  }
}
