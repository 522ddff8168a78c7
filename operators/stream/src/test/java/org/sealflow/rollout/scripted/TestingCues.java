package org.sealflow.rollout.scripted;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;

/**
 * Shows what a test wants to be shown.
 *
 * @param argument {@code tool.argument} beside which the cue stands; null for none
 * @param cue what stands there
 * @param guideline a line behind the system prompt; null for none
 * @param hint a line behind every error result; null for none
 */
record TestingCues(
    @Nullable String argument, String cue, @Nullable String guideline, @Nullable String hint)
    implements Presentation {
  static TestingCues beside(String argument, String cue) {
    return new TestingCues(argument, cue, null, null);
  }

  static TestingCues guideline(String line) {
    return new TestingCues(null, "", line, null);
  }

  static TestingCues hint(String line) {
    return new TestingCues(null, "", null, line);
  }

  @Override
  public ToolDoc present(ToolDoc tool) {
    if (argument == null || !argument.startsWith(tool.name() + ".")) {
      return tool;
    }
    ToolDoc shown = ToolDoc.of((PyDict) Py.deepCopy(tool.document()));
    for (Map.Entry<String, PyDict> parameter : shown.parameters().entrySet()) {
      if (argument.equals(tool.name() + "." + parameter.getKey())) {
        String text = String.valueOf(parameter.getValue().get("description"));
        parameter.getValue().put("description", text + " " + cue);
      }
    }
    return shown;
  }

  @Override
  public List<String> guidelines() {
    return guideline == null ? new ArrayList<>() : List.of(guideline);
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    return result.contains("\"error\"") ? Optional.ofNullable(hint) : Optional.empty();
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> tools) {
    return Optional.empty();
  }
}
