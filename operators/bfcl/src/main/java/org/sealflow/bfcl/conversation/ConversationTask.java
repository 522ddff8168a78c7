package org.sealflow.bfcl.conversation;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.SimulatorInstances;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.simulator.World;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.task.ToolDoc;
import org.sealflow.python.call.MethodTable;

/**
 * A task made ready for conversations: its method table, its tools sorted into known and withheld
 * ones, and their texts, written once. Immutable and thread-safe; any number of conversations may
 * run on it at the same time.
 */
public final class ConversationTask {
  private final Task task;
  private final LongContext longContext;
  private final PromptStyle style;
  private final MethodTable methods;
  private final List<WrittenTool> tools;
  private final Map<Integer, List<WrittenTool>> revealed = new TreeMap<>();

  /**
   * Makes a task ready.
   *
   * @param documents the documentation of the involved classes' tools, in the order of the classes
   * @param longContext the constants a world of this task is made with
   * @param style how everything is written
   * @throws IllegalArgumentException if the task involves a class that does not exist, or reveals
   *     tools in a turn that is the first, is not there or has messages
   */
  public ConversationTask(
      Task task, List<ToolDoc> documents, LongContext longContext, PromptStyle style) {
    this.task = task;
    this.longContext = longContext;
    this.style = style;
    List<SimulatorClass<?>> classes = new ArrayList<>();
    task.involvedClasses().forEach(name -> classes.add(Simulators.named(name)));
    this.methods = MethodTable.of(classes);
    List<ToolDoc> known = new ArrayList<>(documents);
    task.withheldTools()
        .forEach(
            (turn, names) -> {
              requireRevealTurn(turn);
              revealed.put(turn, WrittenTool.of(taken(known, names), style::revealedTool));
            });
    this.tools = WrittenTool.of(known, style::tool);
  }

  private void requireRevealTurn(int turn) {
    if (turn < 1 || turn >= task.turns().size() || !task.turns().get(turn).isEmpty()) {
      throw new IllegalArgumentException(
          "task "
              + task.id()
              + " reveals tools in turn "
              + turn
              + "; expected a turn from 1 to "
              + (task.turns().size() - 1)
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

  public Task task() {
    return task;
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
    return turn < task.turns().size();
  }

  /** The user's first message, whoever it names as its author; empty if there is none. */
  String firstQuery() {
    List<Task.Message> messages = task.turns().isEmpty() ? List.of() : task.turns().get(0);
    return messages.isEmpty() ? "" : messages.get(0).content();
  }

  /** The user's message in a later turn; empty if there is none. */
  String query(int turn) {
    for (Task.Message message : task.turns().get(turn)) {
      if (message.role().equals("user")) {
        return message.content();
      }
    }
    return "";
  }

  /** Fresh instances in a world of their own. */
  SimulatorInstances instances(String modelName, @Nullable LocalDate asOf) {
    return new SimulatorInstances(
        modelName,
        task.id(),
        methods,
        task.initialConfiguration(),
        task.longContext(),
        new World(longContext, asOf));
  }
}
