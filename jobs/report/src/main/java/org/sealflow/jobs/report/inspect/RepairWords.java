package org.sealflow.jobs.report.inspect;

import java.util.Locale;
import java.util.stream.Collectors;
import org.sealflow.schemas.ArgumentChange;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;

/** A repair in words that hold for many episodes: kinds of edits, tools, arguments. */
final class RepairWords {
  private RepairWords() {}

  /** The words, such as {@code replace date of book_flight}. */
  static String of(Repair repair) {
    if (repair.getOutcome() != RepairOutcome.FOUND) {
      return repair.getOutcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
    return repair.getEdits().stream().map(RepairWords::of).collect(Collectors.joining("; "));
  }

  private static String of(CallEdit edit) {
    String tool = edit.getTool() == null ? "a call" : edit.getTool();
    return switch (edit.getKind()) {
      case DROP -> "drop " + tool;
      case INSERT -> "insert " + tool;
      case REPLACE ->
          "replace "
              + edit.getArguments().stream()
                  .map(ArgumentChange::getArgument)
                  .collect(Collectors.joining(", "))
              + " of "
              + tool;
    };
  }
}
