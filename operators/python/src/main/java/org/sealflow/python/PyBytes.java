package org.sealflow.python;

import java.nio.charset.StandardCharsets;

/** A Python bytes object: immutable. */
public final class PyBytes implements PyObject {
  /** One character per byte, U+0000 to U+00FF. */
  private final String bytes;

  /**
   * @param bytes one character per byte, each at most U+00FF
   */
  public PyBytes(String bytes) {
    if (!StandardCharsets.ISO_8859_1.newEncoder().canEncode(bytes)) {
      throw new IllegalArgumentException("a character beyond U+00FF is no byte");
    }
    this.bytes = bytes;
  }

  public int size() {
    return bytes.length();
  }

  @Override
  public String typeName() {
    return "bytes";
  }

  @Override
  public String repr() {
    char quote = bytes.indexOf('\'') >= 0 && bytes.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder out = new StringBuilder("b").append(quote);
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> appendPlain(out, c, quote);
      }
    }
    return out.append(quote).toString();
  }

  private static void appendPlain(StringBuilder out, char c, char quote) {
    if (c == quote) {
      out.append('\\').append(c);
    } else if (c >= 0x20 && c < 0x7f) {
      out.append(c);
    } else {
      out.append(String.format("\\x%02x", (int) c));
    }
  }

  @Override
  public boolean isTrue() {
    return !bytes.isEmpty();
  }

  @Override
  public boolean pyEquals(Object other) {
    return other instanceof PyBytes that && bytes.equals(that.bytes);
  }

  @Override
  public Object hashKey() {
    return new Key(bytes);
  }

  private record Key(String bytes) {}

  @Override
  public String toString() {
    return repr();
  }
}
