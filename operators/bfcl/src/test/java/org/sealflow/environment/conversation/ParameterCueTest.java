package org.sealflow.environment.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterCueTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The folder. [required]|!",
        "[required]|!",
        "[type: integer]|:integer",
        "How far. [type: float] [in miles]|:float[miles]",
        "The day. [in YYYY-MM-DD]|[YYYY-MM-DD]",
        "The unit. Allowed values: celsius, fahrenheit| in {celsius,fahrenheit}",
        "Allowed values: a| in {a}",
        "Mode. [required] [type: string] [in days] Allowed values: a b, c|!:string[days] in {a"
            + " b,c}",
      },
      ignoreLeadingAndTrailingWhitespace = false)
  void whatIsSaidBehindADescriptionIsReadBack(String description, String compact) {
    assertThat(ParameterCue.of(description).compact()).isEqualTo(compact);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "The folder.",
        "Its name. ",
        "A [required] word in between.",
        "Say [type: integer] first, then more",
        "[Enum]: [\"a\", \"b\"]",
        "The distance in miles",
      })
  void withoutACueNothingIsSaid(String description) {
    assertThat(ParameterCue.of(description).compact()).isEmpty();
  }

  @Test
  void partsAreToldApart() {
    assertThat(ParameterCue.of("Mode. [required] [type: string] Allowed values: a, b"))
        .isEqualTo(new ParameterCue(true, "string", null, "a, b"));
  }
}
