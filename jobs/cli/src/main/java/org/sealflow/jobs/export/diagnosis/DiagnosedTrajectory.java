package org.sealflow.jobs.export.diagnosis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.rule.ReviewFinding;

/**
 * A trajectory with its diagnosis.
 *
 * @param trajectory as it was read
 * @param format the name of the format that it was read from
 * @param diagnosis what is said of the whole: verdict, and as far as they are known failure, root
 *     cause, origin and repair
 * @param turns what was found in single messages, in their order
 */
public record DiagnosedTrajectory(
    RecordedTrajectory trajectory, String format, ObjectNode diagnosis, List<DiagnosedTurn> turns) {
  /** The key of everything that is added. */
  public static final String KEY = "sealflow";

  /** The key under which stands what the written format has no place for. */
  public static final String SOURCE = "sealflow.source";

  public DiagnosedTrajectory {
    turns = List.copyOf(turns);
  }

  /** A trajectory that was diagnosed by what it itself proves. */
  public static DiagnosedTrajectory of(
      RecordedTrajectory trajectory, String format, List<ReviewFinding> findings) {
    ObjectNode diagnosis =
        JsonNodeFactory.instance
            .objectNode()
            .put(
                "verdict",
                trajectory.outcome() == RecordOutcome.INFRASTRUCTURE_FAILED
                    ? "INFRASTRUCTURE_FAILED"
                    : "UNJUDGED")
            .put("outcome", trajectory.outcome().name());
    if (trajectory.reward() != null && Double.isFinite(trajectory.reward())) {
      diagnosis.put("reward", trajectory.reward());
    }
    diagnosis.put("findings", findings.size());
    List<DiagnosedTurn> turns = new ArrayList<>();
    for (ReviewFinding finding : findings) {
      int message = replyAt(trajectory, finding.turn());
      ObjectNode details =
          JsonNodeFactory.instance
              .objectNode()
              .put("rule", finding.rule().name())
              .put("evidence", finding.evidence());
      putIfKnown(details, "tool", finding.tool());
      putIfKnown(details, "argument", finding.argument());
      turns.add(
          new DiagnosedTurn(
              message, finding.position(), finding.rule().name(), finding.evidence(), details));
    }
    return new DiagnosedTrajectory(trajectory, format, diagnosis, turns);
  }

  private static void putIfKnown(ObjectNode object, String key, @Nullable String value) {
    if (value != null) {
      object.put(key, value);
    }
  }

  /** The index of the model's n-th reply, from 1. */
  private static int replyAt(RecordedTrajectory trajectory, int turn) {
    int replies = 0;
    for (int at = 0; at < trajectory.messages().size(); at++) {
      replies += trajectory.messages().get(at).speaker() == Speaker.MODEL ? 1 : 0;
      if (replies == turn) {
        return at;
      }
    }
    throw new IllegalArgumentException("no turn " + turn + " in " + trajectory.source());
  }

  /** The diagnosis of the episode, with those of its turns at the places of their messages. */
  ObjectNode withTurns(List<String> places) {
    ObjectNode all = diagnosis.deepCopy();
    if (!turns.isEmpty()) {
      ArrayNode list = all.putArray("turns");
      for (int at = 0; at < turns.size(); at++) {
        DiagnosedTurn turn = turns.get(at);
        ObjectNode one = list.addObject().put("place", places.get(at));
        RecordedMessage message = trajectory.messages().get(turn.message());
        if (turn.call() != null) {
          one.put("call", message.calls().get(turn.call()).id());
        }
        one.setAll(turn.details().deepCopy());
      }
    }
    return all;
  }

  /** The places of the turns in the words of the format that was read. */
  List<String> places() {
    return turns.stream().map(turn -> trajectory.messages().get(turn.message()).place()).toList();
  }

  /** The record as it was read, for the place of what the written format has none for. */
  ObjectNode source() {
    ObjectNode source = JsonNodeFactory.instance.objectNode().put("format", format);
    source.set("record", trajectory.original());
    return source;
  }
}
