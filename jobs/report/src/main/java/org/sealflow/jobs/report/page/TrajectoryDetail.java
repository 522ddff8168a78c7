package org.sealflow.jobs.report.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.DiagnosedCall;
import org.sealflow.schemas.DriftCell;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.TurnDiagnosis;

/**
 * The data the page shows of one trajectory, as the page's script reads it: the fields of the
 * records under their own names. Texts are cut and long lists end early, saying how many are left
 * out.
 */
public final class TrajectoryDetail {
  private static final int LONGEST_TEXT = 2_000;
  private static final int MOST_ITEMS = 100;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private TrajectoryDetail() {}

  public static ObjectNode of(List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    ObjectNode node = NODES.objectNode();
    node.put("verdictReason", cut(episode.getVerdictReason()));
    node.put("officialErrorType", cut(episode.getOfficialErrorType()));
    node.put("irrelevanceValid", episode.getIrrelevanceValid());
    node.put("strictSuccess", episode.getStrictSuccess());
    node.put("sealProgress", episode.getSealProgress());
    node.put("sealProgressWithIrrelevance", episode.getSealProgressWithIrrelevance());
    node.put("asOfDate", episode.getAsOfDate());
    node.put("arm", episode.getArm().name());
    node.put("mode", episode.getMode().name());
    node.put("groupId", cut(episode.getGroupId()));
    node.put("sampleIndex", episode.getSampleIndex());
    node.set("source", source(episode.getSource()));
    node.set("repair", repair(episode.getRepair()));
    ArrayNode all = node.putArray("turns");
    for (TurnDiagnosis turn : turns) {
      all.add(turn(turn));
    }
    return node;
  }

  private static @Nullable ObjectNode source(@Nullable RecordedSource source) {
    return source == null
        ? null
        : NODES
            .objectNode()
            .put("file", source.getFile())
            .put("line", source.getLine())
            .put("recordId", cut(source.getRecordId()));
  }

  private static @Nullable ObjectNode repair(@Nullable Repair repair) {
    if (repair == null) {
      return null;
    }
    ObjectNode node = NODES.objectNode().put("outcome", repair.getOutcome().name());
    node.put("executions", repair.getExecutions());
    ArrayNode edits = node.putArray("edits");
    for (CallEdit edit : repair.getEdits()) {
      edits
          .addObject()
          .put("kind", edit.getKind().name())
          .put("turn", edit.getTurn())
          .put("step", edit.getStep())
          .put("call", edit.getCall())
          .put("callText", cut(edit.getCallText()))
          .put("wantedText", cut(edit.getWantedText()));
    }
    return node;
  }

  private static ObjectNode turn(TurnDiagnosis turn) {
    ObjectNode node = NODES.objectNode();
    node.put("turn", turn.getTurn());
    node.put("reached", turn.getReached());
    node.put("tag", turn.getTag().name());
    node.put("failure", name(turn.getFailure()));
    node.put("origin", name(turn.getOrigin()));
    node.put("rootCause", turn.getRootCause());
    node.put("deviating", turn.getDeviating());
    calls(node, "policyCalls", turn.getPolicyCalls());
    calls(node, "groundTruthCalls", turn.getGroundTruthCalls());
    evidence(node, turn.getEvidence());
    drift(node, turn.getDrift());
    return node;
  }

  private static void calls(ObjectNode turn, String key, List<DiagnosedCall> calls) {
    ArrayNode nodes = turn.putArray(key);
    for (DiagnosedCall call : shown(turn, key, calls)) {
      nodes
          .addObject()
          .put("step", call.getStep())
          .put("call", call.getCall())
          .put("text", cut(call.getText()))
          .put("tool", cut(call.getTool()))
          .put("status", call.getStatus().name())
          .put("resultText", cut(call.getResultText()));
    }
  }

  private static void evidence(ObjectNode turn, List<Evidence> all) {
    ArrayNode nodes = turn.putArray("evidence");
    for (Evidence evidence : shown(turn, "evidence", all)) {
      nodes
          .addObject()
          .put("kind", evidence.getKind().name())
          .put("step", evidence.getStep())
          .put("call", evidence.getCall())
          .put("callText", cut(evidence.getCallText()))
          .put("tool", cut(evidence.getTool()))
          .put("argument", cut(evidence.getArgument()))
          .put("expected", cut(evidence.getExpected()))
          .put("actual", cut(evidence.getActual()))
          .put("attributePath", cut(evidence.getAttributePath()))
          .put("note", cut(evidence.getNote()));
    }
  }

  private static void drift(ObjectNode turn, List<DriftCell> cells) {
    ArrayNode nodes = turn.putArray("drift");
    for (DriftCell cell : shown(turn, "drift", cells)) {
      nodes
          .addObject()
          .put("step", cell.getStep())
          .put("call", cell.getCall())
          .put("recorded", cut(cell.getRecorded()))
          .put("reexecuted", cut(cell.getReexecuted()));
    }
  }

  private static <T> List<T> shown(ObjectNode turn, String key, List<T> all) {
    if (all.size() <= MOST_ITEMS) {
      return all;
    }
    turn.put(key + "LeftOut", all.size() - MOST_ITEMS);
    return all.subList(0, MOST_ITEMS);
  }

  private static @Nullable String name(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name();
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= LONGEST_TEXT
        ? text
        : text.substring(0, LONGEST_TEXT) + "…";
  }
}
