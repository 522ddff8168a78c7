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

class PatchMeasuresTest {
  private static final PatchEvidence EVIDENCE = new PatchEvidence(10L, 0.5, 0.2, 0L, 1L, List.of());

  private final EvolutionState state = new EvolutionState();
  private final KeyPatches patches =
      new KeyPatches("run", state, new PatchVersions(0), new EvolutionCounts());
  private final PatchMeasures measures = new PatchMeasures(8, state, patches);

  private void activate() {
    patches.activate(
        PatchScope.ofFailure("boxes", "*", PatchLayer.CAPABILITY_HINT, "MISSING_CALL"),
        new PatchContent(List.of(), List.of(), "Take care."),
        EVIDENCE,
        "weak",
        false,
        Instant.EPOCH);
  }

  private String key() {
    return patches.active().keySet().iterator().next();
  }

  private void count(int episodesOfOneGroup) {
    for (int i = 0; i < episodesOfOneGroup; i++) {
      measures.take(
          EvidenceBundle.Sample.of(
              new TestingObservation("e", "boxes")
                  .uses("open_box")
                  .success(true)
                  .shown(key())
                  .build()));
    }
  }

  @Test
  void aPatchThatIsActiveAgainCountsAGroupUnderWayAnew() {
    activate();
    count(3);
    HeldPatch held = patches.active().get(key());
    patches.retire(held, EVIDENCE, "mastered", false, HeldPatch.NOT_COOLING, Instant.EPOCH);
    activate();
    count(5);

    assertThat(patches.active().get(key()).uplift().patched())
        .isEqualTo(new ArmCounts(5, 5, 1, 25, 25, 25));
  }
}
