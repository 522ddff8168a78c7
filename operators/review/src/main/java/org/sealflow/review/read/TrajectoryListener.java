package org.sealflow.review.read;

import java.io.IOException;
import org.sealflow.review.RecordedTrajectory;

/** Takes what is read, in the order of the file. */
public interface TrajectoryListener {
  /** A usable record. */
  void trajectory(RecordedTrajectory trajectory) throws IOException;

  /** Called with a line about an oddity of a record that is used all the same. */
  void note(String line) throws IOException;

  /** Why a record is left out, in one line. */
  void rejected(String line) throws IOException;

  /** Why a whole file, or the rest of it, is left out, in one line. */
  void refused(String line) throws IOException;
}
