package org.sealflow.jobs.report.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sealflow.jobs.report.summary.BoundedCounters;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

/** The data of a trajectory in the page's list, which shows and filters it. */
public final class TrajectoryEntry {
  private static final int MOST_TOOLS = 60;

  private TrajectoryEntry() {}

  /**
   * The entry.
   *
   * @param position its position among all trajectories of the run, from 0
   */
  public static ObjectNode of(long position, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    Set<String> tags = new LinkedHashSet<>();
    Set<String> failures = new LinkedHashSet<>();
    Set<String> tools = new LinkedHashSet<>();
    int errors = 0;
    for (TurnDiagnosis turn : turns) {
      if (turn.getReached()) {
        tags.add(turn.getTag().name());
        tools.addAll(turn.getPolicyTools());
        tools.addAll(turn.getGroundTruthTools());
        errors += turn.getErrors();
      }
      TurnFailure failure = turn.getFailure();
      if (failure != null) {
        failures.add(failure.name());
      }
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("position", position);
    node.put("task", BoundedCounters.name(episode.getTaskId()));
    node.put("record", BoundedCounters.name(recordId(episode)));
    node.put("category", BoundedCounters.name(episode.getCategory()));
    node.put("model", BoundedCounters.name(episode.getModelName()));
    node.put("verdict", episode.getVerdict().name());
    node.put("official", episode.getOfficialValid());
    node.put("turns", episode.getTurns());
    node.put("calls", episode.getCalls());
    node.put("errors", errors);
    node.put("rootTurn", episode.getRootCauseTurn());
    node.put(
        "rootReason",
        episode.getRootCauseReason() == null ? null : episode.getRootCauseReason().name());
    node.put("drifted", episode.getDrifted());
    names(node.putArray("tags"), tags);
    names(node.putArray("failures"), failures);
    names(node.putArray("tools"), tools);
    return node;
  }

  private static String recordId(EpisodeDiagnosis episode) {
    RecordedSource source = episode.getSource();
    return source == null ? "" : source.getRecordId();
  }

  private static void names(ArrayNode node, Set<String> names) {
    names.stream().limit(MOST_TOOLS).map(BoundedCounters::name).forEach(node::add);
  }
}
