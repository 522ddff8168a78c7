package org.sealflow.environment.conversation;

/**
 * A message the environment gives the policy.
 *
 * @param role {@code system} or {@code user}
 * @param content the text, may be empty
 */
public record ChatMessage(String role, String content) {
  static ChatMessage system(String content) {
    return new ChatMessage("system", content);
  }

  /** A message of a user or a tool: the protocol gives both the same role. */
  static ChatMessage user(String content) {
    return new ChatMessage("user", content);
  }
}
