package org.sealflow.jobs.cli.replay.review;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.TrajectoryReviewer;

/** Reviews a record. One on which a rule fails costs itself alone, as in a live job. */
final class GuardedReview {
  private GuardedReview() {}

  /**
   * The findings; null if the record cannot be diagnosed, which the listener is told.
   *
   * @throws IOException if the listener fails
   */
  static @Nullable List<ReviewFinding> of(
      RecordedTrajectory trajectory, TrajectoryListener listener) throws IOException {
    return of(trajectory, TrajectoryReviewer::review, listener);
  }

  static @Nullable List<ReviewFinding> of(
      RecordedTrajectory trajectory,
      Function<RecordedTrajectory, List<ReviewFinding>> rules,
      TrajectoryListener listener)
      throws IOException {
    try {
      return rules.apply(trajectory);
    } catch (RuntimeException | StackOverflowError failed) {
      String reason =
          failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
      listener.rejected(trajectory.source() + ": the record cannot be diagnosed: " + reason);
      return null;
    }
  }
}
