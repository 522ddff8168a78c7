package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PermutationSettingsTest {
  @Test
  void memoryIsThatOfCapabilitiesUnlessToldOtherwise() {
    assertThat(new PermutationSettings(7, Duration.ofMinutes(1)).timeToLive())
        .isEqualTo(CapabilitySettings.DEFAULT.timeToLive());
  }

  @Test
  void allProblemsAreToldTogether() {
    assertThatThrownBy(() -> new PermutationSettings(7, Duration.ZERO, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deadline is 0s, expected a millisecond or more")
        .hasMessageContaining("timeToLive is 0s, expected more than deadline 0s");
  }
}
