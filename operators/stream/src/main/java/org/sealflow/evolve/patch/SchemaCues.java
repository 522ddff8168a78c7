package org.sealflow.evolve.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.AllowedValues;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.TurnFailure;

/** The cues that make a tool's documentation say plainly what it holds about its arguments. */
final class SchemaCues {
  private static final int MAX_ARGUMENTS = 32;

  /** A part of a list would mislead, so one that is too long is not shown at all. */
  private static final int MAX_VALUES_LENGTH = 400;

  private static final int MAX_TYPE_LENGTH = 40;

  private SchemaCues() {}

  /**
   * The cues of a tool's arguments that answer a failure, in documented order; arguments of which
   * everything is said already have none.
   *
   * @param failure {@code INVALID_CALL}: required arguments and types; any other: allowed values
   *     and units too
   */
  static List<ArgumentCue> of(ToolDoc tool, TurnFailure failure) {
    boolean values = failure != TurnFailure.INVALID_CALL;
    List<String> required = tool.requiredParameters();
    List<ArgumentCue> cues = new ArrayList<>();
    for (Map.Entry<String, PyDict> parameter : tool.parameters().entrySet()) {
      ArgumentCue cue =
          cue(
              parameter.getKey(),
              parameter.getValue(),
              required.contains(parameter.getKey()),
              values);
      if (says(cue) && cues.size() < MAX_ARGUMENTS) {
        cues.add(cue);
      }
    }
    return cues;
  }

  private static ArgumentCue cue(String name, PyDict parameter, boolean required, boolean values) {
    String description = parameter.get("description") instanceof String text ? text : "";
    return new ArgumentCue(
        name,
        required && !description.contains("[required]"),
        values ? allowed(parameter, description) : List.of(),
        type(parameter, description),
        values ? DocumentedUnit.of(description) : null);
  }

  private static List<String> allowed(PyDict parameter, String description) {
    List<String> values = AllowedValues.of(parameter);
    return String.join(", ", values).length() > MAX_VALUES_LENGTH
            || description.contains("Allowed values:")
        ? List.of()
        : values;
  }

  private static @Nullable String type(PyDict parameter, String description) {
    return parameter.get("type") instanceof String type
            && type.length() <= MAX_TYPE_LENGTH
            && !description.contains("[type:")
        ? type
        : null;
  }

  private static boolean says(ArgumentCue cue) {
    return cue.getRequired()
        || !cue.getAllowedValues().isEmpty()
        || cue.getValueType() != null
        || cue.getUnit() != null;
  }
}
