package org.sealflow.environment.conversation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;

/** Shows everything a presentation may: a cue on each parameter, guidelines, a hint each time. */
final class TestingPresentation implements Presentation {
  /** The requests and news of the environment, a line each. */
  final List<String> seen = new ArrayList<>();

  @Override
  public ToolDoc present(ToolDoc tool) {
    ToolDoc copy = ToolDoc.of((PyDict) Py.deepCopy(tool.document()));
    copy.parameters()
        .forEach(
            (name, parameter) ->
                parameter.put("description", parameter.getItem("description") + " <" + name + ">"));
    return copy;
  }

  @Override
  public List<String> guidelines() {
    return List.of("Look twice.", "Hints:\n- Act once.");
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    seen.add(tool + " | " + call + " | " + result);
    return result.startsWith("Error")
        ? Optional.of("Mind\nthe arguments of " + tool)
        : Optional.empty();
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> tools) {
    seen.add(error + " | " + tools);
    return Optional.of("Write JSON.\nTools: " + String.join(", ", tools));
  }
}
