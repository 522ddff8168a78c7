package org.sealflow.jobs.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActivationTest {
  private final Map<String, Long> ends = new HashMap<>();
  private final Map<String, Long> diagnoses = new HashMap<>();
  private final List<LoopSightings.Patch> patches = new ArrayList<>();
  private final List<LoopSightings.Start> starts = new ArrayList<>();
  private final List<LoopSightings.Manifest> manifests = new ArrayList<>();

  private List<Activation> activations() {
    return Activation.of(
        new LoopSightings(ends, diagnoses, patches, starts, manifests, starts.size()));
  }

  private void episode(String id, long ended, long diagnosed) {
    ends.put(id, ended);
    diagnoses.put(id, diagnosed);
  }

  private void patch(String key, boolean active, long activatedAt, long nanos, String... evidence) {
    patch(key, "c", true, active, activatedAt, nanos, evidence);
  }

  private void patch(
      String key,
      String category,
      boolean alwaysShown,
      boolean active,
      long activatedAt,
      long nanos,
      String... evidence) {
    patches.add(
        new LoopSightings.Patch(
            key, category, alwaysShown, active, activatedAt, nanos, List.of(evidence), nanos));
  }

  private void batch(long planned, LoopSightings.Group... groups) {
    manifests.add(new LoopSightings.Manifest(planned, List.of(groups)));
  }

  private static LoopSightings.Group group(String category, String... shown) {
    return new LoopSightings.Group(category, List.of(shown));
  }

  private static Activation activation(
      String key, long ended, long diagnosed, long patched, long shown) {
    return new Activation(key, ended, diagnosed, patched, shown, Activation.Manifests.NONE);
  }

  private void start(long startedAt, long nanos, String... shown) {
    starts.add(new LoopSightings.Start(startedAt, List.of(shown), nanos));
  }

  @Test
  void anActivationLastsFromItsNewestEvidenceToTheFirstStartThatCarriesIt() {
    episode("a", 100, 110);
    episode("b", 200, 215);
    patch("p", true, 10, 230, "a", "b", "never read");
    start(9, 190, "other");
    start(11, 260, "other", "p");
    start(12, 290, "p");

    Activation activation = activations().get(0);

    assertThat(activation).isEqualTo(activation("p", 200L, 215L, 230, 260L));
    assertThat(activation.evidenceToShown()).hasValue(45);
    assertThat(activation.eventToPatch()).hasValue(30);
  }

  @Test
  void aPatchThatIsOnlyCountedOnIsNoFurtherActivation() {
    episode("a", 100, 110);
    patch("p", true, 10, 130, "a");
    patch("p", true, 10, 500, "a");
    start(20, 600, "p");

    assertThat(activations()).containsExactly(activation("p", 100L, 110L, 130, 600L));
  }

  @Test
  void aPatchThatComesBackIsActivatedAgainAndKeepsItsOwnStarts() {
    episode("a", 100, 110);
    episode("b", 900, 910);
    patch("p", true, 10, 130, "a");
    patch("p", false, 10, 700, "a");
    patch("p", true, 50, 930, "b");
    start(12, 150, "p");
    start(13, 160, "p");
    start(51, 990, "p");

    assertThat(activations())
        .containsExactly(
            activation("p", 100L, 110L, 130, 150L), activation("p", 900L, 910L, 930, 990L));
  }

  @Test
  void aStartReadBeforeThePatchItCarriesBelongsToIt() {
    episode("a", 100, 110);
    patch("p", true, 10, 140, "a");
    start(10, 135, "p");

    assertThat(activations().get(0).evidenceToShown()).hasValue(25);
  }

  @Test
  void aStartBehindTheLastActivationIsNotTakenForTheNext() {
    episode("a", 100, 110);
    patch("p", true, 50, 140, "a");
    start(49, 139, "p");

    Activation activation = activations().get(0);

    assertThat(activation.shown()).isNull();
    assertThat(activation.evidenceToShown()).isEmpty();
  }

  @Test
  void anActivationWhoseEvidenceWasNotReadHasNoTimes() {
    patch("p", true, 10, 140, "a");
    start(11, 150, "p");

    Activation activation = activations().get(0);

    assertThat(activation.evidenceToShown()).isEmpty();
    assertThat(activation.eventToPatch()).isEmpty();
  }

  @Test
  void activationsOfSeveralPatchesComeInTheirOrder() {
    episode("a", 100, 110);
    patch("p", true, 10, 130, "a");
    patch("q", true, 11, 131, "a");
    patch("r", false, 9, 132, "a");
    start(12, 150, "p", "q");

    assertThat(activations()).extracting(Activation::key).containsExactly("p", "q");
    assertThat(activations()).extracting(Activation::shown).containsExactly(150L, 150L);
  }

  @Test
  void aBatchPlannedMoreThanASecondAfterTheEvidenceCarriesThePatch() {
    long second = Duration.ofSeconds(1).toNanos();
    episode("a", 100, 110);
    batch(110 + second, group("c"));
    patch("p", true, 10, 130 + second, "a");
    batch(111 + second, group("c"), group("d"));
    batch(140 + second, group("c", "p"), group("c", "p"), group("d"));
    batch(150 + second, group("c", "p"), group("c"));
    batch(160 + second, group("d"));
    patch("p", false, 10, 700 + second, "a");
    batch(701 + second, group("c"));

    assertThat(activations().get(0).evidenceToPatch()).hasValue(20 + second);
    assertThat(activations().get(0).manifests()).isEqualTo(new Activation.Manifests(3, 2));
  }

  @Test
  void aPatchForAllIsForEveryGroup() {
    long second = Duration.ofSeconds(1).toNanos();
    episode("a", 100, 110);
    patch("p", "*", true, true, 10, 130, "a");
    batch(200 + second, group("c", "p"), group("d"));

    assertThat(activations().get(0).manifests()).isEqualTo(new Activation.Manifests(1, 1));
  }

  @Test
  void aPatchThatOthersMayDisplaceIsNotLookedFor() {
    long second = Duration.ofSeconds(1).toNanos();
    episode("a", 100, 110);
    patch("p", "c", false, true, 10, 130, "a");
    batch(200 + second, group("c"));

    assertThat(activations().get(0).manifests()).isEqualTo(Activation.Manifests.NONE);
  }
}
