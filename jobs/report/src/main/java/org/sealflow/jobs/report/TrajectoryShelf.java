package org.sealflow.jobs.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * The trajectories that the page will show, chosen as they come: failed ones (any verdict but
 * passed) before passed ones, each in input order, as far as the limits reach. A failed one takes
 * the place of the passed ones that came last. Memory is bounded by the limits. Not thread-safe.
 */
public final class TrajectoryShelf {
  private final EmbeddedJson json = new EmbeddedJson();
  private final ReportLimits limits;
  private final List<Kept> failed = new ArrayList<>();
  private final Deque<Kept> passed = new ArrayDeque<>();
  private long bytes;
  private long offeredFailed;
  private long offeredPassed;
  private boolean failedFull;
  private boolean passedFull;

  /** A trajectory as it stands in the page: JSON of its line in the list, JSON of the rest. */
  record Kept(String entry, String detail) {
    /** The JSON is ASCII, so a character is a byte. */
    long bytes() {
      return (long) entry.length() + detail.length();
    }
  }

  /** An empty shelf. */
  public TrajectoryShelf(ReportLimits limits) {
    this.limits = limits;
  }

  /**
   * Offers a trajectory; the next one in input order.
   *
   * @param turns its turns in order, unreached ones included
   */
  public void add(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    long position = offered();
    if (episode.getVerdict() == Verdict.PASSED) {
      offeredPassed++;
      if (!passedFull) {
        addPassed(kept(position, turns, episode));
      }
    } else {
      offeredFailed++;
      if (!failedFull) {
        addFailed(kept(position, turns, episode));
      }
    }
  }

  private Kept kept(long position, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    return new Kept(
        json.write(TrajectoryEntry.of(position, turns, episode)),
        json.write(TrajectoryDetail.of(turns, episode)));
  }

  private void addPassed(Kept kept) {
    if (exceeds(1, kept.bytes())) {
      passedFull = true;
    } else {
      passed.addLast(kept);
      bytes += kept.bytes();
    }
  }

  private void addFailed(Kept kept) {
    while (exceeds(1, kept.bytes()) && !passed.isEmpty()) {
      bytes -= passed.removeLast().bytes();
      passedFull = true;
    }
    if (exceeds(1, kept.bytes())) {
      failedFull = true;
      passedFull = true;
    } else {
      failed.add(kept);
      bytes += kept.bytes();
    }
  }

  private boolean exceeds(int more, long moreBytes) {
    return failed.size() + passed.size() + more > limits.trajectories()
        || bytes + moreBytes > limits.bytes();
  }

  /** The kept trajectories: failed ones, then passed ones, each in input order. */
  List<Kept> kept() {
    List<Kept> all = new ArrayList<>(failed);
    all.addAll(passed);
    return all;
  }

  ReportLimits limits() {
    return limits;
  }

  /** How many trajectories there were. */
  long offered() {
    return offeredFailed + offeredPassed;
  }

  long failedLeftOut() {
    return offeredFailed - failed.size();
  }

  long passedLeftOut() {
    return offeredPassed - passed.size();
  }

  /** What was offered and what had to be left out, as the page tells it. */
  ObjectNode node() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("offered", offered())
        .put("failedLeftOut", failedLeftOut())
        .put("passedLeftOut", passedLeftOut())
        .put("mostTrajectories", limits.trajectories())
        .put("mostBytes", limits.bytes());
  }

  /** Writes the lines of the list, a JSON array. */
  void writeIndex(Writer out) throws IOException {
    String separator = "[";
    for (Kept each : kept()) {
      out.append(separator).append(each.entry());
      separator = ",\n";
    }
    out.append(kept().isEmpty() ? "[]" : "]");
  }

  /** Writes an element for each trajectory, so that the browser parses only what is opened. */
  void writeTrajectories(Writer out) throws IOException {
    int index = 0;
    for (Kept each : kept()) {
      out.append("<script type=\"application/json\" id=\"trajectory-")
          .append(Integer.toString(index++))
          .append("\">")
          .append(each.detail())
          .append("</script>\n");
    }
  }
}
