package org.sealflow.synthesize;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.CapabilityStatistics;
import org.sealflow.schemas.TaskSignals;
import org.sealflow.statistics.Interval;

final class WeaknessesTest {
  private static final KnownTasks KNOWN = TestingRun.known();

  private static CapabilityProfile profile(
      CapabilityKind kind, String category, String name, long count, long successes) {
    return profile(kind, category, name, count, successes, null);
  }

  private static CapabilityProfile profile(
      CapabilityKind kind,
      String category,
      String name,
      long count,
      long successes,
      @Nullable TaskSignals signals) {
    Interval success = Interval.wilson(successes, count);
    CapabilityStatistics window =
        new CapabilityStatistics(
            count,
            successes,
            (double) successes,
            0L,
            (double) successes / count,
            (double) successes / count,
            success.low(),
            success.high());
    return new CapabilityProfile(
        "run",
        new Capability(kind, category, name),
        3L,
        window,
        window,
        List.of(),
        List.of(),
        null,
        signals,
        Instant.EPOCH);
  }

  private static List<Weakness> of(CapabilityProfile... profiles) {
    return Weaknesses.of(List.of(profiles), KNOWN, WeaknessSettings.DEFAULT);
  }

  @Test
  void aToolIsWeakByTheTurnsItIsToBlameInAndNotByHowOftenEpisodesFail() {
    List<Weakness> found =
        of(
            profile(CapabilityKind.TOOL, "*", "cd", 100, 10),
            profile(CapabilityKind.TOOL, "*", "mkdir", 100, 10),
            profile(CapabilityKind.TOOL_FAILURE, "*", "cd::MISSING_CALL", 3, 0),
            profile(CapabilityKind.TOOL_FAILURE, "*", "mkdir::MISSING_CALL", 60, 0));
    assertThat(found)
        .singleElement()
        .isEqualTo(
            new Weakness(
                "TOOL_FAILURE/*/mkdir::MISSING_CALL",
                "*",
                List.of("mkdir"),
                Set.of(Signal.FAILING),
                Interval.wilson(60, 100).low(),
                "mkdir is to blame in 60 of 100 turns (MISSING_CALL)"));
  }

  @Test
  void fewObservationsMakeNoWeakness() {
    assertThat(
            of(
                profile(CapabilityKind.TOOL, "*", "mkdir", 7, 0),
                profile(CapabilityKind.TOOL_FAILURE, "*", "mkdir::MISSING_CALL", 7, 0)))
        .isEmpty();
  }

  @Test
  void anyToolAndToolsThatAreNotDeclaredAreNoneToMakeTasksOf() {
    assertThat(
            of(
                profile(CapabilityKind.TOOL, "*", "other", 40, 0),
                profile(CapabilityKind.TOOL_FAILURE, "*", "other::INVALID_CALL", 40, 0),
                profile(CapabilityKind.TOOL_FAILURE, "*", "*::INVALID_CALL", 40, 0)))
        .isEmpty();
  }

  @Test
  void aCategoryIsWeakByItsEpisodes() {
    assertThat(of(profile(CapabilityKind.CATEGORY, "multi_turn_base", "multi_turn_base", 50, 10)))
        .singleElement()
        .satisfies(
            weakness -> {
              assertThat(weakness.category()).isEqualTo("multi_turn_base");
              assertThat(weakness.tools()).isEmpty();
              assertThat(weakness.evidence())
                  .isEqualTo("40 of 50 episodes of multi_turn_base fail");
            });
  }

  @Test
  void everySignalOfATaskIsTakenAndNamesTheToolsThatItCalls() {
    Task task = KNOWN.training().iterator().next();
    TaskSignals signals = new TaskSignals(true, true, false, List.of(1.0, 0.0), List.of());
    assertThat(of(profile(CapabilityKind.TASK, task.category(), task.id(), 8, 4, signals)))
        .singleElement()
        .satisfies(
            weakness -> {
              assertThat(weakness.signals()).containsExactly(Signal.FORGOTTEN, Signal.BOUNDARY);
              assertThat(weakness.tools()).isEqualTo(KNOWN.tools(task.id())).isNotEmpty();
              assertThat(weakness.weight()).isEqualTo(0.3);
              assertThat(weakness.concerns(task)).isTrue();
            });
  }

  @Test
  void signalsOfTasksHeldOutOrUnknownAreNoEvidence() {
    TaskSignals signals = new TaskSignals(true, true, true, List.of(), List.of());
    String heldOut = KNOWN.heldOut().get(0).id();
    assertThat(
            of(
                profile(CapabilityKind.TASK, "multi_turn_base", heldOut, 8, 4, signals),
                profile(CapabilityKind.TASK, "multi_turn_base", "nobody_1", 8, 4, signals)))
        .isEmpty();
  }

  @Test
  void theOrderDependsOnTheProfilesAlone() {
    List<CapabilityProfile> profiles = new ArrayList<>();
    for (String tool : List.of("cd", "ls", "mkdir", "touch")) {
      profiles.add(profile(CapabilityKind.TOOL, "*", tool, 50, 0));
      profiles.add(
          profile(
              CapabilityKind.TOOL_FAILURE, "*", tool + "::INVALID_CALL", 20 + tool.length(), 0));
    }
    List<Weakness> found = Weaknesses.of(profiles, KNOWN, WeaknessSettings.DEFAULT);
    Collections.reverse(profiles);
    assertThat(Weaknesses.of(profiles, KNOWN, WeaknessSettings.DEFAULT)).isEqualTo(found);
    assertThat(found.stream().map(weakness -> weakness.tools().get(0)))
        .containsExactly("mkdir", "touch", "cd", "ls");
  }
}
