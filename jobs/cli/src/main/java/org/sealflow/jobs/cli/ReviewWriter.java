package org.sealflow.jobs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.rule.ReviewFinding;

/**
 * Writes one line of JSON per trajectory. The file appears under its name when it is complete. Half
 * surrogate pairs, which a model may write, become question marks.
 */
final class ReviewWriter implements AutoCloseable {
  private final @Nullable Path file;
  private final @Nullable Writer lines;
  private boolean complete;

  private ReviewWriter(@Nullable Path file, @Nullable Writer lines) {
    this.file = file;
    this.lines = lines;
  }

  /** Opens a file; null writes nothing. */
  static ReviewWriter open(@Nullable Path file) {
    if (file == null) {
      return new ReviewWriter(null, null);
    }
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      // Unlike Files.newBufferedWriter this writer replaces what cannot be encoded.
      return new ReviewWriter(
          file,
          new BufferedWriter(
              new OutputStreamWriter(Files.newOutputStream(part(file)), StandardCharsets.UTF_8)));
    } catch (IOException notWritable) {
      throw new UserError(
          "cannot write " + file + " (" + notWritable + "); give another --output", notWritable);
    }
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  void write(RecordedTrajectory trajectory, List<ReviewFinding> findings) throws IOException {
    if (lines != null) {
      lines.write(line(trajectory, findings).toString());
      lines.write('\n');
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
    complete = true;
  }

  @Override
  public void close() throws IOException {
    if (lines == null || file == null) {
      return;
    }
    lines.close();
    if (complete) {
      Files.move(part(file), file, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.deleteIfExists(part(file));
    }
  }
}
