package org.sealflow.review.rule;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.read.Json;

/**
 * A call of the model with what the rules ask about it.
 *
 * @param turn the reply that makes it, from 1
 * @param index the reply's index among the messages
 * @param message the reply
 * @param position the call's index among those of the reply
 * @param call the call
 * @param arguments its arguments; null if they are not a JSON object, or free text
 * @param failure why it failed, by the record's word or a result that is an object with an error;
 *     null if neither says so
 */
record CallInTurn(
    int turn,
    int index,
    RecordedMessage message,
    int position,
    RecordedCall call,
    @Nullable JsonNode arguments,
    @Nullable String failure) {
  static CallInTurn of(int turn, int index, RecordedMessage message, int position) {
    RecordedCall call = message.calls().get(position);
    JsonNode arguments = call.kind() == CallKind.CUSTOM ? null : Json.parse(call.arguments());
    return new CallInTurn(
        turn,
        index,
        message,
        position,
        call,
        arguments != null && arguments.isObject() ? arguments : null,
        failureOf(call.result()));
  }

  static @Nullable String failureOf(@Nullable RecordedResult result) {
    if (result == null || result.success() == CallSuccess.SUCCEEDED) {
      return null;
    }
    if (result.success() == CallSuccess.FAILED) {
      return result.text().isBlank() ? "the record says that it failed" : result.text();
    }
    if (!result.text().startsWith("{")) {
      return null;
    }
    JsonNode object = Json.parse(result.text());
    JsonNode error = object == null ? null : object.get("error");
    boolean proven =
        error != null
            && ((error.isTextual() && !error.textValue().isBlank())
                || (error.isObject() && !error.isEmpty()));
    return proven ? result.text() : null;
  }

  /** Whether the record says that the call succeeded. */
  boolean succeeded() {
    RecordedResult result = call.result();
    return result != null && result.success() == CallSuccess.SUCCEEDED;
  }
}
