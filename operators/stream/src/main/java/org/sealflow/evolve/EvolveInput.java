package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.ingest.PatchChange;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchReliance;
import org.sealflow.schemas.TrainingStep;

/**
 * One input of evolution; exactly one of the four is given.
 *
 * @param key the run and the category it is for
 * @param profile a profile that changed
 * @param episodes what finished training episodes show
 * @param readBack a change read from the topic environment-patches
 * @param reliance what the learner measured of a patch
 */
public record EvolveInput(
    EvolutionKey key,
    @Nullable CapabilityProfile profile,
    @Nullable EvidenceBundle episodes,
    @Nullable PatchChange readBack,
    @Nullable MeasuredReliance reliance) {
  /** The kinds of capabilities of which evolution reads the profiles. */
  public static final Set<CapabilityKind> KINDS_READ =
      Set.of(
          CapabilityKind.CATEGORY,
          CapabilityKind.CATEGORY_TAG,
          CapabilityKind.TOOL,
          CapabilityKind.TOOL_FAILURE);

  /**
   * Checks that one is given.
   *
   * @throws IllegalArgumentException if none or several are
   */
  public EvolveInput {
    long given = Stream.of(profile, episodes, readBack, reliance).filter(Objects::nonNull).count();
    if (given != 1) {
      throw new IllegalArgumentException(
          given + " of profile, episodes, readBack and reliance are given, expected 1");
    }
  }

  /** A profile, for its run and the category it is observed in. */
  public static EvolveInput of(CapabilityProfile profile) {
    EvolutionKey key = new EvolutionKey(profile.getRunId(), profile.getCapability().getCategory());
    return new EvolveInput(key, profile, null, null, null);
  }

  /** Episodes, for their run in their category, or in all. */
  static EvolveInput of(EvolutionKey key, EvidenceBundle episodes) {
    return new EvolveInput(key, null, episodes, null, null);
  }

  /**
   * A change of the topic, for its run and the category its patch is shown in; an order that names
   * no patch of a run is for {@link EvolutionKey#NONE}.
   */
  public static EvolveInput of(PatchChange readBack) {
    return new EvolveInput(key(readBack), null, null, readBack, null);
  }

  /** The reliance that a training step measured, each for the category its patch is shown in. */
  public static List<EvolveInput> of(TrainingStep step) {
    List<EvolveInput> inputs = new ArrayList<>();
    new TreeMap<>(step.getReliance())
        .forEach(
            (patch, sums) ->
                PatchScope.parse(patch)
                    .map(scope -> new EvolutionKey(step.getRunId(), scope.category()))
                    .ifPresent(key -> inputs.add(of(key, step, patch, sums))));
    return inputs;
  }

  private static EvolveInput of(
      EvolutionKey key, TrainingStep step, String patch, PatchReliance sums) {
    MeasuredReliance measured = new MeasuredReliance(patch, step.getVersion() - 1, sums);
    return new EvolveInput(key, null, null, null, measured);
  }

  private static EvolutionKey key(PatchChange readBack) {
    PatchRecord record = readBack.record();
    EnvironmentPatch patch = record == null ? null : record.getPatch();
    if (patch != null) {
      return new EvolutionKey(patch.getRunId(), patch.getCategory());
    }
    String runId = readBack.runId();
    return runId == null
        ? EvolutionKey.NONE
        : PatchScope.parse(readBack.patchKey())
            .map(scope -> new EvolutionKey(runId, scope.category()))
            .orElse(EvolutionKey.NONE);
  }
}
