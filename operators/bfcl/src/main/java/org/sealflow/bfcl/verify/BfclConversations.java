package org.sealflow.bfcl.verify;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.ConversationTask;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.python.call.MethodTable;

/** Makes the benchmark's tasks ready for conversations. */
public final class BfclConversations {
  private BfclConversations() {}

  /**
   * A task made ready.
   *
   * @param documents the documentation of the involved classes' tools, in the order of the classes
   * @param longContext the constants a world of this task is made with
   * @param style how everything is written
   * @throws IllegalArgumentException if the task involves a class that does not exist, or reveals
   *     tools in a turn that is the first, is not there or has messages
   */
  public static ConversationTask of(
      Task task, List<ToolDoc> documents, LongContext longContext, PromptStyle style) {
    List<SimulatorClass<?>> classes = new ArrayList<>();
    task.involvedClasses().forEach(name -> classes.add(Simulators.named(name)));
    MethodTable methods = MethodTable.of(classes);
    return new ConversationTask(
        task,
        task.turns().stream().map(BfclConversations::messages).toList(),
        task.withheldTools(),
        documents,
        (modelName, asOf) -> BfclWorld.open(task, methods, longContext, modelName, asOf),
        style);
  }

  private static List<EnvironmentMessage> messages(List<Task.Message> turn) {
    return turn.stream()
        .map(message -> new EnvironmentMessage(message.role(), message.content()))
        .toList();
  }
}
