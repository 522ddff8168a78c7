package org.sealflow.environment.conversation;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names the policy's simulator instances carry (environment-protocol.md section 1). A name is
 * part of call texts, so it has to read as a Python identifier.
 */
public final class ModelNames {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private ModelNames() {}

  /**
   * The name of one episode: the prefix with {@code /}, {@code -} and {@code .} as {@code _}, and
   * eight hex digits.
   *
   * @param prefix names the model
   * @param episode tells the episodes of a model apart
   * @throws IllegalArgumentException if no identifier comes of it
   */
  public static String ofEpisode(String prefix, int episode) {
    String escaped = prefix.replace('/', '_').replace('-', '_').replace('.', '_');
    return checked(escaped + "_" + String.format(Locale.ROOT, "%08x", episode));
  }

  static String checked(String name) {
    if (!IDENTIFIER.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the model name '"
              + name
              + "' cannot be part of a call; expected a letter or _, then letters, digits and _");
    }
    return name;
  }
}
