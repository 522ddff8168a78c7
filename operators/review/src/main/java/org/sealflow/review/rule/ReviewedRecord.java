package org.sealflow.review.rule;

import java.util.ArrayList;
import java.util.List;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;

/**
 * A trajectory as the rules look at it.
 *
 * @param trajectory the record
 * @param calls the model's calls in order
 */
record ReviewedRecord(RecordedTrajectory trajectory, List<CallInTurn> calls) {
  static ReviewedRecord of(RecordedTrajectory trajectory) {
    List<CallInTurn> calls = new ArrayList<>();
    int turn = 0;
    for (int index = 0; index < trajectory.messages().size(); index++) {
      RecordedMessage message = trajectory.messages().get(index);
      if (message.speaker() == Speaker.MODEL) {
        turn++;
        for (int position = 0; position < message.calls().size(); position++) {
          calls.add(CallInTurn.of(turn, index, message, position));
        }
      }
    }
    return new ReviewedRecord(trajectory, calls);
  }

  List<RecordedMessage> messages() {
    return trajectory.messages();
  }
}
