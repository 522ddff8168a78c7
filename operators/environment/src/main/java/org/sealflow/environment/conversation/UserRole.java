package org.sealflow.environment.conversation;

import java.util.List;
import org.sealflow.environment.ToolDoc;

/**
 * The part of a user whom somebody plays, a model or a script. Immutable.
 *
 * @param instructions what the player is told to be and to want
 * @param tools the documentation of the user's own tools, in order; empty if it has none
 * @param opening what was said before, as the player sees it: its own words are the {@code
 *     assistant}'s, the policy's are the {@code user}'s
 * @param endings texts of which one, anywhere in what the user says, ends the episode
 */
public record UserRole(
    String instructions,
    List<ToolDoc> tools,
    List<EnvironmentMessage> opening,
    List<String> endings) {
  public UserRole {
    tools = List.copyOf(tools);
    opening = List.copyOf(opening);
    endings = List.copyOf(endings);
  }

  boolean isEnding(String text) {
    return endings.stream().anyMatch(text::contains);
  }
}
