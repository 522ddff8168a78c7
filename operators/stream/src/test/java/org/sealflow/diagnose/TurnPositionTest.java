package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnPositionTest {
  @ParameterizedTest
  @CsvSource({
    "1, only",
    "2, middle late",
    "3, early middle late",
    "4, early middle late late",
    "5, early middle middle late late",
    "6, early early middle middle late late"
  })
  void turnsFallIntoThirds(int turns, String expected) {
    String positions =
        IntStream.range(0, turns)
            .mapToObj(turn -> TurnPosition.of(turn, turns).lowerCase())
            .collect(Collectors.joining(" "));
    assertThat(positions).isEqualTo(expected);
  }

  @Test
  void anEpisodeWithoutTurnsHasAnOnlyOne() {
    assertThat(TurnPosition.of(0, 0)).isEqualTo(TurnPosition.ONLY);
  }

  @ParameterizedTest
  @CsvSource({"-1, 3", "3, 3", "1, 0"})
  void aTurnThatDoesNotExistIsRefused(int turn, int turns) {
    assertThatThrownBy(() -> TurnPosition.of(turn, turns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("turn " + turn + " of " + turns + " does not exist");
  }
}
