package org.sealflow.jobs.export.diagnosis;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts what the written format has no place for, by the records that had it. */
public final class Losses {
  /** The parts that a conversion may lose. The record as it was read keeps all of them. */
  enum Kind {
    OPAQUE_PARTS("parts that are not text"),
    UNLINKED_RESULTS("results of no single call"),
    PROGRAM_STEPS("marks of steps that a program decided"),
    LATE_RESULTS("the order of late results"),
    SUCCESS("marks of success and failure of calls"),
    LAST_MESSAGES("messages after the last reply"),
    USER_CALLS("calls of the user");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final Map<Kind, Long> records = new EnumMap<>(Kind.class);
  private final Set<Kind> current = EnumSet.noneOf(Kind.class);

  /** Something of the current record has no place. */
  void lose(Kind kind) {
    current.add(kind);
  }

  /** The current record is written. */
  void next() {
    current.forEach(kind -> records.merge(kind, 1L, Long::sum));
    current.clear();
  }

  /** A line per kind. */
  public List<String> lines() {
    return records.entrySet().stream()
        .map(
            loss ->
                "lost outside "
                    + DiagnosedTrajectory.SOURCE
                    + ": "
                    + loss.getKey().words
                    + " in "
                    + loss.getValue()
                    + (loss.getValue() == 1 ? " record" : " records"))
        .collect(Collectors.toList());
  }
}
