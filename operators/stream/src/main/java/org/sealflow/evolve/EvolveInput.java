package org.sealflow.evolve;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;

/**
 * One input of evolution; exactly one of the three is given.
 *
 * @param key the run and the category it is for
 * @param profile a profile that changed
 * @param observation a finished training episode
 * @param readBack a record read from the topic environment-patches
 */
public record EvolveInput(
    EvolutionKey key,
    @Nullable CapabilityProfile profile,
    @Nullable EpisodeObservation observation,
    @Nullable PatchRecord readBack) {
  /**
   * Checks that one is given.
   *
   * @throws IllegalArgumentException if none or several are
   */
  public EvolveInput {
    long given = Stream.of(profile, observation, readBack).filter(Objects::nonNull).count();
    if (given != 1) {
      throw new IllegalArgumentException(
          given + " of profile, observation and readBack are given, expected 1");
    }
  }

  /** A profile, for its run and the category it is observed in. */
  public static EvolveInput of(CapabilityProfile profile) {
    EvolutionKey key = new EvolutionKey(profile.getRunId(), profile.getCapability().getCategory());
    return new EvolveInput(key, profile, null, null);
  }

  /** An episode, for its run in its category and in all. */
  public static List<EvolveInput> of(EpisodeObservation observation) {
    String runId = observation.runId();
    return List.of(
        new EvolveInput(new EvolutionKey(runId, observation.category()), null, observation, null),
        new EvolveInput(new EvolutionKey(runId, Capabilities.ALL), null, observation, null));
  }

  /**
   * A record of the topic, for its run and the category its patch is shown in; an order that names
   * no patch of a run is for {@link EvolutionKey#NONE}.
   */
  public static EvolveInput of(PatchRecord readBack) {
    return new EvolveInput(key(readBack), null, null, readBack);
  }

  private static EvolutionKey key(PatchRecord readBack) {
    EnvironmentPatch patch = readBack.getPatch();
    if (patch != null) {
      return new EvolutionKey(patch.getRunId(), patch.getCategory());
    }
    String runId = PatchRecords.runId(readBack);
    return runId == null
        ? EvolutionKey.NONE
        : PatchScope.parse(readBack.getPatchKey())
            .map(scope -> new EvolutionKey(runId, scope.category()))
            .orElse(EvolutionKey.NONE);
  }
}
