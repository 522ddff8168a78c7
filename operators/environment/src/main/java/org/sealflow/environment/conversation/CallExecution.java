package org.sealflow.environment.conversation;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.World;
import org.sealflow.python.PyStrings;
import org.sealflow.schemas.CallStatus;

/** Executes the calls of an episode on its world and counts those that fail. */
final class CallExecution {
  private final World world;
  private final PromptStyle style;
  private final Presentation presentation;
  private int failed;

  CallExecution(World world, PromptStyle style, Presentation presentation) {
    this.world = world;
    this.style = style;
    this.presentation = presentation;
  }

  /** The calls that failed so far, of whomever they were. */
  int failed() {
    return failed;
  }

  /** Executes calls of the policy, in order. */
  List<ExecutedCall> executed(List<ToolCall> calls) {
    List<ExecutedCall> executed = new ArrayList<>(calls.size());
    calls.forEach(call -> executed.add(execute(call)));
    return executed;
  }

  private ExecutedCall execute(ToolCall call) {
    String text = call.text(world::text);
    String result = counted(world.execute(text));
    String rendered = style.result(result);
    String shown =
        presentation
            .hintAfter(call.nameText(), text, result)
            .map(hint -> rendered + "\n" + inOneLine(hint))
            .orElse(rendered);
    return new ExecutedCall(text, result, shown);
  }

  /** A hint may quote what the policy wrote, line breaks included. */
  private static String inOneLine(String hint) {
    return String.join(" ", PyStrings.splitLines(hint));
  }

  /** Executes calls of the user, in order; nobody adds to what they give. */
  List<ExecutedCall> executedForUser(List<ToolCall> calls) {
    List<ExecutedCall> executed = new ArrayList<>(calls.size());
    for (ToolCall call : calls) {
      String text = call.text(world::text);
      String result = counted(world.executeForUser(text));
      executed.add(new ExecutedCall(text, result, result));
    }
    return executed;
  }

  /** The call strings of calls that are not executed. */
  List<String> texts(List<ToolCall> calls) {
    return calls.stream().map(call -> call.text(world::text)).toList();
  }

  private String counted(CallResult result) {
    failed += result.status() == CallStatus.SUCCEEDED ? 0 : 1;
    return result.text();
  }
}
