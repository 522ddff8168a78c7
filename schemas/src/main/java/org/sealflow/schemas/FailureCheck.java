package org.sealflow.schemas;

/** Checks dead letters. */
final class FailureCheck {
  private FailureCheck() {}

  static void check(Failure failure, Problems problems) {
    problems.present("boundary", failure.getBoundary());
    problems.filled("reason", failure.getReason());
    problems.filled("remedy", failure.getRemedy());
    problems.present("failedAt", failure.getFailedAt());
    problems.filledOrNull("runId", failure.getRunId());
    problems.filledOrNull("episodeId", failure.getEpisodeId());
    original(failure, problems);
    source(failure, problems);
    problems.expect(
        failure.getRequeues() >= 0 && failure.getRequeues() <= Failures.MOST_REQUEUES,
        "requeues is " + failure.getRequeues() + ", expected 0 to " + Failures.MOST_REQUEUES);
  }

  private static void original(Failure failure, Problems problems) {
    problems.filled("originalSha256", failure.getOriginalSha256());
    problems.present("original", failure.getOriginal());
    if (failure.getOriginal() != null) {
      problems.atLeast(
          failure.getOriginal().remaining(), "originalLength", failure.getOriginalLength());
    }
  }

  private static void source(Failure failure, Problems problems) {
    problems.expect(
        (failure.getSourceTopic() == null) != (failure.getSourceFile() == null),
        "expected either sourceTopic or sourceFile");
    problems.filledOrNull("sourceTopic", failure.getSourceTopic());
    problems.together(
        "sourceTopic", failure.getSourceTopic(), "sourcePartition", failure.getSourcePartition());
    problems.together(
        "sourceTopic", failure.getSourceTopic(), "sourceOffset", failure.getSourceOffset());
    problems.atLeastOrNull(0, "sourcePartition", failure.getSourcePartition());
    problems.atLeastOrNull(0, "sourceOffset", failure.getSourceOffset());
    problems.placeOrNull(failure.getSourceFile());
  }
}
