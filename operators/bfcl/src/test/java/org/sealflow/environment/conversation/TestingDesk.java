package org.sealflow.environment.conversation;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.simulator.LongContext;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclConversations;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;

/** A task of three turns on a small file system; the second turn reveals {@code wc}. */
final class TestingDesk {
  static final String MODEL = "desk_0000002a";

  static final String LS =
      "{\"name\": \"ls\", \"description\": \"Lists the folder.\", \"parameters\": {\"type\":"
          + " \"dict\", \"properties\": {\"a\": {\"type\": \"boolean\", \"description\": \"Hidden"
          + " ones too.\", \"default\": false}}, \"required\": []}, \"response\": {\"type\":"
          + " \"dict\"}}";

  /** Holds characters beyond ASCII, as JSON escapes them. */
  static final String CAT =
      "{\"name\": \"cat\", \"description\": \"Shows a file \\u2013 even a caf\\u00e9's.\","
          + " \"parameters\": {\"type\": \"dict\", \"properties\": {\"file_name\": {\"type\":"
          + " \"string\", \"description\": \"Its name. \"}}, \"required\": [\"file_name\"]}}";

  static final String WC =
      "{\"name\": \"wc\", \"description\": \"Counts \\u2014 \\\"all\\\" of it.\", \"parameters\":"
          + " {\"type\": \"dict\", \"properties\": {\"file_name\": {\"type\": \"string\","
          + " \"description\": \"Its name.\"}, \"mode\": {\"type\": \"string\", \"description\":"
          + " \"What to count.\"}}, \"required\": [\"file_name\"]}}";

  static final List<ToolDoc> TOOLS = List.of(tool(LS), tool(WC), tool(CAT));

  static final Task TASK =
      new Task(
          "multi_turn_miss_func_900",
          List.of(List.of(user("Show me the note.")), List.of(), List.of(user("Thank you."))),
          List.of("GorillaFileSystem"),
          json(
              "{\"GorillaFileSystem\": {\"root\": {\"desk\": {\"type\": \"directory\","
                  + " \"contents\": {\"note.txt\": {\"type\": \"file\", \"content\": \"one"
                  + " two\"}}}}}}"),
          Map.of(1, List.of("wc")),
          List.of(List.of(), List.of(), List.of()));

  private static final ConversationTask READY = ready(TASK);

  private TestingDesk() {}

  static PyDict json(String text) {
    return (PyDict) PyJsonReader.read(text);
  }

  static ToolDoc tool(String json) {
    return ToolDoc.of(json(json));
  }

  static Task.Message user(String content) {
    return new Task.Message("user", content);
  }

  /** The desk's task with other turns, of which none reveals anything. */
  static Task withTurns(List<List<Task.Message>> turns) {
    List<List<String>> noTruth = turns.stream().map(turn -> List.<String>of()).toList();
    return new Task(
        "multi_turn_base_900",
        turns,
        TASK.involvedClasses(),
        TASK.initialConfiguration(),
        Map.of(),
        noTruth);
  }

  static ConversationTask ready(Task task) {
    return BfclConversations.of(
        task, TOOLS, LongContext.none(), PromptStyles.qwenFunctionCalling());
  }

  static Conversation start(Rules rules, Presentation presentation) {
    return start(READY, rules, presentation);
  }

  static Conversation start(Task task, Rules rules, Presentation presentation) {
    return start(ready(task), rules, presentation);
  }

  private static Conversation start(ConversationTask task, Rules rules, Presentation presentation) {
    return Conversation.start(task, rules, presentation, MODEL, LocalDate.of(2026, 1, 15));
  }

  /** The desk under the protocol's defaults, without a step limit. */
  static Conversation plain() {
    return start(Rules.of(null), Presentation.plain());
  }

  /** A block with that JSON between the tags. */
  static String block(String json) {
    return "<tool_call>\n" + json + "\n</tool_call>";
  }

  static String call(String name, String arguments) {
    return block("{\"name\": \"" + name + "\", \"arguments\": " + arguments + "}");
  }
}
