package org.sealflow.jobs.report.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * The trajectories that the page will show, chosen as they come: failed ones (any verdict but
 * passed) before passed ones, each in input order, as far as the limits reach. A failed one takes
 * the place of the passed ones that came last. Memory is bounded by the limits. Not thread-safe.
 */
public final class KeptTrajectories implements EpisodeTaker {
  private final EmbeddedJson json = new EmbeddedJson();
  private final ReportLimits limits;
  private final List<Kept> failed = new ArrayList<>();
  private final Deque<Kept> passed = new ArrayDeque<>();
  private final Map<String, String> words = new HashMap<>();
  private long bytes;
  private long offeredFailed;
  private long offeredPassed;
  private boolean failedFull;
  private boolean passedFull;

  /**
   * A trajectory as it stands in the page: its episode's id, which may be empty, JSON of its line
   * in the list, JSON of the rest.
   */
  record Kept(String episode, String entry, String detail) {
    /** The JSON is ASCII, so a character is a byte. */
    long bytes() {
      return (long) entry.length() + detail.length();
    }
  }

  /** None yet. */
  public KeptTrajectories(ReportLimits limits) {
    this.limits = limits;
  }

  /**
   * Offers a trajectory; the next one in input order.
   *
   * @param turns its turns in order, unreached ones included
   */
  public void add(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    add("", turns, episode);
  }

  /**
   * The same of an episode whose words may be added later.
   *
   * @param id of the episode
   */
  @Override
  public void add(String id, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    long position = offered();
    if (episode.getVerdict() == Verdict.PASSED) {
      offeredPassed++;
      if (!passedFull) {
        addPassed(kept(id, position, turns, episode));
      }
    } else {
      offeredFailed++;
      if (!failedFull) {
        addFailed(kept(id, position, turns, episode));
      }
    }
  }

  private Kept kept(String id, long position, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    return new Kept(
        id,
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

  /** The ids of the episodes that are kept. */
  public Set<String> episodes() {
    return kept().stream().map(Kept::episode).collect(Collectors.toSet());
  }

  /** Adds what was said in episodes, by their ids. */
  public void add(Map<String, TrajectoryWords> spoken) {
    spoken.forEach((episode, said) -> words.put(episode, json.write(said.node())));
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
  public long offered() {
    return offeredFailed + offeredPassed;
  }

  long failedLeftOut() {
    return offeredFailed - failed.size();
  }

  long passedLeftOut() {
    return offeredPassed - passed.size();
  }

  /** The numbers of trajectories offered and left out, for the page. */
  public ObjectNode node() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("offered", offered())
        .put("failedLeftOut", failedLeftOut())
        .put("passedLeftOut", passedLeftOut())
        .put("mostTrajectories", limits.trajectories())
        .put("mostBytes", limits.bytes());
  }

  /** Writes the lines of the list, a JSON array. */
  public void writeIndex(Writer out) throws IOException {
    String separator = "[";
    for (Kept each : kept()) {
      out.append(separator).append(each.entry());
      separator = ",\n";
    }
    out.append(kept().isEmpty() ? "[]" : "]");
  }

  /** Writes an element for each trajectory, so that the browser parses only what is opened. */
  public void writeTrajectories(Writer out) throws IOException {
    int index = 0;
    for (Kept each : kept()) {
      script(out, "trajectory-" + index, each.detail());
      String said = words.get(each.episode());
      if (said != null) {
        script(out, "words-" + index, said);
      }
      index++;
    }
  }

  private static void script(Writer out, String id, String json) throws IOException {
    out.append("<script type=\"application/json\" id=\"")
        .append(id)
        .append("\">")
        .append(json)
        .append("</script>\n");
  }
}
