package org.sealflow.environment.conversation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text that a presentation adds behind the description of a parameter, read back from it:
 * {@code [required]}, {@code [type: t]}, {@code [in unit]}, {@code Allowed values: a, b}, in this
 * order and each at most once (environment-protocol.md 7.1).
 *
 * @param required whether every call has to give it
 * @param type the type as documented; null if nothing is said
 * @param unit what it is measured in, or how it is written; null if nothing is said
 * @param allowedValues the values it may have, separated by a comma and a blank; null if nothing is
 *     said
 */
record ParameterCue(
    boolean required,
    @Nullable String type,
    @Nullable String unit,
    @Nullable String allowedValues) {
  private static final Pattern AT_THE_END =
      Pattern.compile(
          "(?:^|\\s)(?=\\S)"
              + "(\\[required\\](?: |$))?"
              + "(?:\\[type: ([^\\]]*)\\](?: |$))?"
              + "(?:\\[in ([^\\]]*)\\](?: |$))?"
              + "(?:Allowed values: (.*))?$",
          Pattern.DOTALL);

  private static final ParameterCue NONE = new ParameterCue(false, null, null, null);

  /** The cue at the end of a description; one that says nothing where there is none. */
  static ParameterCue of(String description) {
    Matcher cue = AT_THE_END.matcher(description);
    return cue.find()
        ? new ParameterCue(cue.group(1) != null, cue.group(2), cue.group(3), cue.group(4))
        : NONE;
  }

  /** The cue as a signature has it behind the name: {@code !:integer[miles] in {1,2}}. */
  String compact() {
    return (required ? "!" : "")
        + (type == null ? "" : ":" + type)
        + (unit == null ? "" : "[" + unit + "]")
        + (allowedValues == null ? "" : " in {" + allowedValues.replace(", ", ",") + "}");
  }
}
