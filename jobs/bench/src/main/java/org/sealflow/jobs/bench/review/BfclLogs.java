package org.sealflow.jobs.bench.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.task.Task;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.KeywordCall;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.python.PyJson;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.Json;
import org.sealflow.schemas.CallStatus;

/**
 * Recordings of BFCL as logs: the user's messages, the calls and their results. What the model said
 * is not recorded, so that a log ends without an answer and counts as unfinished.
 */
final class BfclLogs {
  /** BFCL's names of JSON's types; {@code any} is none. */
  private static final Map<String, String> TYPES =
      Map.of("dict", "object", "float", "number", "tuple", "array", "list", "array");

  private final Map<BfclTask, List<OfferedTool>> tools = new HashMap<>();

  /** The log of a trajectory and what its reference shows. */
  ComparedEpisode of(Trajectory trajectory) {
    BfclTask task = trajectory.task();
    EpisodeVerifier verifier =
        task.verifier(RulesInForce.OFFICIAL, trajectory.modelName(), trajectory.asOf(), false);
    List<ReferenceTurn> turns = new ArrayList<>();
    ComparedLog log = new ComparedLog();
    List<Task.Message> none = List.of();
    for (int turn = 0; turn < trajectory.turns().size(); turn++) {
      VerifiedTurn verified = verifier.endTurn(trajectory.turns().get(turn));
      if (verified == null) {
        break;
      }
      List<List<Task.Message>> said = task.program().task().turns();
      for (Task.Message message : turn < said.size() ? said.get(turn) : none) {
        log.say(Speaker.USER, message.content());
      }
      addReplies(verified, task, log);
      turns.add(ReferenceTurn.of(verified));
    }
    for (VerifiedTurn notReached : verifier.endEpisode()) {
      turns.add(ReferenceTurn.of(notReached));
    }
    List<OfferedTool> offered = tools.computeIfAbsent(task, BfclLogs::tools);
    return log.episode(
        trajectory.episode().id(),
        offered.isEmpty() ? null : offered,
        RecordOutcome.UNFINISHED,
        turns,
        !Boolean.TRUE.equals(verifier.episode().official().valid()));
  }

  private static void addReplies(VerifiedTurn turn, BfclTask task, ComparedLog log) {
    List<ComparedLog.Made> step = new ArrayList<>();
    int open = 0;
    for (VerifiedCall call : turn.calls().made()) {
      if (call.step() != open && !step.isEmpty()) {
        log.reply(turn.turn(), "", List.copyOf(step));
        step.clear();
      }
      open = call.step();
      step.add(made(call, task));
    }
    if (!step.isEmpty()) {
      log.reply(turn.turn(), "", List.copyOf(step));
    }
  }

  /** The call as a log has it: malformed text as arguments, none if JSON has no form for it. */
  private static ComparedLog.Made made(VerifiedCall call, BfclTask task) {
    String tool = call.tool() == null ? "" : call.tool();
    CallSuccess unknown = CallSuccess.UNKNOWN;
    if (call.status() == CallStatus.MALFORMED) {
      return new ComparedLog.Made(tool, call.text(), CallKind.FUNCTION, call.result(), unknown);
    }
    try {
      KeywordCall read =
          KeywordCall.of(call.text(), (name, position) -> parameter(task, name, position));
      return new ComparedLog.Made(
          read.tool(), PyJson.dumps(read.arguments()), CallKind.FUNCTION, call.result(), unknown);
    } catch (IllegalArgumentException noPlainCall) {
      return new ComparedLog.Made(tool, "", CallKind.UNRECORDED, call.result(), unknown);
    }
  }

  private static @Nullable String parameter(BfclTask task, String tool, int position) {
    for (ToolDoc document : task.documents()) {
      if (document.name().equals(tool)) {
        List<String> names = List.copyOf(document.parameters().keySet());
        return position < names.size() ? names.get(position) : null;
      }
    }
    return null;
  }

  private static List<OfferedTool> tools(BfclTask task) {
    List<OfferedTool> offered = new ArrayList<>();
    for (ToolDoc document : task.documents()) {
      JsonNode definition = Objects.requireNonNull(Json.parse(PyJson.dumps(document.document())));
      useTypesOfJson(definition);
      JsonNode parameters = definition.path("parameters");
      offered.add(
          new OfferedTool(document.name(), parameters.isObject() ? parameters : null, definition));
    }
    return offered;
  }

  private static void useTypesOfJson(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.path("type").isTextual()) {
      String type = object.get("type").textValue();
      if (type.equals("any")) {
        object.remove("type");
      } else {
        object.set("type", TextNode.valueOf(TYPES.getOrDefault(type, type)));
      }
    }
    schema.forEach(BfclLogs::useTypesOfJson);
  }
}
