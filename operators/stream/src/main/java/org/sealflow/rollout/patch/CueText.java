package org.sealflow.rollout.patch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.ArgumentCue;

/** How a cue reads: words behind the description of an argument, each kind in a form of its own. */
final class CueText {
  /** Longest a part may be; a longer one is left out, since half of it would mislead. */
  private static final int MAX_PART = 500;

  private CueText() {}

  /**
   * The description with what it does not say already, in this order: {@code [required]}, {@code
   * [type: t]}, {@code [in unit]}, {@code Allowed values: a, b}; separated by single blanks,
   * without blanks at its end.
   */
  static String append(String description, ArgumentCue cue) {
    List<String> parts = new ArrayList<>();
    add(cue.getRequired() ? "[required]" : "", "[required]", description, parts);
    add(part("[type: ", cue.getValueType(), "]"), "[type:", description, parts);
    add(part("[in ", cue.getUnit(), "]"), "[in ", description, parts);
    String values = String.join(", ", cue.getAllowedValues());
    add(values.isEmpty() ? "" : "Allowed values: " + values, "Allowed values:", description, parts);
    if (parts.isEmpty()) {
      return description;
    }
    String words = String.join(" ", parts);
    String said = description.stripTrailing();
    return said.isEmpty() ? words : said + " " + words;
  }

  private static String part(String before, @Nullable String text, String after) {
    return text == null ? "" : before + text + after;
  }

  private static void add(String part, String mark, String description, List<String> parts) {
    if (!part.isEmpty() && part.length() <= MAX_PART && !description.contains(mark)) {
      parts.add(part);
    }
  }
}
