package org.sealflow.jobs.bench.review;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;

/** Builds the log of an episode, message by message. Not thread-safe. */
final class ComparedLog {
  /** A call of a reply, with its result. */
  record Made(String tool, String arguments, CallKind kind, String result, CallSuccess success) {}

  private final List<RecordedMessage> messages = new ArrayList<>();
  private final List<Integer> turnOfReply = new ArrayList<>();

  /** Adds what is not of the model, and no result. */
  void say(Speaker speaker, String text) {
    messages.add(
        new RecordedMessage(
            speaker, "messages[" + messages.size() + "]", text, null, false, List.of()));
  }

  /** Adds a reply of the model, and the results of its calls behind it. */
  void reply(int turn, String text, List<Made> calls) {
    int at = messages.size();
    List<RecordedCall> made = new ArrayList<>();
    for (Made call : calls) {
      RecordedResult result =
          new RecordedResult(at + 1 + made.size(), call.result(), call.success());
      made.add(
          new RecordedCall(
              "call-" + at + "-" + made.size(),
              call.tool(),
              call.arguments(),
              call.kind(),
              result));
    }
    messages.add(
        new RecordedMessage(Speaker.MODEL, "messages[" + at + "]", text, null, false, made));
    turnOfReply.add(turn);
    calls.forEach(call -> say(Speaker.TOOL, call.result()));
  }

  /** The episode with what its reference shows. */
  ComparedEpisode episode(
      String id,
      @Nullable List<OfferedTool> tools,
      RecordOutcome outcome,
      List<ReferenceTurn> turns,
      boolean failed) {
    RecordedTrajectory trajectory =
        new RecordedTrajectory(
            id, id, tools, messages, null, outcome, JsonNodeFactory.instance.objectNode());
    return new ComparedEpisode(trajectory, turnOfReply, turns, failed);
  }
}
