package org.sealflow.diagnose.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.CallAlignment;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.schemas.ArgumentChange;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.EditKind;

/** Writes edits as the records a diagnosis carries. */
final class RepairRecords {
  /** Longest call an edit shows, in characters. */
  private static final int MAX_TEXT = 2000;

  /** Longest value of an argument, in characters. */
  private static final int MAX_VALUE = 500;

  private RepairRecords() {}

  /** One record per edit, in their order. */
  static List<CallEdit> of(List<Edit> edits, List<PlayedTurn> turns) {
    List<CallEdit> records = new ArrayList<>();
    for (Edit edit : edits) {
      records.add(of(edit, turns.get(edit.turn())));
    }
    return records;
  }

  private static CallEdit of(Edit edit, PlayedTurn turn) {
    VerifiedCall at = edit.place() < turn.calls().size() ? turn.calls().get(edit.place()) : null;
    VerifiedCall wanted = edit.truth() == Edit.NONE ? null : turn.truth().get(edit.truth());
    VerifiedCall changed = edit.kind() == EditKind.INSERT ? null : at;
    VerifiedCall named = wanted == null ? changed : wanted;
    return CallEdit.newBuilder()
        .setKind(edit.kind())
        .setTurn(edit.turn())
        .setStep(at == null ? null : at.step())
        .setCall(at == null ? null : at.index())
        .setTool(named == null ? null : named.tool())
        .setCallText(changed == null ? null : cut(changed.text(), MAX_TEXT))
        .setWantedText(wanted == null ? null : cut(wanted.text(), MAX_TEXT))
        .setArguments(edit.kind() == EditKind.REPLACE ? changes(edit, turn) : List.of())
        .build();
  }

  private static List<ArgumentChange> changes(Edit edit, PlayedTurn turn) {
    CallAlignment.Pair pair = CallAlignment.of(turn.calls(), turn.truth()).get(edit.truth());
    VerifiedCall found = Objects.requireNonNull(pair.policy());
    List<ArgumentChange> changes = new ArrayList<>();
    for (String name : pair.differing()) {
      changes.add(
          new ArgumentChange(
              name,
              cut(found.arguments().get(name), MAX_VALUE),
              cut(pair.truth().arguments().get(name), MAX_VALUE)));
    }
    return changes;
  }

  private static @Nullable String cut(@Nullable String text, int most) {
    return text == null || text.length() <= most ? text : text.substring(0, most) + "…";
  }
}
