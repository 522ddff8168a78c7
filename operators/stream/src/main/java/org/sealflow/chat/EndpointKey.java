package org.sealflow.chat;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bearer key of a server from the environment. Nothing it says of a key holds the key.
 */
public final class EndpointKey {
  /** Headers are of bytes, a character each. */
  private static final int LARGEST = 255;

  private EndpointKey() {}

  /**
   * The key in a variable, without white space around it: files and secrets often end with a line
   * break.
   *
   * @return null if the variable is not set, or blank
   * @throws IllegalArgumentException if no header can carry the key: one line that names the
   *     variable
   */
  public static @Nullable String read(Map<String, String> environment, String variable) {
    String value = environment.get(variable);
    if (value == null || value.isBlank()) {
      return null;
    }
    String key = value.strip();
    if (key.chars().anyMatch(each -> Character.isISOControl(each) || each > LARGEST)) {
      throw new IllegalArgumentException(
          "the key in the environment variable "
              + variable
              + " holds a line break, another control character, or one beyond Latin-1, which no"
              + " header can carry: set the variable to the key alone");
    }
    return key;
  }
}
