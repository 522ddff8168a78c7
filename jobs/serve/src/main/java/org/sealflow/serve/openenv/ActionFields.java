package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the fields of an action or a message. */
final class ActionFields {
  private static final String METADATA = "metadata";

  private final ObjectNode object;
  private final String place;

  /**
   * Fields to be read.
   *
   * @param place what the object is called in errors
   * @param known the fields there may be beside {@code metadata}, which typed clients send always
   * @throws OpenEnvError if there are others
   */
  ActionFields(ObjectNode object, String place, Set<String> known) {
    this.object = object;
    this.place = place;
    for (String name : (Iterable<String>) object::fieldNames) {
      if (!known.contains(name) && !name.equals(METADATA)) {
        throw wrong(name, "is no field here, expected " + String.join(", ", new TreeSet<>(known)));
      }
    }
  }

  /** A value; null if there is none. */
  @Nullable JsonNode value(String name) {
    JsonNode value = object.get(name);
    return value == null || value.isNull() ? null : value;
  }

  @Nullable String text(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isTextual()) {
      throw wrong(name, "is no text, expected one");
    }
    return value.asText();
  }

  String requiredText(String name) {
    String text = text(name);
    if (text == null) {
      throw wrong(name, "is missing, expected a text");
    }
    return text;
  }

  /** A whole number of 0 or more; null if there is none. */
  @Nullable Long whole(String name) {
    JsonNode value = value(name);
    if (value == null) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
      throw wrong(name, "is no whole number of 0 or more, expected one");
    }
    return value.asLong();
  }

  OpenEnvError wrong(String name, String complaint) {
    return OpenEnvError.invalid(place + "." + name, name + " " + complaint);
  }
}
