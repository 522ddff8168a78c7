package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Tag;

class SampleDiagnosisTest {
  @Test
  void aSpuriousCallCountsWhereItsTurnWasReached() {
    List<Tag> tags = List.of(PASS, SPURIOUS_TOOL_CALL);
    assertThat(new SampleDiagnosis(tags, 2, List.of()).holdsSpuriousCall()).isTrue();
    assertThat(new SampleDiagnosis(tags, 1, List.of()).holdsSpuriousCall()).isFalse();
  }

  @Test
  void moreTurnsThanThereAreCannotBeReached() {
    assertThatThrownBy(() -> new SampleDiagnosis(List.of(PASS), 2, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 turns reached, expected 0 to 1");
  }

  @Test
  void aRootCauseIsAReachedTurn() {
    assertThatThrownBy(() -> new SampleDiagnosis(List.of(PASS, PASS), 1, List.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("root cause in turn 1, expected one of the 1 reached");
  }
}
