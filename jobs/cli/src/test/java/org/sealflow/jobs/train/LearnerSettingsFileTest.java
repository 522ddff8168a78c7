package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.settings.SettingsException;

/** The file that tells users of every setting of the learner. */
class LearnerSettingsFileTest {
  private static final Path FILE = Path.of("..", "..", "exp", "learner-settings.yaml");
  private static final Pattern SEPARATOR = Pattern.compile(", ");

  private static Map<String, String> written() {
    return TrainSettings.read(FILE, List.of("policy.model=any")).settings().learner();
  }

  @Test
  void whatItSaysAreTheDefaults() {
    assertThat(LearnerSettings.parse(written())).isEqualTo(LearnerSettings.defaults());
  }

  @Test
  void noSettingIsMissingInIt() {
    assertThat(known())
        .contains("weighting.tags.base.pass", "optimizer.beta1")
        .filteredOn(key -> !written().containsKey(key))
        .as("only weights of tags, which are 1 where nothing is said")
        .allMatch(key -> key.startsWith("weighting.tags.base."));
  }

  /** The keys there are, as a key that is none is answered. */
  private static List<String> known() {
    SettingsException answer =
        catchThrowableOfType(
            SettingsException.class, () -> LearnerSettings.parse(Map.of("nothing", "1")));
    String keys = answer.problems().get(0).replaceFirst(".*known are ", "");
    return SEPARATOR.splitAsStream(keys).toList();
  }
}
