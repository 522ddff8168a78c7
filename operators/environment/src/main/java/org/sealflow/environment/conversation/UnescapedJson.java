package org.sealflow.environment.conversation;

/** JSON as Python writes it with {@code ensure_ascii=False}: characters beyond ASCII stay. */
final class UnescapedJson {
  /** Python escapes DEL where it escapes what is not ASCII. */
  private static final int FIRST_KEPT = 0x7f;

  private UnescapedJson() {}

  /** JSON written in ASCII, with no escapes but those that JSON itself asks for. */
  static String of(String ascii) {
    StringBuilder out = new StringBuilder(ascii.length());
    int at = 0;
    for (int escape = ascii.indexOf('\\'); escape >= 0; escape = ascii.indexOf('\\', at)) {
      out.append(ascii, at, escape);
      boolean numeric = ascii.charAt(escape + 1) == 'u';
      at = escape + (numeric ? 6 : 2);
      int character = numeric ? Integer.parseInt(ascii, escape + 2, at, 16) : 0;
      if (character >= FIRST_KEPT) {
        out.append((char) character);
      } else {
        out.append(ascii, escape, at);
      }
    }
    return out.append(ascii, at, ascii.length()).toString();
  }
}
