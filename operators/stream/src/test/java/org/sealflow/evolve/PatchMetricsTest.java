package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.evolve.patch.PatchVersions;
import org.sealflow.schemas.PatchContent;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.state.TestingMetricGroup;

class PatchMetricsTest {
  private static final PatchEvidence EVIDENCE = new PatchEvidence(10L, 0.5, 0.2, 0L, 1L, List.of());

  private final TestingMetricGroup group = new TestingMetricGroup();
  private final PatchMetrics metrics = new PatchMetrics(group, () -> 100_000);
  private final EvolutionState state = new EvolutionState();
  private final KeyPatches patches =
      new KeyPatches("run", state, new PatchVersions(0), new EvolutionCounts());

  private void activate(String failure, long millis) {
    patches.activate(
        PatchScope.ofFailure("boxes", "*", PatchLayer.CAPABILITY_HINT, failure),
        new PatchContent(List.of(), List.of(), "Take care."),
        EVIDENCE,
        "weak",
        false,
        Instant.ofEpochMilli(millis));
  }

  private static EvolutionKey key(String category) {
    return new EvolutionKey("run", category);
  }

  @Test
  void activePatchesAreCountedAndTheOldestHasAnAge() {
    activate("MISSING_CALL", 40_000);
    activate("WRONG_EFFECT", 90_000);
    metrics.show(key("boxes"), state);

    assertThat(group.value("patches.active")).isEqualTo(2L);
    assertThat(group.value("patches.oldestActiveSeconds")).isEqualTo(60L);
  }

  @Test
  void whatIsKeptRetiredIsNotActive() {
    activate("MISSING_CALL", 40_000);
    HeldPatch held = patches.active().values().iterator().next();
    patches.retire(held, EVIDENCE, "no help", true, 9, Instant.ofEpochMilli(50_000));
    metrics.show(key("boxes"), state);

    assertThat(group.value("patches.active")).isEqualTo(0L);
    assertThat(group.value("patches.retired")).isEqualTo(1L);
    assertThat(group.value("patches.pinned")).isEqualTo(1L);
    assertThat(group.value("patches.oldestActiveSeconds")).isEqualTo(0L);
  }

  @Test
  void keysAreAddedUpAndForgottenWithTheirLastPatch() {
    activate("MISSING_CALL", 40_000);
    metrics.show(key("boxes"), state);
    metrics.show(key("*"), state);
    assertThat(group.value("patches.active")).isEqualTo(2L);

    metrics.show(key("*"), new EvolutionState());
    assertThat(group.value("patches.active")).isEqualTo(1L);
  }
}
