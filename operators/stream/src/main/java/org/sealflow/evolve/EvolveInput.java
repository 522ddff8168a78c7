package org.sealflow.evolve;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.PatchRecord;

/**
 * One input of evolution; exactly one of the three is given.
 *
 * @param category the key: the category it is for, or {@code *} for all
 * @param profile a profile that changed
 * @param observation a finished training episode
 * @param readBack a record read from the topic environment-patches
 */
public record EvolveInput(
    String category,
    @Nullable CapabilityProfile profile,
    @Nullable EpisodeObservation observation,
    @Nullable PatchRecord readBack) {
  /**
   * Checks that one is given.
   *
   * @throws IllegalArgumentException where none or several are
   */
  public EvolveInput {
    long given = Stream.of(profile, observation, readBack).filter(Objects::nonNull).count();
    if (given != 1) {
      throw new IllegalArgumentException(
          given + " of profile, observation and readBack are given, expected 1");
    }
  }

  /** A profile, for the category it is observed in. */
  public static EvolveInput of(CapabilityProfile profile) {
    return new EvolveInput(profile.getCapability().getCategory(), profile, null, null);
  }

  /** An episode, for its category and for all. */
  public static List<EvolveInput> of(EpisodeObservation observation) {
    return List.of(
        new EvolveInput(observation.category(), null, observation, null),
        new EvolveInput(Capabilities.ALL, null, observation, null));
  }

  /** A record of the topic, for the category its patch is shown in. */
  public static EvolveInput of(PatchRecord readBack) {
    String key = readBack.getPatchKey();
    int slash = key.indexOf('/');
    return new EvolveInput(slash < 0 ? key : key.substring(0, slash), null, null, readBack);
  }
}
