package org.sealflow.learn.algorithm;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.sealflow.diagnose.DynamicTagWeights;
import org.sealflow.diagnose.TagCells;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Tags;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * The weights of tags and how they follow what is observed.
 *
 * @param base weights of the tags, SEAL's unless set
 * @param warmupSteps first steps without weights, from 0; SEAL's 0
 * @param windowSteps steps after which the window of observations begins anew, from 1; 12 are an
 *     epoch of SEAL's main run, where it begins anew at each
 * @param dynamic whether weights follow what is observed; SEAL's true
 * @param emaBeta share of the target in a new weight, above 0 up to 1; SEAL's 0.25
 * @param prevalenceAlpha how strongly frequent failures gain weight, above 0; SEAL's 1
 * @param confidenceSamples observations from which on a tag counts fully, from 1; SEAL's 32
 */
public record TagWeightSettings(
    TagWeights base,
    int warmupSteps,
    int windowSteps,
    boolean dynamic,
    double emaBeta,
    double prevalenceAlpha,
    int confidenceSamples)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final List<String> TAGS =
      Stream.concat(Arrays.stream(Tag.values()).map(Tags::lowerCase), Stream.of(TagCells.UNKNOWN))
          .toList();

  /** As in SEAL's main run. */
  static final TagWeightSettings SEAL =
      new TagWeightSettings(TagWeights.SEAL, 0, 12, true, 0.25, 1, 32);

  /**
   * Checks the settings. A zero is refused where the release would silently read it as its default.
   *
   * @throws SettingsException naming every problem
   */
  public TagWeightSettings {
    SettingsProblems problems = new SettingsProblems();
    base.byTag()
        .forEach(
            (tag, weight) ->
                problems.expect(
                    TAGS.contains(tag),
                    "base." + tag,
                    weight,
                    "nothing; tags are " + String.join(", ", TAGS)));
    problems.atLeast(0, "warmupSteps", warmupSteps);
    problems.atLeast(1, "windowSteps", windowSteps);
    problems.expect(emaBeta > 0 && emaBeta <= 1, "emaBeta", emaBeta, "more than 0, up to 1");
    problems.positive("prevalenceAlpha", prevalenceAlpha);
    problems.atLeast(1, "confidenceSamples", confidenceSamples);
    problems.throwIfAny();
  }

  /** The rule that moves the weights. */
  public DynamicTagWeights dynamicWeights() {
    return new DynamicTagWeights(emaBeta, prevalenceAlpha, confidenceSamples);
  }
}
