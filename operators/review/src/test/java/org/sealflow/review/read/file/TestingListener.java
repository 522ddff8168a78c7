package org.sealflow.review.read.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;

/** Keeps what was read. */
public final class TestingListener implements TrajectoryListener {
  public final List<RecordedTrajectory> trajectories = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  public final List<String> rejected = new ArrayList<>();

  public static TestingListener read(Path file, ReviewSettings settings) {
    TestingListener listener = new TestingListener();
    try {
      TrajectoryFile.read(file, settings, listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return listener;
  }

  @Override
  public void trajectory(RecordedTrajectory trajectory) {
    trajectories.add(trajectory);
  }

  @Override
  public void note(String line) {
    notes.add(line);
  }

  @Override
  public void rejected(String line) {
    rejected.add(line);
  }

  @Override
  public void refused(String line) {
    rejected.add(line);
  }
}
