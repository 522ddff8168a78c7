package org.sealflow.rollout.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.ArgumentCue;

class CueTextTest {
  private static final ArgumentCue ALL =
      new ArgumentCue("hue", true, List.of("red", "light blue"), "string", "meters");

  @Test
  void everythingIsSaidInItsOrder() {
    assertThat(CueText.append("The hue. ", ALL))
        .isEqualTo(
            "The hue. [required] [type: string] [in meters] Allowed values: red, light blue");
  }

  @Test
  void anEmptyDescriptionBecomesTheCue() {
    assertThat(CueText.append("", new ArgumentCue("hue", true, List.of(), null, null)))
        .isEqualTo("[required]");
  }

  @Test
  void whatIsSaidIsNotSaidAgain() {
    String once = CueText.append("The hue.", ALL);

    assertThat(CueText.append(once, ALL)).isEqualTo(once);
  }

  @Test
  void aCueThatSaysNothingChangesNothing() {
    assertThat(CueText.append("The hue. ", new ArgumentCue("hue", false, List.of(), null, null)))
        .isEqualTo("The hue. ");
  }

  @Test
  void aPartThatIsTooLongIsLeftOut() {
    ArgumentCue cue =
        new ArgumentCue(
            "hue", true, Collections.nCopies(200, "red"), "t".repeat(600), "m".repeat(600));

    assertThat(CueText.append("The hue.", cue)).isEqualTo("The hue. [required]");
  }
}
