package org.sealflow.system.training;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.SmallTraining;

/** Checks the staleness of the episodes that steps learn from, in the records of whole runs. */
@Tag("long")
final class StalenessITCase {
  /** So many begin together where the greatest lag is allowed. */
  private static final int BATCHES = 3;

  @TempDir private Path directory;

  /**
   * The first batches begin together with version 0, so the greatest lag that is allowed occurs
   * however fast the learner is.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theGreatestLagIsTheOneAllowed(int maxStaleness) {
    Console console =
        Console.run(
            SmallTraining.command(
                    directory, "stale", BATCHES, "learner.batch.maxStaleness=" + maxStaleness)
                .toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isZero();
    List<JsonNode> steps = SmallTraining.lines(directory.resolve("stale-1/steps.jsonl"));
    assertThat(steps).hasSize(BATCHES);

    Map<Integer, Long> sampledSteps = new TreeMap<>();
    for (JsonNode step : steps) {
      Set<Map.Entry<String, JsonNode>> lags = step.get("staleness").properties();
      assertThat(lags).as("%s", step).isNotEmpty();
      lags.forEach(
          lag ->
              sampledSteps.merge(
                  Integer.valueOf(lag.getKey()), lag.getValue().asLong(), Long::sum));
    }
    assertThat(sampledSteps.keySet()).as("%s", sampledSteps).allMatch(lag -> lag >= 0);
    assertThat(sampledSteps.keySet().stream().mapToInt(Integer::intValue).max())
        .as("%s", sampledSteps)
        .hasValue(maxStaleness);
  }
}
