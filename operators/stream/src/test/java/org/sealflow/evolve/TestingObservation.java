package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.capability.TurnObservation;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/** Writes observations of finished episodes. */
final class TestingObservation {
  private String runId = TestingProfiles.RUN;
  private final String episodeId;
  private final String category;
  private final List<TurnObservation> turns = new ArrayList<>();
  private List<String> shown = List.of();
  private boolean patched;
  private boolean counted = true;
  private boolean success;
  private long version;

  TestingObservation(String episodeId, String category) {
    this.episodeId = episodeId;
    this.category = category;
  }

  TestingObservation run(String newRun) {
    runId = newRun;
    return this;
  }

  TestingObservation version(long newVersion) {
    version = newVersion;
    return this;
  }

  TestingObservation shown(String... keys) {
    patched = true;
    shown = List.of(keys);
    return this;
  }

  TestingObservation success(boolean succeeded) {
    success = succeeded;
    return this;
  }

  TestingObservation uncounted() {
    counted = false;
    return this;
  }

  /** A turn that passes and uses tools. */
  TestingObservation uses(String... tools) {
    turns.add(
        new TurnObservation(
            turns.size(), true, "pass", "", "", false, List.of(tools), List.of(), List.of()));
    return this;
  }

  /** A turn that was not reached and would use a tool. */
  TestingObservation misses(String tool) {
    turns.add(
        new TurnObservation(
            turns.size(),
            false,
            "state_mismatch",
            "",
            "",
            false,
            List.of(tool),
            List.of(),
            List.of()));
    return this;
  }

  /** A turn that fails and blames a tool. */
  TestingObservation fails(String tool, TurnFailure failure, FailureOrigin origin) {
    turns.add(
        new TurnObservation(
            turns.size(),
            true,
            "state_mismatch",
            failure.name(),
            origin.name(),
            false,
            List.of(tool),
            List.of(tool),
            List.of()));
    return this;
  }

  EpisodeObservation build() {
    return new EpisodeObservation(
        runId,
        episodeId,
        0,
        new EpisodeObservation.Placement(
            category + "_1", category, "group of " + episodeId, 8, 0, version),
        new EpisodeObservation.Patching(patched, patched ? "digest" : "", shown),
        new EpisodeObservation.Result(
            counted, success ? 1 : 0, success, TestingProfiles.TIME.toEpochMilli()),
        turns,
        new EpisodeObservation.Stamp(version, Map.of(), List.of()));
  }

  List<EvolveInput> inputs() {
    EpisodeObservation episode = build();
    if (!episode.result().counted()) {
      return List.of();
    }
    EvidenceBundle alone = EvidenceBundle.of(episode);
    return Stream.of(category, Capabilities.ALL)
        .map(each -> EvolveInput.of(new EvolutionKey(runId, each), alone))
        .toList();
  }
}
