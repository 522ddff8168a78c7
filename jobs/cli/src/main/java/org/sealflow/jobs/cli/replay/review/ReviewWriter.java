package org.sealflow.jobs.cli.replay.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.replay.file.LineFile;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.rule.ReviewFinding;

/** Writes one line of JSON per trajectory. */
final class ReviewWriter implements AutoCloseable {
  private final @Nullable LineFile lines;

  private ReviewWriter(@Nullable LineFile lines) {
    this.lines = lines;
  }

  /** Opens a file; null writes nothing. */
  static ReviewWriter open(@Nullable Path file) {
    return new ReviewWriter(file == null ? null : LineFile.open(file));
  }

  void write(RecordedTrajectory trajectory, List<ReviewFinding> findings) throws IOException {
    if (lines != null) {
      lines.write(line(trajectory, findings).toString());
    }
  }

  private static ObjectNode line(RecordedTrajectory trajectory, List<ReviewFinding> findings) {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", trajectory.id())
            .put("source", trajectory.source())
            .put("verdict", verdict(trajectory))
            .put("reward", trajectory.reward())
            .put("outcome", trajectory.outcome().name())
            .put("turns", trajectory.turns())
            .put("calls", trajectory.calls().size());
    ArrayNode list = line.putArray("findings");
    for (ReviewFinding finding : findings) {
      list.addObject()
          .put("rule", finding.rule().name())
          .put("turn", finding.turn())
          .put("place", finding.place())
          .put("call", finding.call())
          .put("tool", finding.tool())
          .put("argument", finding.argument())
          .put("evidence", finding.evidence());
    }
    return line;
  }

  /** The agent's success as far as it is known: nothing, or that the agent had no fair chance. */
  private static String verdict(RecordedTrajectory trajectory) {
    return trajectory.outcome() == RecordOutcome.INFRASTRUCTURE_FAILED
        ? "INFRASTRUCTURE_FAILED"
        : "UNJUDGED";
  }

  /** A finding with its place, in one line. */
  static String place(RecordedTrajectory trajectory, ReviewFinding finding) {
    String id = trajectory.source().endsWith(trajectory.id()) ? "" : " " + trajectory.id();
    return trajectory.source()
        + id
        + " "
        + finding.place()
        + (finding.tool() == null ? "" : " " + finding.tool())
        + ": "
        + finding.evidence();
  }

  /** Everything was written. */
  void complete() {
    if (lines != null) {
      lines.complete();
    }
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }
}
