package org.sealflow.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsMappingTest {
  private static final House HOUSE = new House("white", new Size(2, 80), new Door("red"));

  private final List<String> problems = new ArrayList<>();

  record House(String colour, @SameSection Size size, Door door) {
    House {
      SettingsProblems found = new SettingsProblems();
      found.expect(!colour.isBlank(), "colour", colour, "a colour");
      found.throwIfAny();
    }
  }

  record Size(int floors, int area) {
    Size {
      SettingsProblems found = new SettingsProblems();
      found.atLeast(1, "floors", floors);
      found.throwIfAny();
    }
  }

  record Door(String colour) {}

  private House over(Map<String, String> given) {
    return new SettingsMapping(problems).over("house", HOUSE, SettingsMapping.nested(given));
  }

  @Test
  void settingsOfTheSameSectionStandBesideTheOthers() {
    assertThat(SettingsMapping.tree(HOUSE))
        .hasToString(
            "{\"colour\":\"white\",\"floors\":2,\"area\":80,\"door\":{\"colour\":\"red\"}}");
    assertThat(over(Map.of("floors", "3", "door.colour", "blue")))
        .isEqualTo(new House("white", new Size(3, 80), new Door("blue")));
    assertThat(problems).isEmpty();
  }

  @Test
  void aSettingOfTheSameSectionIsKnownByItsNameAlone() {
    assertThat(over(Map.of("size.floors", "3"))).isEqualTo(HOUSE);
    assertThat(problems)
        .containsExactly(
            "unknown setting house.size, expected one of house.colour, house.floors, house.area,"
                + " house.door");
  }

  @Test
  void problemsOfAllRecordsOfASectionAreToldTogether() {
    assertThat(over(Map.of("colour", " ", "floors", "0"))).isEqualTo(HOUSE);
    assertThat(problems)
        .hasSize(2)
        .anyMatch(problem -> problem.startsWith("house.floors is 0"))
        .anyMatch(problem -> problem.startsWith("house.colour is "));
  }
}
