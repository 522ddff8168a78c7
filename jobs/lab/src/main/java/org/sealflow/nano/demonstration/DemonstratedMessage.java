package org.sealflow.nano.demonstration;

import org.sealflow.model.text.TemplateMessage;

/**
 * A message of a demonstration.
 *
 * @param role {@code system}, {@code user} or {@code assistant}; results come from the user, as the
 *     protocol has it
 * @param content the text
 * @param imitated whether it is to be learnt: the assistant's messages but for deliberate mistakes
 */
public record DemonstratedMessage(String role, String content, boolean imitated) {
  static final String ASSISTANT = "assistant";

  public DemonstratedMessage {
    if (imitated && !role.equals(ASSISTANT)) {
      throw new IllegalArgumentException(
          "a message of the " + role + " is to be imitated; expected one of the assistant");
    }
  }

  /** A message of the environment. */
  static DemonstratedMessage of(org.sealflow.environment.conversation.EnvironmentMessage message) {
    return new DemonstratedMessage(message.role(), message.content(), false);
  }

  /** Whether the assistant says it. */
  public boolean isAnswer() {
    return role.equals(ASSISTANT);
  }

  /** The message as chat templates take it. */
  public TemplateMessage asChatMessage() {
    return TemplateMessage.of(role, content);
  }
}
