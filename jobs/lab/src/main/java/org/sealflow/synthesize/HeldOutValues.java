package org.sealflow.synthesize;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sealflow.bfcl.task.Task;
import org.sealflow.diagnose.GroundTruthValues;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyJson;

/**
 * The values that only tasks of validation and test pass: those of their ground truth that occur
 * neither in a task trained on nor in the documentation. No text with one of them leaves the
 * process.
 */
final class HeldOutValues {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /** Shorter values stand everywhere. */
  private static final int SHORTEST = 3;

  /** Each value as words between blanks. */
  private final Set<String> values = new HashSet<>();

  HeldOutValues(KnownTasks known) {
    known.heldOut().forEach(task -> passed(task).forEach(values::add));
    if (values.isEmpty()) {
      return;
    }
    for (List<ToolDoc> documents : known.sources().documents().values()) {
      documents.forEach(document -> removeIn(PyJson.dumps(document.document())));
    }
    for (Task task : known.training()) {
      if (!known.resemblesHeldOut(task)) {
        passed(task).forEach(values::remove);
        removeIn(TaskContent.start(task));
        removeIn(TaskContent.said(task));
      }
    }
  }

  private static Stream<String> passed(Task task) {
    return task.groundTruth().stream()
        .flatMap(List::stream)
        .flatMap(call -> GroundTruthValues.of(call).stream())
        .filter(value -> value.length() >= SHORTEST)
        .map(HeldOutValues::words)
        .filter(words -> !words.isBlank());
  }

  private void removeIn(String text) {
    Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (word.find()) {
      values.remove(" " + word.group() + " ");
    }
    String words = words(text);
    values.removeIf(value -> value.indexOf(' ', 1) < value.length() - 1 && words.contains(value));
  }

  /** The words of a text in lower case, each between blanks. */
  private static String words(String text) {
    StringBuilder words = new StringBuilder(" ");
    Matcher word = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (word.find()) {
      words.append(word.group()).append(' ');
    }
    return words.toString();
  }

  /** Whether a text holds one of the values. */
  boolean areIn(String text) {
    String words = words(text);
    return values.stream().anyMatch(words::contains);
  }
}
