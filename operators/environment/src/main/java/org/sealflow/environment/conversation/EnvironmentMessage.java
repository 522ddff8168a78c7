package org.sealflow.environment.conversation;

/**
 * A message the environment gives the policy.
 *
 * @param role {@code system} or {@code user}
 * @param content the text, may be empty
 * @param plain the text if nothing were added to the protocol; the same unless a presentation adds
 *     something
 */
public record EnvironmentMessage(String role, String content, String plain) {
  /** A message to which nothing is added. */
  public EnvironmentMessage(String role, String content) {
    this(role, content, content);
  }

  static EnvironmentMessage system(String content) {
    return new EnvironmentMessage("system", content);
  }

  /** A message of a user or a tool: the protocol gives both the same role. */
  static EnvironmentMessage user(String content) {
    return new EnvironmentMessage("user", content);
  }

  /** The same message, which would read otherwise if nothing were added. */
  EnvironmentMessage insteadOf(String withoutAdditions) {
    return new EnvironmentMessage(role, content, withoutAdditions);
  }
}
