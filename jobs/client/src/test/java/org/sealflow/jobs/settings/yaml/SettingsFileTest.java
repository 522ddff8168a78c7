package org.sealflow.jobs.settings.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;

class SettingsFileTest {
  @TempDir private Path folder;

  enum Shape {
    ROUND,
    FOUR_CORNERED
  }

  record Table(
      String name, int legs, double height, boolean folds, Shape shape, Duration patience) {
    Table {
      if (legs < 1) {
        throw new IllegalArgumentException("legs is " + legs + ", expected 1 or more");
      }
    }
  }

  record Lists(List<String> names, Map<String, String> free) {}

  @Test
  void whatTheFileLeavesOutIsAsByDefault() throws IOException {
    SettingsFile settings = read("table: {legs: 3}");
    assertThat(settings.section("table", Table.class))
        .isEqualTo(new Table("oak", 3, 0.75, false, Shape.ROUND, Duration.ofMillis(500)));
    settings.requireSound();
  }

  @Test
  void anEmptyFileIsTheDefaults() throws IOException {
    SettingsFile settings = read("");
    assertThat(settings.section("table", Table.class).legs()).isEqualTo(4);
    assertThat(settings.section("lists", Lists.class).names()).containsExactly("a", "b");
    settings.requireSound();
  }

  @Test
  void overridesStandOverTheFile() throws IOException {
    SettingsFile settings =
        read(
            "table: {legs: 3}",
            "table.legs=5",
            "table.shape=four-cornered",
            "table.patience=2m",
            "table.name=7",
            "lists.names=[x]");
    assertThat(settings.section("table", Table.class))
        .isEqualTo(new Table("7", 5, 0.75, false, Shape.FOUR_CORNERED, Duration.ofMinutes(2)));
    assertThat(settings.section("lists", Lists.class).names()).containsExactly("x");
    settings.requireSound();
  }

  @Test
  void anythingMayStandBelowAnEmptySection() throws IOException {
    SettingsFile settings = read("lists: {free: {\"objective.clipHigh\": 0.28, any: thing}}");
    assertThat(settings.section("lists", Lists.class).free())
        .isEqualTo(Map.of("objective.clipHigh", "0.28", "any", "thing"));
    settings.requireSound();
  }

  @Test
  void everythingWrongIsToldAtOnce() throws IOException {
    SettingsFile settings =
        read(
            """
            table: {legs: many, height: [1], folds: maybe, shape: oval, patience: soon, colour: red}
            chair: 1
            lists: {names: x}
            """);
    settings.section("table", Table.class);
    settings.section("lists", Lists.class);
    assertThatThrownBy(settings::requireSound)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(
            "settings.yaml: ",
            "unknown setting table.colour, expected one of table.name, table.legs",
            "unknown setting chair, expected one of table, lists",
            "table.legs is 'many', expected a whole number",
            "table.height is a list, expected a number",
            "table.folds is 'maybe', expected true or false",
            "table.shape is 'oval', expected one of round, four-cornered",
            "table.patience is 'soon', expected a span of time such as 500ms or 10s",
            "lists.names is 'x', expected a list")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aMisspeltSettingIsAnsweredWithTheOneThatWasMeant() throws IOException {
    SettingsFile settings = read("tabel: {legs: 3}", "table.leg=3", "heigth=2");
    assertThatThrownBy(settings::requireSound)
        .hasMessageContainingAll(
            "unknown setting tabel; did you mean table?",
            "unknown setting table.leg; did you mean table.legs?",
            "unknown setting heigth; did you mean table.height?");
  }

  @Test
  void theFileAndWhatStandsOverItAreBlamedEachForItsOwn() throws IOException {
    assertThatThrownBy(() -> make(read("table: {legs: 3}", "table.legs=0")))
        .isInstanceOf(UsageError.class)
        .hasMessage("table: legs is 0, expected 1 or more");
    assertThatThrownBy(() -> make(read("table: {legs: 0}", "table.name=elm")))
        .isNotInstanceOf(UsageError.class)
        .hasMessageEndingWith("settings.yaml: table: legs is 0, expected 1 or more");
    assertThatThrownBy(() -> make(read("chair: 1", "table.legs=many")))
        .isNotInstanceOf(UsageError.class)
        .hasMessageMatching(
            ".*settings.yaml: unknown setting chair, .*; beside the file: table.legs is 'many',"
                + " .*");
  }

  private static Table make(SettingsFile settings) {
    return settings.make(given -> given.section("table", Table.class));
  }

  @Test
  void aWholeNumberIsNoFraction() throws IOException {
    SettingsFile settings = read("table: {legs: 3.5}");
    settings.section("table", Table.class);
    assertThatThrownBy(settings::requireSound)
        .hasMessageContaining("table.legs is '3.5', expected a whole number");
  }

  @Test
  void whatASectionRefusesIsToldWithItsName() throws IOException {
    SettingsFile settings = read("table: {legs: 0}");
    settings.section("table", Table.class);
    assertThatThrownBy(settings::requireSound)
        .hasMessageContaining("table: legs is 0, expected 1 or more");
  }

  @Test
  void aFileThatIsMissingOrNoYamlIsALine() throws IOException {
    assertThatThrownBy(
            () ->
                SettingsFile.read(
                    SettingsFileTest.class, "defaults.yaml", folder.resolve("no.yaml"), List.of()))
        .hasMessageContaining("no.yaml cannot be read: there is no such file");
    assertThatThrownBy(() -> read("table: {legs: 3")).hasMessageContaining("is no YAML: line 1");
    assertThatThrownBy(() -> read("- 1")).hasMessageContaining("holds a list");
    assertThatThrownBy(() -> read("table: {legs: 1, legs: 2}")).hasMessageContaining("no YAML");
  }

  @Test
  void aKeyOfOneSectionMayStandAlone() throws IOException {
    SettingsFile settings = read("", "legs=9");
    assertThat(settings.section("table", Table.class).legs()).isEqualTo(9);
    settings.requireSound();
  }

  @Test
  void aKeyOfSeveralSectionsMayNot() {
    assertThatThrownBy(() -> read("lists: {legs: 1}", "legs=9"))
        .hasMessageContaining(
            "'legs' is in several sections, expected one of table.legs, lists.legs");
  }

  @Test
  void nothingIsNoValueWhereTheDefaultIsOne() throws IOException {
    SettingsFile settings = read("table: {name: null}");
    assertThatThrownBy(settings::requireSound)
        .hasMessageContaining("table.name is nothing, expected a value such as oak");
  }

  @Test
  void anOverrideWithoutValueIsRefused() {
    assertThatThrownBy(() -> read("", "legs"))
        .hasMessageContaining("'legs' is no setting, expected key=value");
  }

  @Test
  void theSettingsInForceReadBackTheSame() throws IOException {
    SettingsFile settings = read("table: {name: yes sir}", "table.legs=6");
    SettingsFile again = read(settings.text());
    assertThat(again.section("table", Table.class))
        .isEqualTo(settings.section("table", Table.class));
  }

  private SettingsFile read(String text, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.yaml"), text);
    return SettingsFile.read(SettingsFileTest.class, "defaults.yaml", file, List.of(overrides));
  }
}
