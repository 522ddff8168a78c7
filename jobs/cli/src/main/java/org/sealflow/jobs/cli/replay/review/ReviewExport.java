package org.sealflow.jobs.cli.replay.review;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.replay.file.DiagnosisFiles;
import org.sealflow.jobs.cli.text.FirstLines;
import org.sealflow.jobs.export.diagnosis.DiagnosedTrajectory;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryFormat;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;
import org.sealflow.review.rule.ReviewFinding;

/** Writes logs of any agent with what they themselves prove. */
public final class ReviewExport implements TrajectoryListener {
  private static final int SHOWN = 5;

  private final ReviewSettings settings;
  private final DiagnosisFiles files;
  private final FirstLines problems = new FirstLines(SHOWN);

  public ReviewExport(ReviewSettings settings, DiagnosisFiles files) {
    this.settings = settings;
    this.files = files;
  }

  public void read(Path file) throws IOException {
    TrajectoryFile.read(file, settings, this);
  }

  @Override
  public void trajectory(RecordedTrajectory trajectory) throws IOException {
    List<ReviewFinding> findings = GuardedReview.of(trajectory, this);
    if (findings == null) {
      return;
    }
    TrajectoryFormat format =
        settings.format() == null ? TrajectoryFormat.of(trajectory.original()) : settings.format();
    files.write(DiagnosedTrajectory.of(trajectory, format == null ? "" : format.label(), findings));
  }

  @Override
  public void note(String line) {
    // Replay tells of what is odd; here the record is kept as it is.
  }

  @Override
  public void rejected(String line) {
    problems.add(line);
  }

  @Override
  public void refused(String line) {
    problems.add(line);
  }

  /** The first record that was left out, in one line, and how many more; null if none was. */
  public @Nullable String problem() {
    if (problems.count() == 0) {
      return null;
    }
    long more = problems.count() - 1;
    return problems.first().get(0) + (more == 0 ? "" : " (and " + more + " more)");
  }
}
