package org.sealflow.learn.step;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sealflow.learn.algorithm.FeedbackTally;
import org.sealflow.learn.algorithm.WeighedGroup;
import org.sealflow.learn.algorithm.objective.ObjectiveDiagnostics;
import org.sealflow.learn.batch.Staleness;
import org.sealflow.learn.batch.TakenGroup;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;

/** The measures of a step by name. */
public final class StepMeasures {
  private StepMeasures() {}

  /**
   * The measures of a step.
   *
   * @param version version it started from
   * @param complete the complete groups of its batch, among them those it took
   * @param epochs passes over the batch
   * @throws IllegalArgumentException if an episode was acted by a version yet to come
   */
  public static Map<String, Double> of(
      long version,
      LearnerStep step,
      Collection<TakenGroup> complete,
      int epochs,
      Duration elapsed) {
    Map<String, Double> measures = new TreeMap<>();
    updates(step.updates(), measures);
    objective(step.updates().diagnostics(), measures);
    weighing(step, measures);
    feedback(step.updates().feedback(), measures);
    long tokens = tokens(step);
    measures.put("sequenceTokens", (double) tokens);
    measures.put("seconds", elapsed.toMillis() / 1000.0);
    measures.put("tokensPerSecond", tokens * epochs * 1000.0 / Math.max(1, elapsed.toMillis()));
    Set<String> taken =
        step.groups().stream().map(TrainingGroup::groupId).collect(Collectors.toSet());
    Staleness staleness =
        Staleness.of(
            version,
            complete.stream()
                .filter(group -> taken.contains(group.planned().getGroupId()))
                .toList());
    measures.put("stalenessMean", staleness.mean());
    measures.put("stalenessMax", (double) staleness.greatest());
    return measures;
  }

  private static void updates(UpdateSummary updates, Map<String, Double> measures) {
    measures.put("updates", (double) updates.updates());
    measures.put("loss", updates.loss());
    measures.put("gradientNorm", updates.gradientNormMean());
    measures.put("gradientNormMax", updates.gradientNormMax());
    measures.put("learningRate", updates.learningRate());
  }

  private static void objective(ObjectiveDiagnostics seen, Map<String, Double> measures) {
    measures.put("tokens", (double) seen.tokens());
    measures.put("kl", seen.k3Mean());
    measures.put("klMean", seen.klMean());
    measures.put("clipFraction", seen.clipShare());
    measures.put("dualClipFraction", seen.dualClipShare());
    measures.put("ratioMin", seen.ratioMin());
    measures.put("ratioMax", seen.ratioMax());
    measures.put("importanceTruncationFraction", seen.importanceTruncationShare());
    measures.put("entropy", seen.entropy());
  }

  /** Nothing if no feedback was to be read. */
  private static void feedback(FeedbackTally feedback, Map<String, Double> measures) {
    if (!feedback.equals(FeedbackTally.NONE)) {
      measures.put("feedbackTokens", (double) feedback.tokens());
      measures.put("feedbackDivergence", feedback.divergenceMean());
      measures.put("feedbackClipFraction", feedback.clipShare());
      measures.put("feedbackTurnsLeftOut", (double) feedback.leftOut());
    }
  }

  private static void weighing(LearnerStep step, Map<String, Double> measures) {
    measures.put("groupsUsed", (double) step.groups().size());
    measures.put(
        "rewardMean",
        step.groups().stream()
            .flatMap(group -> group.rewards().stream())
            .mapToDouble(Double::doubleValue)
            .average()
            .orElse(0));
    measures.put(
        "advantageResidual",
        step.weighed().groups().stream()
            .mapToDouble(WeighedGroup::residual)
            .map(Math::abs)
            .average()
            .orElse(0));
    measures.put("scaleMeanBefore", step.weighed().summary().meanBefore());
    measures.put("scaleMean", step.weighed().summary().meanAfter());
  }

  private static long tokens(LearnerStep step) {
    long tokens = 0;
    for (TrainingGroup group : step.groups()) {
      for (TrainingEpisode episode : group.episodes()) {
        TrainingSequence sequence = episode.sequence();
        tokens += sequence == null ? 0 : sequence.length();
      }
    }
    return tokens;
  }

  /** Number of sampled steps by how many versions they lag behind. */
  public static Map<String, Long> staleness(long version, LearnerStep step) {
    Map<String, Long> steps = new TreeMap<>();
    for (TrainingGroup group : step.groups()) {
      for (TrainingEpisode episode : group.episodes()) {
        for (long acted : episode.policyVersions()) {
          steps.merge(Long.toString(version - acted), 1L, Long::sum);
        }
      }
    }
    return steps;
  }
}
