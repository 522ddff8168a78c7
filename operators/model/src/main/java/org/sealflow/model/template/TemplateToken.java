package org.sealflow.model.template;

/**
 * A piece of a template.
 *
 * @param text what it says: of a text or string its content, of a tag's end nothing
 * @param value of a number or string; the text for other kinds
 * @param line where it begins, from 1
 */
record TemplateToken(Kind kind, String text, Object value, int line) {
  enum Kind {
    /** Text outside tags. */
    TEXT,
    PRINT_BEGIN,
    PRINT_END,
    TAG_BEGIN,
    TAG_END,
    NAME,
    STRING,
    NUMBER,
    OPERATOR,
    END
  }

  static TemplateToken of(Kind kind, String text, int line) {
    return new TemplateToken(kind, text, text, line);
  }

  boolean is(Kind wanted, String wantedText) {
    return kind == wanted && text.equals(wantedText);
  }

  /** How an error text calls it. */
  String described() {
    return switch (kind) {
      case TEXT, PRINT_BEGIN, TAG_BEGIN -> "text";
      case PRINT_END -> "'}}'";
      case TAG_END -> "'%}'";
      case STRING -> "the text '" + text + "'";
      case NAME, NUMBER, OPERATOR -> "'" + text + "'";
      case END -> "the end of the template";
    };
  }
}
