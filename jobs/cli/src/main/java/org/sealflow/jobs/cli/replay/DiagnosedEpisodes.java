package org.sealflow.jobs.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.export.diagnosis.DiagnosedTrajectory;
import org.sealflow.jobs.export.diagnosis.DiagnosedTurn;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.page.EpisodeTaker;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.TurnDiagnosis;

/** Diagnoses of verified episodes, held until their conversations are read again. */
final class DiagnosedEpisodes implements EpisodeTaker {
  /** A diagnosed episode. */
  private record Diagnosed(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {}

  private final Map<String, Diagnosed> episodes = new HashMap<>();

  @Override
  public void add(String id, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    episodes.put(id, new Diagnosed(List.copyOf(turns), episode));
  }

  /** The conversation with its diagnosis; null if the episode has none. */
  @Nullable DiagnosedTrajectory of(String id, EpisodeConversation conversation, String format) {
    Diagnosed diagnosed = episodes.remove(id);
    if (diagnosed == null) {
      return null;
    }
    RecordedTrajectory trajectory = conversation.trajectory();
    List<DiagnosedTurn> turns = new ArrayList<>();
    for (TurnDiagnosis turn : diagnosed.turns()) {
      if (turn.getDeviating() && conversation.has(turn.getTurn())) {
        turns.add(turn(turn, conversation));
      }
    }
    return new DiagnosedTrajectory(trajectory, format, whole(diagnosed), turns);
  }

  private static ObjectNode whole(Diagnosed diagnosed) {
    EpisodeDiagnosis episode = diagnosed.episode();
    ObjectNode whole =
        JsonNodeFactory.instance
            .objectNode()
            .put("verdict", episode.getVerdict().name())
            .put("officialValid", episode.getOfficialValid())
            .put("officialErrorType", episode.getOfficialErrorType());
    Integer root = episode.getRootCauseTurn();
    for (TurnDiagnosis turn : diagnosed.turns()) {
      if (root != null && root == turn.getTurn()) {
        whole.put("failure", turn.getFailure() == null ? null : turn.getFailure().name());
        whole.put("origin", turn.getOrigin() == null ? null : turn.getOrigin().name());
      }
    }
    whole.put("rootCauseTurn", root);
    if (episode.getRootCauseReason() != null) {
      whole.put("rootCauseReason", episode.getRootCauseReason().name());
    }
    if (episode.getRepair() != null) {
      whole.set("repair", json(episode.getRepair()));
    }
    return whole;
  }

  private static DiagnosedTurn turn(TurnDiagnosis turn, EpisodeConversation conversation) {
    Evidence first =
        turn.getEvidence().stream()
            .filter(evidence -> evidence.getStep() != null)
            .findFirst()
            .orElse(null);
    int message = conversation.message(turn.getTurn(), first == null ? null : first.getStep());
    Integer call = first == null ? null : first.getCall();
    boolean known =
        call != null && call < conversation.trajectory().messages().get(message).calls().size();
    String failure = turn.getFailure() == null ? turn.getTag().name() : turn.getFailure().name();
    ObjectNode details =
        JsonNodeFactory.instance
            .objectNode()
            .put("turn", turn.getTurn())
            .put("failure", turn.getFailure() == null ? null : turn.getFailure().name())
            .put("tag", turn.getTag().name())
            .put("origin", turn.getOrigin() == null ? null : turn.getOrigin().name())
            .put("rootCause", turn.getRootCause());
    turn.getEvidence()
        .forEach(evidence -> details.withArrayProperty("evidence").add(json(evidence)));
    return new DiagnosedTurn(
        message, known ? call : null, failure, explanation(failure, turn), details);
  }

  private static String explanation(String failure, TurnDiagnosis turn) {
    if (turn.getEvidence().isEmpty()) {
      return failure + " in turn " + turn.getTurn();
    }
    Evidence evidence = turn.getEvidence().get(0);
    StringBuilder text = new StringBuilder(evidence.getKind().name());
    for (String fact :
        new String[] {evidence.getTool(), evidence.getArgument(), evidence.getAttributePath()}) {
      text.append(fact == null ? "" : " " + fact);
    }
    text.append(evidence.getExpected() == null ? "" : ": expected " + evidence.getExpected());
    return text.append(evidence.getActual() == null ? "" : ", found " + evidence.getActual())
        .toString();
  }

  private static JsonNode json(SpecificRecordBase record) {
    return Objects.requireNonNull(Json.parse(PlainJson.line(record)));
  }
}
