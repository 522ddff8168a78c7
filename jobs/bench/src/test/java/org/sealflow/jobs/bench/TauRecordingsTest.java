package org.sealflow.jobs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.attribution.AttributionCount;
import org.sealflow.jobs.bench.attribution.AttributionResult;
import org.sealflow.jobs.bench.attribution.TauAttribution;
import org.sealflow.jobs.bench.review.ReviewAgreement;
import org.sealflow.jobs.bench.review.ReviewBenchmark;
import org.sealflow.jobs.bench.verify.TauWorkload;

/** The benchmarks over recorded conversations of tau2-bench, which are not part of the project. */
class TauRecordingsTest {
  private static Path reference() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path folder =
        setting == null || setting.isBlank()
            ? Path.of("").toAbsolutePath().resolve("../../../shared").normalize()
            : Path.of(setting);
    boolean present = Files.isDirectory(folder.resolve("oracle").resolve("tau2"));
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError("the recordings of tau2-bench are required, but not at " + folder);
    }
    Assumptions.assumeTrue(present, "skipped: no recordings of tau2-bench at " + folder);
    return folder;
  }

  private static TauWorkload recordings(String... files) {
    Path folder = reference().resolve("oracle").resolve("tau2");
    return TauWorkload.read(
        List.of(files).stream().map(folder::resolve).toList(), reference().resolve("tau2"));
  }

  @Test
  void faultsPlantedInConversationsThatPassAreFound() {
    AttributionResult result =
        new TauAttribution(1, line -> {}).run(recordings("mock.jsonl.gz", "airline.jsonl.gz"));

    assertThat(result.unplanted().passing()).isGreaterThan(20);
    assertThat(result.unplanted().falseAlarms()).isZero();
    AttributionCount all = result.counts().all();
    assertThat(all.planted()).isGreaterThan(20);
    assertThat(all.share(all.rightCall())).as("%s", result.misses()).isGreaterThan(0.8);
    assertThat(result.counts().recorded().planted()).isEqualTo(all.planted());
    AttributionCount pairs = result.counts().pairs();
    assertThat(pairs.planted()).isPositive();
    assertThat(pairs.rightCall()).as("%s", result.misses()).isPositive();
  }

  @Test
  void theRulesAreLaidBesideTheRewardsOfConversations() {
    ReviewAgreement agreement =
        ReviewBenchmark.ofTau2(recordings("mock.jsonl.gz"), reference().resolve("tau2"));

    assertThat(agreement.episodes()).isPositive();
    assertThat(agreement.failedEpisodes()).isBetween(1L, agreement.episodes() - 1);
    assertThat(agreement.failedFound()).isLessThanOrEqualTo(agreement.failedEpisodes());
    assertThat(agreement.foundFailing()).isLessThanOrEqualTo(agreement.foundTurns());
  }
}
