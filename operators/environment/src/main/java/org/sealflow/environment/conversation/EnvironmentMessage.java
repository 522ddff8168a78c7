package org.sealflow.environment.conversation;

/**
 * A message the environment gives the policy.
 *
 * @param role {@code system} or {@code user}
 * @param content the text, may be empty
 */
public record EnvironmentMessage(String role, String content) {
  static EnvironmentMessage system(String content) {
    return new EnvironmentMessage("system", content);
  }

  /** A message of a user or a tool: the protocol gives both the same role. */
  static EnvironmentMessage user(String content) {
    return new EnvironmentMessage("user", content);
  }
}
