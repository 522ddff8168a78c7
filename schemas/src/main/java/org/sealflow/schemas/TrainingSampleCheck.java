package org.sealflow.schemas;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the records of settled batches. */
final class TrainingSampleCheck {
  private TrainingSampleCheck() {}

  static void check(TrainingSample sample, Problems problems) {
    problems.filled("runId", sample.getRunId());
    problems.filled("policyName", sample.getPolicyName());
    problems.filled("groupId", sample.getGroupId());
    problems.filled("episodeId", sample.getEpisodeId());
    problems.filled("taskId", sample.getTaskId());
    problems.filled("category", sample.getCategory());
    problems.atLeast(0, "batchNumber", sample.getBatchNumber());
    problems.atLeast(0, "sampleIndex", sample.getSampleIndex());
    problems.atLeast(0, "attempt", sample.getAttempt());
    problems.atLeastOrNull(0, "rootCauseTurn", sample.getRootCauseTurn());
    problems.present("verdict", sample.getVerdict());
    problems.present("lossWeights", sample.getLossWeights());
    problems.expect(
        sample.getTemperature() > 0,
        () -> "temperature is " + sample.getTemperature() + ", expected more than 0");
    problems.present("tokens", sample.getTokens());
    if (sample.getTokens() != null) {
      int length = sample.getTokens().size();
      problems.expect(length > 0, "there is no token");
      asLong("sampled", sample.getSampled(), length, problems);
      asLong("turns", sample.getTurns(), length, problems);
      asLong("advantages", sample.getAdvantages(), length, problems);
      if (sample.getLogProbs() != null) {
        asLong("logProbs", sample.getLogProbs(), length, problems);
      }
    }
  }

  private static void asLong(String name, @Nullable List<?> values, int length, Problems problems) {
    problems.expect(
        values != null && values.size() == length,
        () ->
            name
                + " has "
                + (values == null ? "no" : values.size())
                + " values for "
                + length
                + " tokens");
  }
}
