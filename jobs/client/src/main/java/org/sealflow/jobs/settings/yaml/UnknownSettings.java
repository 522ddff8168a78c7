package org.sealflow.jobs.settings.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sealflow.settings.SettingValues;

/** Finds settings that there are not, and what was meant. */
final class UnknownSettings {
  private final ObjectNode defaults;
  private final List<String> problems;

  UnknownSettings(ObjectNode defaults, List<String> problems) {
    this.defaults = defaults;
    this.problems = problems;
  }

  /** Notes what is not among the defaults, or is no section where they have one. */
  void find(ObjectNode tree) {
    find("", tree, defaults);
  }

  private void find(String path, ObjectNode given, ObjectNode known) {
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      String key = path + entry.getKey();
      JsonNode standard = known.get(entry.getKey());
      if (standard == null) {
        problems.add("unknown setting " + key + expected(entry.getKey(), path, known));
      } else if (entry.getValue().isNull() && !standard.isNull()) {
        problems.add(key + " is nothing, expected a value such as " + standard.asText("{}"));
      } else if (standard instanceof ObjectNode section && !section.isEmpty()) {
        if (entry.getValue() instanceof ObjectNode below) {
          find(key + ".", below, section);
        } else {
          problems.add(
              key + " is " + SettingValues.shown(entry.getValue()) + ", expected a section");
        }
      }
    }
  }

  /** The setting that was probably meant, else all settings of the section. */
  private String expected(String name, String path, ObjectNode section) {
    List<String> beside = section.propertyStream().map(Map.Entry::getKey).toList();
    return NearestName.of(name, beside)
        .map(each -> path + each)
        .or(() -> elsewhere(name))
        .map(each -> "; did you mean " + each + "?")
        .orElseGet(() -> ", expected one of " + path + String.join(", " + path, beside));
  }

  /** A setting of any section with such a name. */
  private Optional<String> elsewhere(String name) {
    List<String> paths = paths("", defaults);
    return NearestName.of(name, paths.stream().map(UnknownSettings::leaf).toList())
        .flatMap(near -> paths.stream().filter(path -> leaf(path).equals(near)).findFirst());
  }

  private static String leaf(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** The names of all settings, with their sections. */
  private static List<String> paths(String path, ObjectNode section) {
    List<String> paths = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : section.properties()) {
      if (entry.getValue() instanceof ObjectNode below && !below.isEmpty()) {
        paths.addAll(paths(path + entry.getKey() + ".", below));
      } else {
        paths.add(path + entry.getKey());
      }
    }
    return paths;
  }
}
