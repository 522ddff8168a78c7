package org.sealflow.python;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code json.loads} of CPython 3.11: {@code NaN}, {@code Infinity} and {@code -Infinity} are
 * numbers, ints have any size up to 4,300 digits, the last of equal keys wins (at the place of the
 * first), a lone surrogate may be escaped, a raw control character in a text is an error.
 *
 * <p>Values are {@link PyDict}, {@link PyList}, {@code String}, {@code Long}, {@code BigInteger},
 * {@code Double}, {@code Boolean} and {@link PyNone#NONE}.
 */
public final class PyJsonReader {
  /** Python's own limit lies near here and depends on what calls it. */
  private static final int MAX_DEPTH = 900;

  private static final int MAX_INT_DIGITS = 4300;

  /** Numbers of fewer characters always fit a long. */
  private static final int SHORT_INT = 18;

  /** The longest key, in characters, that is kept only once in the JVM. */
  private static final int LONGEST_NAME = 32;

  private final String text;
  private int at;
  private int depth;

  private PyJsonReader(String text) {
    this.text = text;
  }

  /**
   * The value of a JSON text.
   *
   * @throws PyException with the text of Python's JSONDecodeError (a ValueError), ValueError for an
   *     int of more than 4,300 digits, RecursionError for too deep a nesting
   */
  public static Object read(String json) {
    PyJsonReader reader = new PyJsonReader(json);
    if (json.startsWith("\ufeff")) {
      throw reader.error("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0);
    }
    reader.skipBlanks();
    Object value = reader.value();
    reader.skipBlanks();
    if (reader.at < json.length()) {
      throw reader.error("Extra data", reader.at);
    }
    return value;
  }

  /**
   * The value an open parser stands at; afterwards it stands at the last token of the value. What
   * the parser accepts beyond strict JSON is its owner's choice.
   *
   * @throws IOException as the parser throws, and where it stands at no value
   */
  public static Object read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("the JSON parser stands at no value");
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> PyNone.NONE;
      default ->
          throw new IOException("the JSON parser stands at " + token + ", which is no value");
    };
  }

  private static PyDict object(JsonParser parser) throws IOException {
    PyDict dict = new PyDict();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = key(parser.currentName());
      parser.nextToken();
      dict.put(key, read(parser));
    }
    return dict;
  }

  /** Most keys are constants of our code too: the same object is found without a comparison. */
  private static String key(String text) {
    return text.length() <= LONGEST_NAME ? text.intern() : text;
  }

  private static PyList array(JsonParser parser) throws IOException {
    List<Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(read(parser));
    }
    return new PyList(items);
  }

  private static Object integer(JsonParser parser) throws IOException {
    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? parser.getBigIntegerValue()
        : (Object) parser.getLongValue();
  }

  private PyException error(String message, int position) {
    int line = 1;
    int lineStart = 0;
    for (int i = text.indexOf('\n'); i >= 0 && i < position; i = text.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return PyException.valueError(
        message
            + ": line "
            + line
            + " column "
            + (text.codePointCount(lineStart, position) + 1)
            + " (char "
            + text.codePointCount(0, position)
            + ")");
  }

  private char current() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private void skipBlanks() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
        return;
      }
      at++;
    }
  }

  private Object value() {
    return switch (current()) {
      case '"' -> string();
      case '{' -> nested("object");
      case '[' -> nested("array");
      default -> scalar();
    };
  }

  private Object nested(String kind) {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new PyException(
          PyException.Kind.RECURSION_ERROR,
          "maximum recursion depth exceeded while decoding a JSON "
              + kind
              + " from a unicode string");
    }
    at++;
    Object value = kind.equals("object") ? object() : array();
    depth--;
    return value;
  }

  private Object scalar() {
    if (accept("null")) {
      return PyNone.NONE;
    }
    if (accept("true")) {
      return true;
    }
    if (accept("false")) {
      return false;
    }
    if (accept("NaN")) {
      return Double.NaN;
    }
    if (accept("Infinity")) {
      return Double.POSITIVE_INFINITY;
    }
    return accept("-Infinity") ? (Object) Double.NEGATIVE_INFINITY : number();
  }

  private boolean accept(String word) {
    if (!text.startsWith(word, at)) {
      return false;
    }
    at += word.length();
    return true;
  }

  private PyDict object() {
    PyDict dict = new PyDict();
    skipBlanks();
    if (current() == '}') {
      at++;
      return dict;
    }
    while (true) {
      if (current() != '"') {
        throw error("Expecting property name enclosed in double quotes", at);
      }
      String key = key(string());
      skipBlanks();
      if (current() != ':') {
        throw error("Expecting ':' delimiter", at);
      }
      at++;
      skipBlanks();
      dict.put(key, value());
      if (closes('}')) {
        return dict;
      }
    }
  }

  private PyList array() {
    List<Object> items = new ArrayList<>();
    skipBlanks();
    if (current() == ']') {
      at++;
      return new PyList(items);
    }
    do {
      items.add(value());
    } while (!closes(']'));
    return new PyList(items);
  }

  /** Reads a closing bracket, or a comma and the blanks after it. */
  private boolean closes(char bracket) {
    skipBlanks();
    char c = current();
    if (c != bracket && c != ',') {
      throw error("Expecting ',' delimiter", at);
    }
    at++;
    if (c == ',') {
      skipBlanks();
    }
    return c == bracket;
  }

  private Object number() {
    int start = at;
    int digitsAt = current() == '-' ? at + 1 : at;
    int end = digitsEnd(digitsAt);
    if (end == digitsAt) {
      throw error("Expecting value", start);
    }
    if (text.charAt(digitsAt) == '0') {
      end = digitsAt + 1;
    }
    int fractionEnd = fractionEnd(end);
    int exponentEnd = exponentEnd(fractionEnd);
    at = exponentEnd;
    return exponentEnd == end
        ? integer(text.substring(start, end), end - digitsAt)
        : (Object) Double.parseDouble(text.substring(start, exponentEnd));
  }

  private int digitsEnd(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private int fractionEnd(int from) {
    if (from >= text.length() || text.charAt(from) != '.') {
      return from;
    }
    int end = digitsEnd(from + 1);
    return end > from + 1 ? end : from;
  }

  private int exponentEnd(int from) {
    if (from >= text.length() || (text.charAt(from) != 'e' && text.charAt(from) != 'E')) {
      return from;
    }
    boolean signed =
        from + 1 < text.length() && (text.charAt(from + 1) == '-' || text.charAt(from + 1) == '+');
    int digitsAt = from + (signed ? 2 : 1);
    int end = digitsEnd(digitsAt);
    return end > digitsAt ? end : from;
  }

  private static Object integer(String literal, int digits) {
    if (literal.length() <= SHORT_INT) {
      return Long.parseLong(literal);
    }
    if (digits > MAX_INT_DIGITS) {
      throw PyException.valueError(
          "Exceeds the limit (4300 digits) for integer string conversion: value has "
              + digits
              + " digits; use sys.set_int_max_str_digits() to increase the limit");
    }
    return PyNumbers.normalize(new BigInteger(literal));
  }

  private String string() {
    int begin = at;
    at++;
    int plain = plainEnd(at);
    if (plain < text.length() && text.charAt(plain) == '"') {
      String value = text.substring(at, plain);
      at = plain + 1;
      return value;
    }
    StringBuilder value = new StringBuilder();
    while (true) {
      value.append(text, at, plain);
      at = plain;
      if (at >= text.length()) {
        throw error("Unterminated string starting at", begin);
      }
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      if (c != '\\') {
        throw error("Invalid control character at", at);
      }
      escape(value, begin);
      plain = plainEnd(at);
    }
  }

  private int plainEnd(int from) {
    int end = from;
    while (end < text.length()) {
      char c = text.charAt(end);
      if (c == '"' || c == '\\' || c < 0x20) {
        break;
      }
      end++;
    }
    return end;
  }

  private void escape(StringBuilder value, int begin) {
    if (at + 1 >= text.length()) {
      throw error("Unterminated string starting at", begin);
    }
    char c = text.charAt(at + 1);
    switch (c) {
      case '"', '\\', '/' -> value.append(c);
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'n' -> value.append('\n');
      case 'r' -> value.append('\r');
      case 't' -> value.append('\t');
      case 'u' -> {
        value.append(unicodeEscape());
        at += 4;
      }
      default -> throw error("Invalid \\escape", at);
    }
    at += 2;
  }

  private char unicodeEscape() {
    int value = 0;
    for (int i = at + 2; i < at + 6; i++) {
      // Python looks for the character after the digits before it looks at the digits.
      boolean readable = at + 6 < text.length() && text.charAt(i) < 0x80;
      int digit = readable ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        throw error("Invalid \\uXXXX escape", at + 1);
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }
}
