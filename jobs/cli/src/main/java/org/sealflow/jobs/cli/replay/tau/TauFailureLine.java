package org.sealflow.jobs.cli.replay.tau;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.diagnose.TauFailure;

/** Shows a failure of an episode of tau2-bench in one line. */
final class TauFailureLine {
  private static final int LONGEST = 90;

  private TauFailureLine() {}

  static String of(TauFailure failure) {
    String line =
        "turn "
            + failure.place().turn()
            + (failure.place().call() == null ? "" : " call " + failure.place().call())
            + ": "
            + what(failure);
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
  }

  private static String what(TauFailure failure) {
    if (!failure.arguments().isEmpty()) {
      TauFailure.Argument first = failure.arguments().get(0);
      return first.name() + " is " + shown(first.actual()) + ", not " + shown(first.expected());
    }
    if (failure.actual() == null) {
      return "missing " + failure.expected();
    }
    return failure.expected() == null
        ? failure.actual()
        : failure.actual() + ", not " + failure.expected();
  }

  private static String shown(@Nullable String value) {
    return value == null ? "absent" : value;
  }
}
