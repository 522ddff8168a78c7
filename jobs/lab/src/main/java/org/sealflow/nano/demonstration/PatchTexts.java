package org.sealflow.nano.demonstration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.AllowedValues;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.call.error.ErrorFamily;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.RecoveryHint;

/** The texts of patches, in the words that the evolving interface uses later. */
final class PatchTexts {
  /** One for each thing to get wrong. */
  static final List<String> GUIDELINES =
      List.of(
          "Where no tool fits, or a needed detail is missing, answer in plain text and call"
              + " nothing.",
          "Where a tool serves the request, call it, and answer only after every part is done.",
          "Read the latest results before you change anything, and change only what is asked for.",
          "Where the request asks to be told something, fetch it with a tool and never guess it.",
          "Act only on targets that the conversation or an earlier result has named.");

  private static final Map<ErrorFamily, String> RECOVERY =
      Map.of(
          ErrorFamily.MISSING_ARGUMENT,
          "{tool} needs {argument}: call it again with every required argument.",
          ErrorFamily.UNKNOWN_ARGUMENT,
          "{tool} does not take {argument}: call it again with arguments of its schema only.");

  private static final Pattern UNIT =
      Pattern.compile("\\b[YMDHS]{2,4}(?:[-/:T][YMDHS]{2,4})+\\b|(?<=\\bin )percent\\b");

  private PatchTexts() {}

  /** The hints after the mistakes that demonstrations make. */
  static List<RecoveryHint> recoveryHints() {
    List<RecoveryHint> hints = new ArrayList<>();
    for (ErrorFamily family : ErrorFamily.values()) {
      String text = RECOVERY.get(family);
      if (text != null) {
        hints.add(new RecoveryHint(family.name(), text));
      }
    }
    return hints;
  }

  /**
   * The cues of a tool's arguments.
   *
   * @param values whether allowed values and units are told too
   */
  static List<ArgumentCue> cues(ToolDoc tool, boolean values) {
    List<String> required = tool.requiredParameters();
    List<ArgumentCue> cues = new ArrayList<>();
    tool.parameters()
        .forEach(
            (name, parameter) ->
                cues.add(
                    new ArgumentCue(
                        name,
                        required.contains(name),
                        values ? AllowedValues.of(parameter) : List.of(),
                        parameter.get("type") instanceof String type ? type : null,
                        values ? unit(parameter) : null)));
    return cues;
  }

  private static @Nullable String unit(PyDict parameter) {
    String description = parameter.get("description") instanceof String text ? text : "";
    Matcher unit = UNIT.matcher(description);
    return unit.find() ? unit.group() : null;
  }
}
