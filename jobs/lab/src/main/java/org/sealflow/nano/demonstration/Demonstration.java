package org.sealflow.nano.demonstration;

import java.util.List;

/**
 * A whole conversation in which the assistant solves a task.
 *
 * @param taskId the task's id
 * @param messages the system prompt, the user's first message, then in turns one answer and one
 *     message of the environment; the last one is an answer
 */
public record Demonstration(String taskId, List<DemonstratedMessage> messages) {
  /** Fewest messages: system prompt, request, answer. */
  private static final int FEWEST = 3;

  public Demonstration {
    messages = List.copyOf(messages);
    if (messages.size() < FEWEST || !messages.get(messages.size() - 1).isAnswer()) {
      throw new IllegalArgumentException(
          "the demonstration of "
              + taskId
              + " has "
              + messages.size()
              + " messages; expected at least "
              + FEWEST
              + ", an answer at the end");
    }
  }

  /** The text of each message: the corpus of a vocabulary. */
  public List<String> texts() {
    return messages.stream().map(DemonstratedMessage::content).toList();
  }
}
