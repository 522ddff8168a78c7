package org.sealflow.jobs.otlp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * Writes diagnoses as evaluation events: {@code sealflow.turn} of each turn that deviates, {@code
 * sealflow.verdict} of each episode. They name the episode as the conversation, for the stream
 * carries no spans. Ground-truth values of a repair stay out: only its kinds, turns and tools go.
 */
final class EvaluationEvents {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private EvaluationEvents() {}

  /** The body of a request; null if none of the diagnoses has anything to say. */
  static @Nullable Request of(List<Diagnosis> diagnoses) {
    ObjectNode data = NODES.objectNode();
    ArrayNode records = OtlpJson.scope(data, "resourceLogs", "scopeLogs").putArray("logRecords");
    for (Diagnosis diagnosis : diagnoses) {
      add(diagnosis, records);
    }
    return records.isEmpty() ? null : new Request(data.toString(), records.size());
  }

  /**
   * A request.
   *
   * @param events how many it holds
   */
  record Request(String body, int events) {}

  /** Whether a diagnosis becomes an event: every episode's does, and that of a deviating turn. */
  static boolean tells(Diagnosis diagnosis) {
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    return diagnosis.getEpisodeDiagnosis() != null || (turn != null && turn.getDeviating());
  }

  private static void add(Diagnosis diagnosis, ArrayNode records) {
    TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
    EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
    if (episode != null) {
      ArrayNode attributes =
          OtlpJson.evaluation(records, time(episode.getEndedAt()), "sealflow.verdict");
      addPlace(attributes, diagnosis, episode.getTaskId());
      addVerdict(attributes, episode);
    } else if (turn != null && turn.getDeviating()) {
      ArrayNode attributes = OtlpJson.evaluation(records, time(turn.getEndedAt()), "sealflow.turn");
      addPlace(attributes, diagnosis, turn.getTaskId());
      addTurn(attributes, turn);
    }
  }

  /** OTLP's zero stands for a time that is not known. */
  private static BigInteger time(@Nullable Instant time) {
    return time == null ? BigInteger.ZERO : OtlpJson.nanos(time);
  }

  private static void addPlace(ArrayNode attributes, Diagnosis diagnosis, String task) {
    OtlpJson.text(attributes, "gen_ai.conversation.id", diagnosis.getEpisodeId());
    OtlpJson.text(attributes, "sealflow.run", diagnosis.getRunId());
    OtlpJson.text(attributes, "sealflow.task", task);
    OtlpJson.attribute(attributes, "sealflow.attempt", NODES.numberNode(diagnosis.getAttempt()));
  }

  private static void addVerdict(ArrayNode attributes, EpisodeDiagnosis episode) {
    Verdict verdict = episode.getVerdict();
    boolean judged = verdict == Verdict.PASSED || verdict == Verdict.POLICY_FAILED;
    String label = verdict.name().toLowerCase(Locale.ROOT);
    if (judged) {
      label = verdict == Verdict.PASSED ? "pass" : "fail";
      addScore(attributes, verdict == Verdict.PASSED ? 1.0 : 0.0);
    }
    OtlpJson.text(attributes, "gen_ai.evaluation.score.label", label);
    OtlpJson.text(attributes, "gen_ai.request.model", episode.getModelName());
    OtlpJson.text(attributes, "sealflow.verdict", verdict.name());
    OtlpJson.text(attributes, "sealflow.officialErrorType", episode.getOfficialErrorType());
    Integer root = episode.getRootCauseTurn();
    if (root != null) {
      OtlpJson.attribute(attributes, "sealflow.rootCauseTurn", NODES.numberNode(root));
    }
    Repair repair = episode.getRepair();
    if (repair != null) {
      OtlpJson.text(attributes, "sealflow.repair", repair.getOutcome().name());
      OtlpJson.attribute(
          attributes, "sealflow.repairEdits", NODES.numberNode(repair.getEdits().size()));
      List<String> edits = new ArrayList<>();
      for (CallEdit edit : repair.getEdits()) {
        edits.add(edit.getKind() + " " + edit.getTool() + " in turn " + edit.getTurn());
      }
      OtlpJson.text(
          attributes,
          "gen_ai.evaluation.explanation",
          edits.isEmpty() ? null : String.join("; ", edits));
    }
  }

  private static void addScore(ArrayNode attributes, double score) {
    OtlpJson.attribute(attributes, "gen_ai.evaluation.score.value", NODES.numberNode(score));
  }

  private static void addTurn(ArrayNode attributes, TurnDiagnosis turn) {
    String failure = turn.getFailure() == null ? turn.getTag().name() : turn.getFailure().name();
    OtlpJson.text(attributes, "gen_ai.evaluation.score.label", failure);
    addScore(attributes, turn.getFailure() == null ? 1.0 : 0.0);
    OtlpJson.attribute(attributes, "sealflow.turn", NODES.numberNode(turn.getTurn()));
    OtlpJson.text(attributes, "sealflow.tag", turn.getTag().name());
    OtlpJson.text(
        attributes, "sealflow.origin", turn.getOrigin() == null ? null : turn.getOrigin().name());
    OtlpJson.attribute(attributes, "sealflow.rootCause", NODES.booleanNode(turn.getRootCause()));
    if (!turn.getEvidence().isEmpty()) {
      Evidence evidence = turn.getEvidence().get(0);
      OtlpJson.text(attributes, "sealflow.tool", evidence.getTool());
      OtlpJson.text(attributes, "sealflow.argument", evidence.getArgument());
      OtlpJson.text(attributes, "gen_ai.evaluation.explanation", explanation(evidence));
    }
  }

  /** What was seen, without the ground truth's values. */
  private static String explanation(Evidence evidence) {
    StringBuilder text = new StringBuilder(evidence.getKind().name());
    for (String part :
        new String[] {
          evidence.getTool(),
          evidence.getArgument(),
          evidence.getAttributePath(),
          evidence.getActual(),
          evidence.getNote()
        }) {
      text.append(part == null ? "" : " " + part);
    }
    return text.toString();
  }
}
