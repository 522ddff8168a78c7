package org.sealflow.learn.step;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.sample.PlainEpisode;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.schemas.PatchReliance;

/**
 * Measures how much the successful episodes of a batch lean on the patches they were shown: a pass
 * without gradient over each of them with and without patches, under the policy as the step finds
 * it, and none if no episode has a plain form.
 */
final class ReliancePass {
  private static final float[] SAME = {};

  private final TrainablePolicy policy;
  private final RowScores scores;

  /** Measures under a policy. */
  ReliancePass(TrainablePolicy policy, RowScores scores) {
    this.policy = policy;
    this.scores = scores;
  }

  /**
   * The measures by key of the patch.
   *
   * @param groups the successful episodes of each group
   */
  Map<String, PatchReliance> of(List<List<TrainingEpisode>> groups) {
    RelianceSums sums = new RelianceSums();
    List<List<TrainingEpisode>> measured =
        groups.stream().map(group -> group.stream().filter(this::fits).toList()).toList();
    List<List<TrainingEpisode>> changed =
        measured.stream()
            .map(group -> group.stream().filter(ReliancePass::isChanged).toList())
            .toList();
    float[][] hinted = scores(changed, ReliancePass::hinted);
    float[][] plain = scores(changed, episode -> plain(episode).sequence());
    int row = 0;
    for (TrainingEpisode episode : measured.stream().flatMap(List::stream).toList()) {
      boolean scored = isChanged(episode);
      sums.add(
          plain(episode).patches(),
          hinted(episode).sampledTokens(),
          scored ? hinted[row] : SAME,
          scored ? plain[row] : SAME);
      row += scored ? 1 : 0;
    }
    return sums.byPatch();
  }

  private float[][] scores(
      List<List<TrainingEpisode>> groups, Function<TrainingEpisode, TrainingSequence> form) {
    return scores.unchecked(
        groups.stream().map(group -> group.stream().map(form).toList()).toList(), policy::logProbs);
  }

  private boolean fits(TrainingEpisode episode) {
    return episode.plain() != null
        && policy.problem(hinted(episode)).isEmpty()
        && policy.problem(plain(episode).sequence()).isEmpty();
  }

  /** Whether its patches showed at all: hints after errors may not have. */
  private static boolean isChanged(TrainingEpisode episode) {
    return !Arrays.equals(hinted(episode).tokens(), plain(episode).sequence().tokens());
  }

  private static TrainingSequence hinted(TrainingEpisode episode) {
    return requireNonNull(episode.sequence());
  }

  private static PlainEpisode plain(TrainingEpisode episode) {
    return requireNonNull(episode.plain());
  }
}
