package org.sealflow.review.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.Speaker;

/**
 * Collects the messages of one record and links results to calls, by the same rules for every
 * format: a result belongs to the latest earlier call of its id that has none yet.
 */
public final class ConversationBuilder {
  private static final int MISSING_SHOWN = 2;

  /** A call that may still get its result. */
  private static final class OpenCall {
    private final String id;
    private final String name;
    private final String arguments;
    private final CallKind kind;
    private final String place;
    private final int message;
    private @Nullable RecordedResult result;

    private OpenCall(
        String id, String name, String arguments, CallKind kind, String place, int message) {
      this.id = id;
      this.name = name;
      this.arguments = arguments;
      this.kind = kind;
      this.place = place;
      this.message = message;
    }

    private RecordedCall closed() {
      return new RecordedCall(id, name, arguments, kind, result);
    }
  }

  /** A message that may still grow. */
  private static final class OpenMessage {
    private final Speaker speaker;
    private final String place;
    private final List<OpenCall> calls = new ArrayList<>(2);
    private MessageText text;

    private OpenMessage(Speaker speaker, String place, MessageText text) {
      this.speaker = speaker;
      this.place = place;
      this.text = text;
    }

    private RecordedMessage closed() {
      return new RecordedMessage(
          speaker,
          place,
          text.text(),
          text.refusal(),
          text.opaque(),
          calls.isEmpty() ? List.of() : calls.stream().map(OpenCall::closed).toList());
    }
  }

  private final RecordProblems problems;
  private final List<OpenMessage> messages = new ArrayList<>();
  private final Map<String, List<OpenCall>> byId = new HashMap<>();
  private @Nullable OpenMessage lastReply;
  private boolean unfinished;

  public ConversationBuilder(RecordProblems problems) {
    this.problems = problems;
  }

  /** Adds a message; {@link #call} adds calls to it. */
  public void add(Speaker speaker, String place, MessageText text) {
    messages.add(new OpenMessage(speaker, place, text));
  }

  /** Adds text to the last message. */
  public void extend(MessageText more) {
    OpenMessage last = messages.get(messages.size() - 1);
    last.text = last.text.plus(more);
  }

  /** Notes that something happened here that is no text. */
  void addOpaque(String place) {
    if (messages.isEmpty()) {
      add(Speaker.SYSTEM, place, MessageText.of(null));
    }
    extend(new MessageText("", null, true));
  }

  /** Adds a call to the last message, at the message's own place. */
  public void call(String id, String name, String arguments, CallKind kind) {
    callAt(messages.get(messages.size() - 1).place, id, name, arguments, kind);
  }

  /** Adds a call to the last message. */
  void callAt(String place, String id, String name, String arguments, CallKind kind) {
    addCall(messages.size() - 1, place, id, name, arguments, kind);
  }

  /** Adds a call to the model's last message, if there is one. */
  public boolean callOfModel(String id, String name, String arguments, CallKind kind) {
    for (int index = messages.size() - 1; index >= 0; index--) {
      if (messages.get(index).speaker == Speaker.MODEL) {
        addCall(index, messages.get(index).place, id, name, arguments, kind);
        return true;
      }
    }
    return false;
  }

  private void addCall(
      int index, String place, String id, String name, String arguments, CallKind kind) {
    OpenCall call = new OpenCall(id, name, arguments, kind, place, index);
    if (!id.isEmpty()) {
      List<OpenCall> same = byId.computeIfAbsent(id, key -> new ArrayList<>(1));
      if (!same.isEmpty() && same.get(same.size() - 1).message == index) {
        problems.reject(place, "call id " + Quoted.of(id) + " is used twice");
      } else if (!same.isEmpty()) {
        problems.noteIfStrict(place, "call id " + Quoted.of(id) + " is used again");
      }
      same.add(call);
    }
    lastReply = messages.get(index);
    lastReply.calls.add(call);
  }

  /** Gives the last call its result, which came within the same message. */
  void resultWithin(MessageText text, CallSuccess success) {
    int index = messages.size() - 1;
    List<OpenCall> calls = messages.get(index).calls;
    calls.get(calls.size() - 1).result = new RecordedResult(index, text.text(), success);
  }

  /** Adds a result that names its call. */
  public void result(String place, String id, MessageText text, CallSuccess success) {
    List<OpenCall> same = byId.get(id);
    if (same == null) {
      if (!problems.rejected()) {
        problems.reject(place, "result of " + Quoted.of(id) + ", but no call before has that id");
      }
      add(Speaker.TOOL, place, text);
      return;
    }
    for (int at = same.size() - 1; at >= 0; at--) {
      if (same.get(at).result == null) {
        link(same.get(at), place, text, success);
        return;
      }
    }
    if (!problems.rejected()) {
      problems.reject(place, "a second result for call " + Quoted.of(id));
    }
    add(Speaker.TOOL, place, text);
  }

  /**
   * Adds a result that names no call: it belongs to the first call of the last reply that has none.
   *
   * @param name the tool that it must be of; null for any
   */
  public void resultInOrder(
      String place, @Nullable String name, MessageText text, CallSuccess success) {
    OpenMessage reply = lastReply;
    if (reply != null) {
      for (OpenCall call : reply.calls) {
        if (call.result == null && (name == null || name.equals(call.name))) {
          link(call, place, text, success);
          return;
        }
      }
    }
    if (!problems.rejected()) {
      problems.reject(
          place,
          "result "
              + (name == null ? "" : "of " + Quoted.of(name) + " ")
              + "without an id, but no call before waits for one");
    }
    add(Speaker.TOOL, place, text);
  }

  /**
   * Adds a result of all calls together of the last message that is no result; it may have none.
   */
  public void resultOfMessage(String place, MessageText text) {
    int at = messages.size() - 1;
    while (messages.get(at).speaker == Speaker.TOOL) {
      at--;
    }
    List<OpenCall> calls = messages.get(at).calls;
    add(Speaker.TOOL, place, text);
    for (OpenCall call : calls) {
      if (call.result == null) {
        call.result = new RecordedResult(messages.size() - 1, text.text(), CallSuccess.UNKNOWN);
      }
    }
  }

  /** The place of the last message that makes calls; null if none does. */
  @Nullable String lastReplyPlace() {
    OpenMessage reply = lastReply;
    return reply == null ? null : reply.place;
  }

  private void link(OpenCall call, String place, MessageText text, CallSuccess success) {
    add(Speaker.TOOL, place, text);
    call.result = new RecordedResult(messages.size() - 1, text.text(), success);
  }

  boolean isEmpty() {
    return messages.isEmpty();
  }

  /** The messages; calls without result are noted if more than results follow. */
  public List<RecordedMessage> finish() {
    int lastSpoken = -1;
    for (int at = 0; at < messages.size(); at++) {
      lastSpoken = messages.get(at).speaker == Speaker.TOOL ? lastSpoken : at;
    }
    int missing = 0;
    for (int at = 0; at < messages.size(); at++) {
      for (OpenCall call : messages.get(at).calls) {
        if (call.result == null && at == lastSpoken) {
          unfinished = true;
        } else if (call.result == null && call.kind != CallKind.HOSTED) {
          missing++;
          if (missing <= MISSING_SHOWN) {
            problems.note(call.place, "call " + Quoted.of(call.id) + " has no result");
          }
        }
      }
    }
    if (missing > MISSING_SHOWN) {
      problems.note("", (missing - MISSING_SHOWN) + " more calls have no result");
    }
    return messages.stream().map(OpenMessage::closed).toList();
  }

  /** How the record ends; to be asked after {@link #finish}. */
  public RecordOutcome outcome() {
    return unfinished ? RecordOutcome.UNFINISHED : RecordOutcome.FINISHED;
  }
}
