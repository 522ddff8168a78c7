package org.sealflow.jobs.settings.yaml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.settings.SettingValues;

/** Reads settings as trees and lays them over one another. */
final class SettingsTree {
  static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .build();

  private SettingsTree() {}

  /** The bundled defaults. */
  static ObjectNode bundled(Class<?> owner, String name) {
    try (InputStream input = owner.getResourceAsStream(name)) {
      if (input == null) {
        throw new IllegalArgumentException("no resource " + name + " beside " + owner.getName());
      }
      return (ObjectNode) YAML.readTree(input);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("defaults " + name + " cannot be read", unreadable);
    }
  }

  /** The content of a user's file; a {@link UserError} if it cannot be read or is no YAML. */
  static ObjectNode given(Path file) {
    try {
      JsonNode read = YAML.readTree(Files.readString(file));
      if (read == null || read.isMissingNode() || read.isNull()) {
        return YAML.createObjectNode();
      }
      if (read instanceof ObjectNode object) {
        return object;
      }
      throw new UserError(
          file + " holds " + SettingValues.shown(read) + ", expected settings as key: value");
    } catch (JsonProcessingException malformed) {
      throw new UserError(file + " is no YAML: " + place(malformed), malformed);
    } catch (IOException unreadable) {
      throw new UserError(
          file
              + " cannot be read"
              + (Files.exists(file) ? "" : ": there is no such file")
              + "; expected a settings file such as those in exp/",
          unreadable);
    }
  }

  private static String place(JsonProcessingException malformed) {
    JsonLocation at = malformed.getLocation();
    String message = malformed.getOriginalMessage().strip().replaceAll("\\s*\\R\\s*", " ");
    return at == null ? message : "line " + at.getLineNr() + ": " + message;
  }

  /** Lays settings over others. */
  static void merge(ObjectNode target, ObjectNode over) {
    for (Map.Entry<String, JsonNode> entry : over.properties()) {
      JsonNode below = target.get(entry.getKey());
      if (below instanceof ObjectNode section && entry.getValue() instanceof ObjectNode changes) {
        merge(section, changes);
      } else {
        target.set(entry.getKey(), entry.getValue());
      }
    }
  }

  /** Lays a {@code path.to.key=value} over settings. */
  static void override(ObjectNode tree, String override) {
    int equals = override.indexOf('=');
    if (equals <= 0) {
      throw new UsageError(
          "'" + override + "' is no setting, expected key=value such as run.seed=2");
    }
    List<String> path = path(tree, override.substring(0, equals));
    ObjectNode section = tree;
    for (String name : path.subList(0, path.size() - 1)) {
      section = section.get(name) instanceof ObjectNode below ? below : section.putObject(name);
    }
    try {
      JsonNode value = YAML.readTree(override.substring(equals + 1));
      section.set(path.get(path.size() - 1), value.isMissingNode() ? YAML.nullNode() : value);
    } catch (JsonProcessingException malformed) {
      throw new UsageError("the value of '" + override + "' is no YAML", malformed);
    }
  }

  /** A name alone stands for the one section that has it. */
  private static List<String> path(ObjectNode tree, String key) {
    List<String> path = List.of(key.split("\\.", -1));
    if (path.size() > 1 || tree.has(key)) {
      return path;
    }
    List<String> sections =
        tree.properties().stream()
            .filter(entry -> entry.getValue().has(key))
            .map(Map.Entry::getKey)
            .toList();
    if (sections.size() > 1) {
      throw new UsageError(
          "'"
              + key
              + "' is in several sections, expected one of "
              + String.join("." + key + ", ", sections)
              + "."
              + key);
    }
    return sections.isEmpty() ? path : List.of(sections.get(0), key);
  }
}
