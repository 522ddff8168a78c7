package org.sealflow.review.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.review.RecordedTrajectory;

/** Keeps what was read. */
final class TestingListener implements TrajectoryListener {
  final List<RecordedTrajectory> trajectories = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final List<String> rejected = new ArrayList<>();

  static TestingListener read(Path file, ReviewSettings settings) {
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
