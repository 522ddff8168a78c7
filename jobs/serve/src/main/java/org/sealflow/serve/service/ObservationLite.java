package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;
import org.sealflow.python.PyStrings;
import org.sealflow.serve.http.DetailError;

/**
 * Cues beside the parameters of the tools shown at the start, and one line about them
 * (environment-protocol.md 7.1). Tools revealed later stay as they are.
 *
 * @param tools names of the tools with cues
 * @param required whether required parameters are marked
 * @param types whether types are told
 * @param values whether allowed values are told
 * @param instruction the line after the system prompt
 */
record ObservationLite(
    Set<String> tools, boolean required, boolean types, boolean values, String instruction)
    implements Presentation {
  private static final String DESCRIPTION = "description";
  private static final String INSTRUCTION =
      "Give every parameter marked [required] exactly as its documentation says, and call no tool"
          + " that is not listed.";

  /**
   * The cues that a caller asks for.
   *
   * @param shown names of the tools shown at the start
   * @throws DetailError if a setting is wrong, or asks for what this server does not do
   */
  static ObservationLite of(ObjectNode settings, List<String> shown) {
    if (CreateParams.flag(settings, "hide_optional", false)) {
      throw DetailError.wrong(
          "observation_lite.hide_optional is true, which this server does not do: leave it out");
    }
    JsonNode line = settings.get("instruction");
    return new ObservationLite(
        Set.copyOf(shown),
        CreateParams.flag(settings, "add_required_hint", true),
        CreateParams.flag(settings, "add_type_hint", false),
        CreateParams.flag(settings, "add_enum_hint", true),
        line != null && line.isTextual() ? line.asText() : INSTRUCTION);
  }

  @Override
  public ToolDoc present(ToolDoc tool) {
    if (!tools.contains(tool.name())) {
      return tool;
    }
    ToolDoc copy = ToolDoc.of((PyDict) Py.deepCopy(tool.document()));
    List<String> needed = copy.requiredParameters();
    for (Map.Entry<String, PyDict> parameter : copy.parameters().entrySet()) {
      add(parameter.getValue(), needed.contains(parameter.getKey()));
    }
    return copy;
  }

  private void add(PyDict parameter, boolean isRequired) {
    String text = parameter.get(DESCRIPTION) instanceof String said ? said : "";
    List<String> cues = new ArrayList<>();
    if (required && isRequired && !text.contains("[required]")) {
      cues.add("[required]");
    }
    Object type = parameter.get("type");
    if (types && type != null && Py.isTrue(type) && !text.contains("[type:")) {
      cues.add("[type: " + Py.str(type) + "]");
    }
    String allowed = allowed(parameter.get("enum"));
    if (values && allowed != null && !text.contains("Allowed values:")) {
      cues.add(allowed);
    }
    if (!cues.isEmpty()) {
      parameter.put(DESCRIPTION, PyStrings.strip(text + " " + String.join(" ", cues)));
    }
  }

  private static @Nullable String allowed(@Nullable Object values) {
    if (!(values instanceof PyList list) || list.isEmpty()) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    list.forEach(value -> texts.add(Py.str(value)));
    return "Allowed values: " + String.join(", ", texts);
  }

  @Override
  public List<String> guidelines() {
    return instruction.isEmpty() ? List.of() : List.of(instruction);
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    return Optional.empty();
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> shown) {
    return Optional.empty();
  }
}
