package org.sealflow.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts as whole tokens: words and identifiers, and numbers with their decimals. */
public final class Tokens {
  private static final Pattern TOKEN = Pattern.compile("\\d+(?:\\.\\d+)+|[\\p{L}\\p{M}\\p{N}_]+");

  private Tokens() {}

  /** The tokens of a text in order, in lower case; what stands between them does not count. */
  public static List<String> of(String text) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      tokens.add(matcher.group().toLowerCase(Locale.ROOT));
    }
    return tokens;
  }
}
