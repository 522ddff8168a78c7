package org.sealflow.rollout.patch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.EnvironmentPatch;

/** The schema cues in force, by tool and argument; cues of one argument are joined. */
final class ToolCues {
  private static final String DESCRIPTION = "description";

  private final Map<String, Map<String, ArgumentCue>> byTool = new HashMap<>();

  /**
   * The cues of patches.
   *
   * @param patches of the layer SCHEMA_CUE, the ones that count first before others
   */
  ToolCues(List<EnvironmentPatch> patches) {
    for (EnvironmentPatch patch : patches) {
      if (patch.getTool() != null) {
        Map<String, ArgumentCue> cues =
            byTool.computeIfAbsent(patch.getTool(), tool -> new HashMap<>());
        for (ArgumentCue cue : patch.getContent().getArgumentCues()) {
          cues.merge(cue.getArgument(), cue, ToolCues::joined);
        }
      }
    }
  }

  private static ArgumentCue joined(ArgumentCue first, ArgumentCue second) {
    return new ArgumentCue(
        first.getArgument(),
        first.getRequired() || second.getRequired(),
        first.getAllowedValues().isEmpty() ? second.getAllowedValues() : first.getAllowedValues(),
        first.getValueType() == null ? second.getValueType() : first.getValueType(),
        first.getUnit() == null ? second.getUnit() : first.getUnit());
  }

  boolean isEmpty() {
    return byTool.isEmpty();
  }

  /** The tool with its cues: the same object where there are none, else a copy. */
  ToolDoc present(ToolDoc tool) {
    Map<String, String> descriptions = changed(tool);
    if (descriptions.isEmpty()) {
      return tool;
    }
    ToolDoc copy = ToolDoc.of((PyDict) Py.deepCopy(tool.document()));
    copy.parameters()
        .forEach(
            (argument, parameter) -> {
              String description = descriptions.get(argument);
              if (description != null) {
                parameter.put(DESCRIPTION, description);
              }
            });
    return copy;
  }

  private Map<String, String> changed(ToolDoc tool) {
    Map<String, String> changed = new HashMap<>();
    byTool
        .getOrDefault(tool.name(), Map.of())
        .forEach(
            (argument, cue) -> {
              PyDict parameter = tool.parameters().get(argument);
              if (parameter != null) {
                String said = parameter.get(DESCRIPTION) instanceof String text ? text : "";
                String shown = CueText.append(said, cue);
                if (!shown.equals(said)) {
                  changed.put(argument, shown);
                }
              }
            });
    return changed;
  }
}
