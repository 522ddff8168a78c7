package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sealflow.model.template.value.Strings;
import org.sealflow.model.template.value.TemplateFault;

/**
 * Cuts a template into tokens and settles which white space belongs to tags: the newline after a
 * block tag or comment ({@code trim_blocks}), the blanks before one that stands first on its line
 * ({@code lstrip_blocks}), everything on the side of a {@code -}; a {@code +} keeps what these
 * would take.
 */
final class Lexer {
  private static final Pattern NEWLINE = Pattern.compile("\r\n|\r|\n");
  private static final Pattern RAW_BEGIN =
      Pattern.compile("\\{%[-+]?\\s*raw\\s*(?:-%}\\s*|%})", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern RAW_END =
      Pattern.compile(
          "\\{%([-+]?)\\s*endraw\\s*(?:\\+%}|-%}\\s*|%}\n?)", Pattern.UNICODE_CHARACTER_CLASS);

  private final String source;
  private final List<TemplateToken> tokens = new ArrayList<>();
  private final LineNumbers lines;
  private int at;

  /** Whether the text at hand begins a line of the template. */
  private boolean atLineStart = true;

  private Lexer(String source) {
    this.source = source;
    this.lines = new LineNumbers(source);
  }

  /**
   * The tokens of a template, {@link TemplateToken.Kind#END} last. Line ends count as {@code \n};
   * one at the end of the template is left out.
   *
   * @throws TemplateFault with its line
   */
  static List<TemplateToken> tokens(String template) {
    String source = NEWLINE.matcher(template).replaceAll("\n");
    Lexer lexer =
        new Lexer(source.endsWith("\n") ? source.substring(0, source.length() - 1) : source);
    lexer.readAll();
    return lexer.tokens;
  }

  private void readAll() {
    int opener = nextOpener(at);
    while (opener >= 0) {
      emitTextBefore(opener);
      at = opener;
      readConstruct();
      opener = nextOpener(at);
    }
    emitText(source.substring(at), at);
    tokens.add(TemplateToken.of(TemplateToken.Kind.END, "", lines.of(source.length())));
  }

  private int nextOpener(int from) {
    for (int i = source.indexOf('{', from); i >= 0; i = source.indexOf('{', i + 1)) {
      if (i + 1 < source.length() && "{%#".indexOf(source.charAt(i + 1)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private void emitTextBefore(int opener) {
    String text = source.substring(at, opener);
    char sign = charAt(opener + 2);
    if (sign == '-') {
      text = Strings.stripRight(text);
    } else if (sign != '+' && source.charAt(opener + 1) != '{') {
      text = withoutIndent(text);
    }
    emitText(text, at);
  }

  private String withoutIndent(String text) {
    int lineStart = text.lastIndexOf('\n') + 1;
    boolean blank = Strings.stripLeft(text.substring(lineStart)).isEmpty();
    return blank && (lineStart > 0 || atLineStart) ? text.substring(0, lineStart) : text;
  }

  private void emitText(String text, int start) {
    if (!text.isEmpty()) {
      tokens.add(TemplateToken.of(TemplateToken.Kind.TEXT, text, lines.of(start)));
    }
  }

  private char charAt(int index) {
    return index < source.length() ? source.charAt(index) : '\0';
  }

  private void readConstruct() {
    Matcher raw = RAW_BEGIN.matcher(source).region(at, source.length());
    if (charAt(at + 1) == '#') {
      skipComment();
    } else if (raw.lookingAt()) {
      readRaw(raw.end());
    } else {
      readTag(charAt(at + 1) == '{');
    }
  }

  private void skipComment() {
    int end = source.indexOf("#}", at + 2);
    if (end < 0) {
      throw fault("the comment is never closed, expected '#}'", at);
    }
    char sign = end > at + 2 ? source.charAt(end - 1) : ' ';
    at = end + 2;
    skipAfterBlock(sign);
  }

  private void readRaw(int start) {
    Matcher end = RAW_END.matcher(source).region(start, source.length());
    if (!end.find()) {
      throw fault("'raw' is never closed, expected '{% endraw %}'", at);
    }
    String text = source.substring(start, end.start());
    if (end.group(1).equals("-")) {
      text = Strings.stripRight(text);
    } else if (end.group(1).isEmpty()) {
      atLineStart = false;
      text = withoutIndent(text);
    }
    emitText(text, start);
    at = end.end();
    atLineStart = source.charAt(at - 1) == '\n';
  }

  private void readTag(boolean print) {
    int begin = at;
    TemplateToken.Kind opener =
        print ? TemplateToken.Kind.PRINT_BEGIN : TemplateToken.Kind.TAG_BEGIN;
    tokens.add(TemplateToken.of(opener, "", lines.of(begin)));
    boolean signed = charAt(at + 2) == '-' || (charAt(at + 2) == '+' && !print);
    TagLexer tag = new TagLexer(source, lines, at + (signed ? 3 : 2), print);
    tag.readInto(tokens);
    at = tag.end();
    if (print) {
      skipSpace(tag.endSign() == '-');
    } else {
      skipAfterBlock(tag.endSign());
    }
  }

  private void skipAfterBlock(char sign) {
    skipSpace(sign == '-');
    if (sign != '-' && sign != '+' && charAt(at) == '\n') {
      at++;
      atLineStart = true;
    }
  }

  private void skipSpace(boolean all) {
    int start = at;
    while (all && at < source.length() && Strings.isSpace(source.charAt(at))) {
      at++;
    }
    atLineStart = at > start && source.charAt(at - 1) == '\n';
  }

  private TemplateFault fault(String text, int position) {
    return new TemplateFault(text).at(lines.of(position));
  }
}
