package org.sealflow.jobs.cli.replay.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.replay.recorded.LogPages;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;
import org.sealflow.review.rule.ReviewFinding;

/** Diagnoses logs of any agent by what they themselves prove, one record after the other. */
public final class ReviewReplay implements TrajectoryListener {
  private final ReviewSummary summary = new ReviewSummary();
  private final ReviewWriter writer;
  private final @Nullable LogPages pages;

  private ReviewReplay(ReviewWriter writer, @Nullable LogPages pages) {
    this.writer = writer;
    this.pages = pages;
  }

  /**
   * Reads and diagnoses files.
   *
   * @param output where a line for each trajectory goes; null writes none
   * @param pages take the trajectories too; null for none
   * @throws org.sealflow.jobs.settings.UserError if the output cannot be written
   */
  public static ReviewReplay run(
      List<Path> files, ReviewSettings settings, @Nullable Path output, @Nullable LogPages pages)
      throws IOException {
    try (ReviewWriter writer = ReviewWriter.open(output);
        Progress progress = Progress.ofBytes("replay", files)) {
      ReviewReplay replay = new ReviewReplay(writer, pages);
      for (Path file : files) {
        TrajectoryFile.read(file, settings, replay);
        progress.at(file.toString(), Files.size(file));
      }
      writer.complete();
      return replay;
    }
  }

  @Override
  public void trajectory(RecordedTrajectory trajectory) throws IOException {
    List<ReviewFinding> findings = GuardedReview.of(trajectory, this);
    if (findings == null) {
      return;
    }
    summary.add(trajectory, findings);
    writer.write(trajectory, findings);
    if (pages != null) {
      pages.add(trajectory);
    }
  }

  @Override
  public void note(String line) {
    summary.note(line);
  }

  @Override
  public void rejected(String line) {
    summary.reject(line);
  }

  @Override
  public void refused(String line) {
    summary.reject(line);
  }

  public ReviewSummary summary() {
    return summary;
  }

  /**
   * Why the command fails, in one line: the first record that was left out; null if it succeeds.
   */
  public @Nullable String problem() {
    List<String> rejections = summary.rejections().first();
    if (!rejections.isEmpty()) {
      long more = summary.rejections().count() - 1;
      return Shown.text(rejections.get(0)) + (more == 0 ? "" : " (and " + more + " more)");
    }
    return summary.trajectories() == 0 ? "the files hold no trajectory" : null;
  }
}
