package org.sealflow.learn.policy;

import org.jspecify.annotations.Nullable;

/**
 * A message of a conversation.
 *
 * @param role {@code system}, {@code user} or {@code assistant}
 * @param content its text, may be empty
 * @param plain what it would say without patches; null if nobody asks for that
 */
public record ChatMessage(String role, String content, @Nullable String plain) {
  /** A message of which nobody asks what it would say without patches. */
  public ChatMessage(String role, String content) {
    this(role, content, null);
  }
}
