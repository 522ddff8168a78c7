package org.sealflow.jobs.export.diagnosis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;

/** The calls that each result of a trajectory belongs to. */
final class ResultOwners {
  /**
   * A call.
   *
   * @param message the index of the message that makes it
   * @param index its index among the message's calls
   * @param name its name in what is written
   */
  record Owner(int message, int index, String name, RecordedCall call) {
    /** The result of the call. */
    String text() {
      return call.result() == null ? "" : call.result().text();
    }
  }

  private final Map<Integer, List<Owner>> byResult = new HashMap<>();

  ResultOwners(RecordedTrajectory trajectory) {
    for (int at = 0; at < trajectory.messages().size(); at++) {
      RecordedMessage message = trajectory.messages().get(at);
      for (int index = 0; index < message.calls().size(); index++) {
        RecordedCall call = message.calls().get(index);
        if (call.result() != null) {
          byResult
              .computeIfAbsent(call.result().message(), key -> new ArrayList<>(1))
              .add(new Owner(at, index, id(message, at, index), call));
        }
      }
    }
  }

  /** The calls that a message answers; several if it is the result of all of them together. */
  List<Owner> of(int message) {
    return byResult.getOrDefault(message, List.of());
  }

  /** The name of a call: its id, or its place where that is empty or used before in the message. */
  static String id(RecordedMessage message, int at, int index) {
    String id = message.calls().get(index).id();
    boolean usable = !id.isEmpty();
    for (int before = 0; before < index; before++) {
      usable &= !message.calls().get(before).id().equals(id);
    }
    return usable ? id : "call-" + at + "-" + index;
  }
}
