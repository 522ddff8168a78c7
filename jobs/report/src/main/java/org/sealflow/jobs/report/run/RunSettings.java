package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sealflow.jobs.settings.UserError;

/**
 * The settings a run began with, as they stand in its directory. They are shown and compared, not
 * obeyed, so that reports can be made of runs whose settings this version no longer takes.
 *
 * @param values values as they are written, by their whole key such as {@code run.seed}, in the
 *     order of the file
 */
public record RunSettings(Map<String, String> values) {
  private static final YAMLMapper YAML = new YAMLMapper();

  /**
   * Reads the file.
   *
   * @throws UserError if it cannot be read or holds no settings
   */
  static RunSettings read(Path file) {
    try {
      JsonNode read = YAML.readTree(Files.readString(file));
      if (read instanceof ObjectNode settings) {
        Map<String, String> values = new LinkedHashMap<>();
        flatten("", settings, values);
        return new RunSettings(values);
      }
      throw new UserError(file + " holds no settings; expected those that `sealflow train` wrote");
    } catch (JsonProcessingException malformed) {
      throw new UserError(file + " is damaged: " + malformed.getOriginalMessage(), malformed);
    } catch (IOException unreadable) {
      throw new UserError(file + " cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  private static void flatten(String path, ObjectNode section, Map<String, String> values) {
    for (Map.Entry<String, JsonNode> entry : section.properties()) {
      if (entry.getValue() instanceof ObjectNode below) {
        flatten(path + entry.getKey() + ".", below, values);
      } else {
        JsonNode value = entry.getValue();
        values.put(path + entry.getKey(), value.isValueNode() ? value.asText() : value.toString());
      }
    }
  }

  /** The value of a key; another where there is none. */
  public String value(String key, String otherwise) {
    return values.getOrDefault(key, otherwise);
  }
}
