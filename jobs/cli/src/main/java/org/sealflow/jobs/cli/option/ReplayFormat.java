package org.sealflow.jobs.cli.option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.review.read.TrajectoryFormat;

/**
 * The values of {@code --format}: recordings that can be executed again, or trajectories of
 * anybody's agent. Exactly one is not null.
 *
 * @param recorded recordings of a benchmark or our own
 * @param review trajectories that are diagnosed without a reference
 */
public record ReplayFormat(@Nullable RecordedFormat recorded, @Nullable TrajectoryFormat review) {
  /** The format of this name; null if there is none. */
  static @Nullable ReplayFormat of(String name) {
    for (RecordedFormat format : RecordedFormat.values()) {
      if (format.label().equalsIgnoreCase(name)) {
        return new ReplayFormat(format, null);
      }
    }
    for (TrajectoryFormat format : TrajectoryFormat.values()) {
      if (format.label().equalsIgnoreCase(name)) {
        return new ReplayFormat(null, format);
      }
    }
    return null;
  }

  /** Its name as the command line takes it. */
  public String label() {
    return recorded != null ? recorded.label() : Objects.requireNonNull(review).label();
  }

  /** The names of all formats. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    Arrays.stream(RecordedFormat.values()).map(RecordedFormat::label).forEach(names::add);
    Arrays.stream(TrajectoryFormat.values()).map(TrajectoryFormat::label).forEach(names::add);
    return names;
  }
}
