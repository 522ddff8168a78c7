package org.sealflow.synthesize;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.TaskLines;
import org.sealflow.python.PyJson;
import org.sealflow.schemas.digest.Sha256;

/** A task without its name: what tells tasks of one content. */
final class TaskContent {
  private static final String NAMELESS = "task_0";
  private static final int LETTERS = 12;

  private TaskContent() {}

  /** SHA-256 of category and content as 64 hex digits: equal for tasks that differ in id alone. */
  static String digest(Task task) {
    Task nameless = named(task, NAMELESS);
    return Sha256.hex(
        task.category() + "\n" + TaskLines.question(nameless) + "\n" + TaskLines.answer(nameless));
  }

  /** The task under another id. */
  static Task named(Task task, String id) {
    return new Task(
        id,
        task.turns(),
        task.involvedClasses(),
        task.initialConfiguration(),
        task.withheldTools(),
        task.groundTruth());
  }

  /**
   * An id that follows from the content. It ends in letters alone: a number at the end of an id is
   * that of a scenario, which a made task must not claim.
   */
  static String id(Task task) {
    String letters =
        digest(task)
            .substring(0, LETTERS)
            .chars()
            .mapToObj(digit -> String.valueOf((char) ('a' + Character.digit(digit, 16))))
            .collect(Collectors.joining());
    return task.category() + "_made-" + letters;
  }

  /** The user's messages, turn by turn, without regard to case and blanks; empty if none. */
  static String said(Task task) {
    return task.turns().stream()
        .flatMap(List::stream)
        .map(message -> message.content().strip().replaceAll("\\s+", " "))
        .collect(Collectors.joining("\n"))
        .toLowerCase(Locale.ROOT);
  }

  /** The starting state of the services; empty if all start empty. */
  static String start(Task task) {
    return task.initialConfiguration().isEmpty() ? "" : PyJson.dumps(task.initialConfiguration());
  }
}
