package org.sealflow.schemas;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The full names of the topics: a prefix, so that several systems can share a broker, and the
 * topic's own name.
 *
 * @param prefix what every name starts with, e.g. {@code sealflow.}; may be empty
 */
public record Topics(String prefix) {
  /** The prefix unless told otherwise. */
  public static final String DEFAULT_PREFIX = "sealflow.";

  private static final Pattern ALLOWED = Pattern.compile("[a-zA-Z0-9._-]{0,200}");

  /**
   * Checks the prefix.
   *
   * @throws IllegalArgumentException if Kafka would not accept it in a topic's name
   */
  public Topics {
    if (!ALLOWED.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "topic prefix is '"
              + prefix
              + "': use at most 200 letters, digits, dots, underscores and hyphens");
    }
  }

  /** The topics under the default prefix. */
  public static Topics standard() {
    return new Topics(DEFAULT_PREFIX);
  }

  /** The full name of a topic. */
  public String name(Topic topic) {
    return prefix + topic.baseName();
  }

  /** The topic of this full name; empty if it is none of ours. */
  public Optional<Topic> topic(String name) {
    for (Topic topic : Topic.values()) {
      if (name(topic).equals(name)) {
        return Optional.of(topic);
      }
    }
    return Optional.empty();
  }
}
