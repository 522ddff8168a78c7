package org.sealflow.environment.conversation;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.TaskOutline;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.World;

/**
 * A task made ready for conversations: the user's messages, its tools sorted into known and
 * withheld ones, and their texts, written once. Immutable and thread-safe; any number of
 * conversations may run on it at the same time.
 */
public final class ConversationTask {
  /** Opens worlds in the task's starting state. */
  @FunctionalInterface
  public interface Worlds {
    /**
     * A world of its own.
     *
     * @param modelName the name the policy's world carries
     * @param asOf today, as date-dependent tools see it; null if unknown
     * @throws RuntimeException if the starting state cannot be loaded
     */
    World open(String modelName, @Nullable LocalDate asOf);
  }

  private final TaskOutline task;
  private final List<List<EnvironmentMessage>> turns;
  private final @Nullable Dialogue dialogue;
  private final Worlds worlds;
  private final PromptStyle style;
  private final List<WrittenTool> tools;
  private final Map<Integer, List<WrittenTool>> revealed = new TreeMap<>();

  /**
   * Makes a task ready.
   *
   * @param turns what the user says, by turn; a turn without messages reveals tools
   * @param withheld turn index → names of the tools that become known at that turn
   * @param documents the documentation of all tools, withheld ones among them, in order
   * @param style how everything is written
   * @throws IllegalArgumentException if the task reveals tools in a turn that is the first, is not
   *     there or has messages
   */
  public ConversationTask(
      TaskOutline task,
      List<List<EnvironmentMessage>> turns,
      Map<Integer, List<String>> withheld,
      List<ToolDoc> documents,
      Worlds worlds,
      PromptStyle style) {
    this.task = task;
    this.turns = turns.stream().map(List::copyOf).toList();
    this.dialogue = null;
    this.worlds = worlds;
    this.style = style;
    List<ToolDoc> known = new ArrayList<>(documents);
    withheld.forEach(
        (turn, names) -> {
          requireRevealTurn(turn);
          revealed.put(turn, WrittenTool.of(taken(known, names), style::revealedTool));
        });
    this.tools = WrittenTool.of(known, style::tool);
  }

  /**
   * Makes a task ready of which nobody knows yet what the user will say.
   *
   * @param documents the documentation of the policy's tools, in order
   * @param style how everything is written
   */
  public ConversationTask(
      TaskOutline task,
      Dialogue dialogue,
      List<ToolDoc> documents,
      Worlds worlds,
      PromptStyle style) {
    this.task = task;
    this.turns = List.of();
    this.dialogue = dialogue;
    this.worlds = worlds;
    this.style = style;
    this.tools = WrittenTool.of(documents, style::tool);
  }

  private void requireRevealTurn(int turn) {
    if (turn < 1 || turn >= turns.size() || !turns.get(turn).isEmpty()) {
      throw new IllegalArgumentException(
          "task "
              + task.id()
              + " reveals tools in turn "
              + turn
              + "; expected a turn from 1 to "
              + (turns.size() - 1)
              + " without messages");
    }
  }

  /** Takes the first document of each name out of the known ones. */
  private static List<ToolDoc> taken(List<ToolDoc> known, List<String> names) {
    List<ToolDoc> taken = new ArrayList<>();
    for (String name : names) {
      for (ToolDoc document : known) {
        if (document.name().equals(name)) {
          taken.add(document);
          known.remove(document);
          break;
        }
      }
    }
    return taken;
  }

  public TaskOutline task() {
    return task;
  }

  /** The frame of a conversation whose user's words are not fixed; null if they are. */
  public @Nullable Dialogue dialogue() {
    return dialogue;
  }

  /** How everything is written. */
  public PromptStyle style() {
    return style;
  }

  /** The tools known from the start. */
  List<WrittenTool> tools() {
    return tools;
  }

  /** The tools that become known at a turn; null if the turn reveals none. */
  @Nullable List<WrittenTool> revealedAt(int turn) {
    return revealed.get(turn);
  }

  boolean hasTurn(int turn) {
    return turn < turns.size();
  }

  /** The user's first message, whoever it names as its author; empty if there is none. */
  String firstQuery() {
    List<EnvironmentMessage> messages = turns.isEmpty() ? List.of() : turns.get(0);
    return messages.isEmpty() ? "" : messages.get(0).content();
  }

  /** The user's message in a later turn; empty if there is none. */
  String query(int turn) {
    for (EnvironmentMessage message : turns.get(turn)) {
      if (message.role().equals("user")) {
        return message.content();
      }
    }
    return "";
  }

  /** A fresh world. */
  World world(String modelName, @Nullable LocalDate asOf) {
    return worlds.open(modelName, asOf);
  }
}
