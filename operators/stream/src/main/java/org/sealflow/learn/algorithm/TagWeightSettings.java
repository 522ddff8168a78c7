package org.sealflow.learn.algorithm;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sealflow.diagnose.DynamicTagWeights;
import org.sealflow.diagnose.TagCells;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Tags;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;
import org.sealflow.settings.SettingsReader;

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

  private static final String KEY = "weighting.tags.";

  /** As in SEAL's main run. */
  static final TagWeightSettings SEAL =
      new TagWeightSettings(TagWeights.SEAL, 0, 12, true, 0.25, 1, 32);

  /**
   * Checks the settings. A zero is refused where the release would silently read it as its default.
   *
   * @throws SettingsException naming every problem
   */
  public TagWeightSettings {
    SettingsProblems problems = new SettingsProblems(KEY);
    problems.atLeast(0, "warmupSteps", warmupSteps);
    problems.atLeast(1, "windowSteps", windowSteps);
    problems.expect(emaBeta > 0 && emaBeta <= 1, "emaBeta", emaBeta, "more than 0, up to 1");
    problems.positive("prevalenceAlpha", prevalenceAlpha);
    problems.atLeast(1, "confidenceSamples", confidenceSamples);
    problems.throwIfAny();
  }

  static TagWeightSettings read(SettingsReader reader, TagWeightSettings fallback) {
    TagWeights base = base(reader, fallback.base);
    int warmupSteps = reader.whole(KEY + "warmupSteps", fallback.warmupSteps);
    int windowSteps = reader.whole(KEY + "windowSteps", fallback.windowSteps);
    boolean dynamic = reader.flag(KEY + "dynamic", fallback.dynamic);
    double beta = reader.number(KEY + "emaBeta", fallback.emaBeta);
    double alpha = reader.number(KEY + "prevalenceAlpha", fallback.prevalenceAlpha);
    int confidence = reader.whole(KEY + "confidenceSamples", fallback.confidenceSamples);
    return reader.section(
        () ->
            new TagWeightSettings(base, warmupSteps, windowSteps, dynamic, beta, alpha, confidence),
        fallback);
  }

  private static TagWeights base(SettingsReader reader, TagWeights fallback) {
    List<String> names = new ArrayList<>(Arrays.stream(Tag.values()).map(Tags::lowerCase).toList());
    names.add(TagCells.UNKNOWN);
    Map<String, Double> set = reader.numbersBelow(KEY + "base.", names);
    return reader.section(() -> fallback.with(checked(set)), fallback);
  }

  private static TagWeights checked(Map<String, Double> set) {
    SettingsProblems problems = new SettingsProblems(KEY + "base.");
    set.forEach(problems::notNegative);
    problems.throwIfAny();
    return new TagWeights(set);
  }

  /** The rule that moves the weights. */
  public DynamicTagWeights dynamicWeights() {
    return new DynamicTagWeights(emaBeta, prevalenceAlpha, confidenceSamples);
  }
}
