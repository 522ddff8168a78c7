package org.sealflow.learn.policy;

/**
 * A message of a conversation.
 *
 * @param role {@code system}, {@code user} or {@code assistant}
 * @param content its text, may be empty
 */
public record ChatMessage(String role, String content) {}
