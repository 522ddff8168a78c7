package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.settings.SettingsMapping;

/** The file that tells users of every setting of the learner. */
class LearnerSettingsFileTest {
  private static final Path FILE = Path.of("..", "..", "exp", "learner-settings.yaml");

  @Test
  void whatItSaysAreTheDefaults() {
    assertThat(TrainSettings.read(FILE, List.of("policy.model=any")).settings().learner())
        .isEqualTo(LearnerSettings.defaults());
  }

  @Test
  void noSettingIsMissingInIt() throws IOException {
    JsonNode written = new YAMLMapper().readTree(Files.readString(FILE)).path("learner");
    assertThat(paths("", (ObjectNode) written))
        .containsAll(paths("", SettingsMapping.tree(LearnerSettings.defaults())));
  }

  private static List<String> paths(String path, ObjectNode section) {
    List<String> paths = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : section.properties()) {
      if (entry.getValue() instanceof ObjectNode below) {
        paths.addAll(paths(path + entry.getKey() + ".", below));
      } else {
        paths.add(path + entry.getKey());
      }
    }
    return paths;
  }
}
