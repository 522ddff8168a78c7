package org.sealflow.evolve.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.environment.AllowedValues;
import org.sealflow.environment.ToolDoc;
import org.sealflow.schemas.ArgumentCue;
import org.sealflow.schemas.TurnFailure;

class SchemaCuesTest {
  private static List<ArgumentCue> cues(String json, TurnFailure failure) {
    return SchemaCues.of(ReferenceTasks.tool(json), failure);
  }

  @Test
  void mismatchesGetAllThatIsDocumented() {
    assertThat(cues(TestingTools.OPEN_BOX, TurnFailure.ARGUMENT_MISMATCH))
        .containsExactly(
            new ArgumentCue("lid", true, List.of("red", "green", "blue"), "string", null),
            new ArgumentCue("depth", true, List.of(), "float", "meters"),
            new ArgumentCue("note", false, List.of(), "string", null));
  }

  @Test
  void refusedCallsGetRequiredArgumentsAndTypes() {
    assertThat(cues(TestingTools.OPEN_BOX, TurnFailure.INVALID_CALL))
        .containsExactly(
            new ArgumentCue("lid", true, List.of(), "string", null),
            new ArgumentCue("depth", true, List.of(), "float", null),
            new ArgumentCue("note", false, List.of(), "string", null));
  }

  @Test
  void listsWithoutBracketsAreRead() {
    assertThat(cues(TestingTools.CLOSE_BOX, TurnFailure.ARGUMENT_MISMATCH).get(0))
        .extracting(ArgumentCue::getAllowedValues)
        .isEqualTo(List.of("light blue", "dark red"));
  }

  @Test
  void aToolWithoutArgumentsHasNoCues() {
    assertThat(cues(TestingTools.LIST_BOXES, TurnFailure.ARGUMENT_MISMATCH)).isEmpty();
  }

  @Test
  void whatIsSaidAlreadyIsNotSaidAgain() {
    String said =
        """
        {"name": "f", "parameters": {"properties": {
          "a": {"type": "string", "description": "One. [required] [type: string]", "enum": ["x"]},
          "b": {"description": "Two. [required] Allowed values: x, y [Enum]: x, y"}},
         "required": ["a", "b"]}}\
        """;

    assertThat(cues(said, TurnFailure.ARGUMENT_MISMATCH))
        .containsExactly(new ArgumentCue("a", false, List.of("x"), null, null));
  }

  @Test
  void aListThatIsTooLongIsNotShownInPart() {
    String values = "[" + "\"abcdefghij\", ".repeat(40) + "\"z\"]";
    String json =
        "{\"name\": \"f\", \"parameters\": {\"properties\": {\"a\": {\"type\": \"string\","
            + " \"enum\": "
            + values
            + "}}}}";

    assertThat(cues(json, TurnFailure.ARGUMENT_MISMATCH))
        .containsExactly(new ArgumentCue("a", false, List.of(), "string", null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The distance to travel in miles. | miles",
        "The speed to set in m/h. The speed should be even. | m/h",
        "The limit to set in USD | USD",
        "The date in the format 'YYYY-MM-DD' | YYYY-MM-DD",
        "Expiration date in the format MM/YYYY | MM/YYYY",
        "Return in the format of YYYY-MM-DDTHH:MM:SS. | YYYY-MM-DDTHH:MM:SS"
      })
  void unitsAndDatePatternsAreRead(String description, String unit) {
    assertThat(DocumentedUnit.of(description)).isEqualTo(unit);
  }

  @ParameterizedTest
  @CsvSource({"'The name in full.'", "'Kept in milestones.'", "'MM'", "''"})
  void otherDescriptionsNameNoUnit(String description) {
    assertThat(DocumentedUnit.of(description)).isNull();
  }

  /** The benchmark writes lists in brackets, after a mark, and as options in a sentence. */
  @Test
  void everyEnumerationOfTheBenchmarkIsRead() {
    Map<String, List<String>> read = new TreeMap<>();
    List<String> marked = new ArrayList<>();
    for (ToolDoc tool : ReferenceTasks.tools(ReferenceTasks.records())) {
      tool.parameters()
          .forEach(
              (name, parameter) -> {
                String key = tool.name() + "." + name;
                String description = String.valueOf(parameter.get("description"));
                if (description.contains("[Enum]") || description.contains("ptions")) {
                  marked.add(key);
                }
                List<String> values = AllowedValues.of(parameter);
                if (!values.isEmpty()) {
                  read.put(key, values);
                }
              });
    }
    assertThat(read.keySet()).containsExactlyInAnyOrderElementsOf(marked).hasSize(12);
    assertThat(read.get("setHeadlights.mode")).containsExactly("on", "off", "auto");
    assertThat(read.get("compute_exchange_rate.base_currency")).hasSize(11).contains("MXN", "USD");
    assertThat(read.get("get_nearest_airport_by_city.location"))
        .hasSize(23)
        .contains("San Francisco", "Tokyo");
    assertThat(read.get("get_flight_cost.travel_class"))
        .containsExactly("economy", "business", "first");
    assertThat(read.get("authenticate_travel.grant_type"))
        .containsExactly("read_write", "read", "write");
  }
}
