package org.sealflow.tau.world;

import java.util.Locale;

/** A party of the conversation. */
public enum Requestor {
  ASSISTANT,
  USER;

  /** The name in the benchmark's files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The party of a name.
   *
   * @throws IllegalArgumentException if there is no such party
   */
  public static Requestor of(String label) {
    return switch (label) {
      case "assistant" -> ASSISTANT;
      case "user" -> USER;
      default ->
          throw new IllegalArgumentException(
              "invalid party '" + label + "': expected assistant or user");
    };
  }
}
