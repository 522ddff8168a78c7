package org.sealflow.jobs.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.jobs.cli.Sealflow;

/** The commands on workloads too small to say anything about speed. */
class BenchCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... arguments) {
    List<String> line = new ArrayList<>(List.of("bench"));
    line.addAll(List.of(arguments));
    return Sealflow.execute(
        line.toArray(new String[0]), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private int benchOfSamples(String benchmark, String... options) {
    List<String> line = new ArrayList<>(List.of(benchmark, TestingSamples.SAMPLES.toString()));
    line.addAll(List.of("--tasks", TestingSamples.TASKS.toString()));
    line.addAll(List.of(options));
    return bench(line.toArray(new String[0]));
  }

  private JsonNode json() throws Exception {
    assertThat(out.toString().strip()).doesNotContain("\n");
    return JSON.readTree(out.toString());
  }

  private static void assertPositive(JsonNode figures, String... keys) {
    for (String key : keys) {
      assertThat(figures.path(key).asDouble()).as(key).isPositive();
    }
  }

  /** So few records may take too little time to tell the compiler's from the job's. */
  private static void assertPositiveOrNotKnown(JsonNode figures, String... keys) {
    for (String key : keys) {
      if (!figures.path(key).asText().equals("NaN")) {
        assertPositive(figures, key);
      }
    }
  }

  @Test
  void verifyCountsExactlyAndMeasuresEveryFigure() throws Exception {
    int exitCode =
        benchOfSamples(
            "verify",
            "--json",
            "--warmup",
            "0s",
            "--measure",
            "0.03s",
            "--memory",
            "--memory-from",
            "297",
            "--memory-to",
            "300");
    assertThat(err.toString()).contains("warming up", "measuring", "300 verifications");
    assertThat(exitCode).isZero();
    JsonNode figures = json();
    assertThat(figures.path("benchmark").asText()).isEqualTo("verify");
    assertThat(figures.path("trajectories").asInt()).isEqualTo(72);
    assertThat(figures.path("leftOutRecords").asInt()).isEqualTo(2);
    assertThat(figures.path("turns").asInt()).isEqualTo(TestingSamples.workload().turns());
    assertThat(figures.path("calls").asInt()).isEqualTo(TestingSamples.workload().calls());
    assertThat(figures.path("officialValid").asInt()).isBetween(1, 71);
    assertPositive(
        figures,
        "trajectoriesPerSecond",
        "callsPerSecond",
        "trajectoriesPerCpuSecond",
        "p50Microseconds",
        "p99Microseconds",
        "allocatedBytesPerTrajectory",
        "factsTrajectoriesPerSecond",
        "factsTrajectoriesPerCpuSecond",
        "factsP50Microseconds",
        "factsP99Microseconds",
        "factsAllocatedBytesPerTrajectory",
        "groundTruthParsedEachTimeTrajectoriesPerSecond",
        "speedupOverGroundTruthParsedEachTime",
        "firstLiveBytes",
        "lastLiveBytes");
    assertThat(figures.path("memoryFromVerifications").asInt()).isEqualTo(297);
    assertThat(figures.path("memoryToVerifications").asInt()).isEqualTo(300);
    assertThat(figures.path("bytesPerVerification").isDouble()).isTrue();
    assertThat(figures.path("p99Microseconds").asDouble())
        .isGreaterThanOrEqualTo(figures.path("p50Microseconds").asDouble());
  }

  @Test
  void worldsMeasuresCopiesAgainstExecutions() throws Exception {
    assertThat(benchOfSamples("worlds", "--json", "--warmup", "0s", "--measure", "0.03s")).isZero();
    JsonNode figures = json();
    assertThat(figures.path("worlds").asInt()).isEqualTo(72);
    assertPositive(
        figures, "calls", "copiesPerSecond", "executionsPerSecond", "copiesPerExecution");
    assertThat(figures.path("goals").path("copiesPerExecution").path("atLeast").asDouble())
        .isEqualTo(1);
  }

  @Test
  void inspectorMeasuresWhatAUserWaitsFor() throws Exception {
    int code =
        bench(
            "inspector",
            "--json",
            "--episodes",
            "20",
            "--samples",
            TestingSamples.SAMPLES.toString(),
            "--tasks",
            TestingSamples.TASKS.toString());
    assertThat(code).as(err.toString()).isZero();
    JsonNode figures = json();
    assertThat(figures.path("episodes").asInt()).isEqualTo(20);
    assertPositive(
        figures, "openMillis", "filterMillis", "searchMillis", "breakdownMillis", "whatIfMillis");
    assertThat(figures.path("goals").path("filterMillis").path("atMost").asDouble()).isEqualTo(300);
  }

  @Test
  void theMachineAndTheGoalsStandBesideTheFigures() throws Exception {
    assertThat(benchOfSamples("verify", "--json", "--warmup", "0s", "--measure", "0s")).isZero();
    JsonNode figures = json();
    JsonNode machine = figures.path("machine");
    assertThat(machine.path("processors").asInt())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(machine.path("heapBytes").asLong()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertPositive(machine, "memoryBytes");
    assertThat(machine.path("processor").asText()).isNotBlank();
    assertThat(machine.path("java").asText()).contains(System.getProperty("java.vm.version"));
    JsonNode goal = figures.path("goals").path("trajectoriesPerSecond");
    assertThat(goal.path("atLeast").asDouble()).isEqualTo(60_000);
    assertThat(goal.path("met").asBoolean())
        .isEqualTo(figures.path("trajectoriesPerSecond").asDouble() >= 60_000);
    assertThat(figures.path("method").isEmpty()).isFalse();
    assertThat(figures.has("bytesPerVerification")).isFalse();
  }

  @Test
  void peopleGetATable() {
    assertThat(benchOfSamples("verify", "--warmup", "0s", "--measure", "0s")).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("bench verify on .* processors?, .* MiB memory, .*"))
        .anyMatch(line -> line.matches("figure +value +goal"))
        .anyMatch(line -> line.matches(" {2}trajectories +72"))
        .anyMatch(
            line ->
                line.matches(
                    " {2}trajectories per second +[0-9,]+ +at least 60,000 +(met|missed)"));
  }

  @Test
  void stateIsMeasuredAfterEachSoManyEndedEpisodes() throws Exception {
    int exitCode =
        benchOfSamples(
            "state",
            "--json",
            "--episodes",
            "80",
            "--every",
            "40",
            "--parallelism",
            "1",
            "--checkpoint-interval",
            "0.2s",
            "--backend",
            "hashmap,rocksdb");

    assertThat(exitCode).as(err.toString()).isZero();
    JsonNode figures = json();
    for (String backend : List.of("hashmap", "rocksdb")) {
      for (int mark : new int[] {40, 80}) {
        String key = backend + mark;
        assertPositive(
            figures, key + "HeapMebibytes", key + "StateMebibytes", key + "EpisodesPerSecond");
      }
    }
    assertThat(figures.path("hashmap80StateMebibytes").asDouble())
        .isGreaterThanOrEqualTo(figures.path("hashmap40StateMebibytes").asDouble());
  }

  @Test
  void moreStateThanEpisodesIsOneLine() {
    assertThat(bench("state", "--episodes", "1", "--every", "2")).isEqualTo(2);
    assertThat(err.toString()).contains("--episodes at least --every");
    assertThat(bench("state", "--backend", "memory")).isEqualTo(2);
    assertThat(err.toString()).contains("expected rocksdb, hashmap or both");
  }

  @Test
  void growthGrowsEachSideAlone() throws Exception {
    int exitCode =
        benchOfSamples(
            "growth",
            "--json",
            "--records",
            "200",
            "--checkpoint-interval",
            "0.2s",
            "--live-episodes",
            "2",
            "--warmup-runs",
            "0",
            "--runs",
            "1");
    assertThat(err.toString())
        .contains("subtasks 1, categories 1, runs 1, episodes in flight 2\n")
        .contains("subtasks 1, categories 1, runs 1, episodes in flight 20\n")
        .containsPattern("run 1 of 1: subtasks 2, categories 1, runs 1, .*: (\\d+|NaN) µs\n");
    assertThat(exitCode).isZero();
    JsonNode figures = json();
    for (String side : List.of("subtasks", "categories", "runs", "inFlight")) {
      assertPositiveOrNotKnown(
          figures,
          side + "SmallCpuMicrosecondsPerRecord",
          side + "GrownCpuMicrosecondsPerRecord",
          side + "CpuRatio");
      assertThat(figures.path("goals").path(side + "CpuRatio").path("atMost").asDouble())
          .isEqualTo(1.2);
    }
  }

  @Test
  void pipelinePutsTheSameRecordsThroughEachJob() throws Exception {
    int exitCode =
        benchOfSamples(
            "pipeline",
            "--json",
            "--mode",
            "eval,train",
            "--records",
            "400",
            "--checkpoint-interval",
            "0.2s",
            "--warmup-runs",
            "0",
            "--runs",
            "1");
    assertThat(err.toString())
        .contains("events per second through the job\n")
        .contains("events per second through the job in training\n");
    assertThat(exitCode).isZero();
    JsonNode figures = json();
    TestingSamples.Counts expected = TestingSamples.counts(400);
    assertThat(figures.path("records").asLong()).isEqualTo(expected.events());
    assertThat(figures.path("diagnoses").asLong()).isEqualTo(expected.diagnoses());
    assertThat(figures.path("parallelism").asInt()).isEqualTo(2);
    assertPositive(
        figures,
        "bytesIn",
        "bytesOut",
        "recordsPerSecond",
        "bareRecordsPerSecond",
        "shareOfBareJob",
        "decodingRecordsPerSecond",
        "shareOfDecodingJob",
        "copyingRecordsPerSecond",
        "shareOfCopyingJob",
        "trainingRecordsPerSecond",
        "trainingShareOfBareJob");
    assertPositiveOrNotKnown(figures, "processorShareOfBareJob", "trainingProcessorRatio");
    assertThat(figures.path("goals").path("shareOfBareJob").path("atLeast").asDouble())
        .isEqualTo(0.6);
  }

  @Test
  void latencySendsAtTheRateAndMissesNoDiagnosis() throws Exception {
    int exitCode = benchOfSamples("latency", "--json", "--rate", "200", "--seconds", "1.5");
    assertThat(err.toString()).contains("the first third unmeasured");
    assertThat(exitCode).isZero();
    JsonNode figures = json();
    assertThat(figures.path("events").asInt()).isBetween(1, 301);
    assertThat(figures.path("missingDiagnoses").asInt()).isZero();
    assertThat(figures.path("measuredDiagnoses").asInt()).isPositive();
    assertPositive(
        figures,
        "eventsPerSecond",
        "p50Milliseconds",
        "p90Milliseconds",
        "p99Milliseconds",
        "maxMilliseconds");
    assertThat(figures.path("maxMilliseconds").asDouble())
        .isGreaterThanOrEqualTo(figures.path("p50Milliseconds").asDouble());
    assertThat(figures.path("goals").path("p99Milliseconds").path("atMost").asDouble())
        .isEqualTo(50);
  }

  @Test
  void anAbsentTaskDirectoryIsOneLine() {
    for (String benchmark : List.of("verify", "pipeline", "latency")) {
      err.getBuffer().setLength(0);
      int exitCode =
          bench(benchmark, TestingSamples.SAMPLES.toString(), "--tasks", "no/such/folder");
      assertThat(exitCode).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("sealflow: no task directory no/such/folder")
          .hasLineCount(1);
    }
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void anAbsentFileAndAWrongDateAreOneLine() {
    assertThat(bench("verify", "absent.jsonl", "--tasks", TestingSamples.TASKS.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("sealflow: no file absent.jsonl").hasLineCount(1);
    err.getBuffer().setLength(0);
    assertThat(benchOfSamples("verify", "--as-of", "yesterday")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--as-of is 'yesterday', expected YYYY-MM-DD")
        .hasLineCount(1);
  }

  @Test
  void aFormatIsReadByItsName() {
    assertThat(
            benchOfSamples(
                "verify", "--format", "calls", "--json", "--warmup", "0s", "--measure", "0s"))
        .isZero();
    for (String format : List.of("chat", "tau2-calls")) {
      err.getBuffer().setLength(0);
      assertThat(benchOfSamples("verify", "--format", format)).isEqualTo(2);
      assertThat(err.toString())
          .startsWith("sealflow: --format " + format + " is read by replay alone")
          .hasLineCount(1);
    }
  }

  @Test
  void verifyOfTau2NeedsTheBenchmarksData() {
    assertThat(bench("verify", "--environment", "tau2")).isEqualTo(2);
    assertThat(err.toString()).contains("--environment tau2 needs --tasks DIR").hasLineCount(1);
    err.getBuffer().setLength(0);
    assertThat(bench("verify", "--environment", "tau2", "--tasks", TestingSamples.TASKS.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("no tau2-bench folder").hasLineCount(1);
    err.getBuffer().setLength(0);
    assertThat(bench("verify", "--environment", "tau2", "--memory")).isEqualTo(2);
    assertThat(err.toString()).contains("--memory watches --environment bfcl").hasLineCount(1);
  }

  @Test
  void attributionShowsItsTableAndEveryFigure() throws Exception {
    String tasks = TestingSamples.TASKS.toString();
    assertThat(bench("attribution", "--episodes", "30", "--tools", tasks, "--misses", "2"))
        .isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("fault +failing +dropped +turn .*"))
        .anyMatch(line -> line.matches("all +[0-9]+ .*"))
        .anyMatch(line -> line.matches(" {2}root-cause turn right, share .* at least .*"))
        .noneMatch(line -> line.contains("recorded"));

    out.getBuffer().setLength(0);
    assertThat(bench("attribution", "--episodes", "30", "--tools", tasks, "--json")).isZero();
    JsonNode figures = json();
    assertThat(figures.path("passing").asInt()).isEqualTo(30);
    assertPositive(figures, "planted", "rightTurn", "rightCall", "plantedEpisodesPerSecond");
    assertThat(figures.path("goals").path("rightTurn").path("atLeast").asDouble()).isEqualTo(0.99);
  }

  @Test
  void recordedTrajectoriesThatFailAreSearchedAndTimed() throws Exception {
    String tasks = TestingSamples.TASKS.toString();
    int exitCode =
        benchOfSamples("attribution", "--episodes", "5", "--tools", tasks, "--recorded", "--json");
    assertThat(exitCode).as(err.toString()).isZero();
    JsonNode figures = json();
    assertThat(figures.path("passing").asInt()).isBetween(6, 76);
    assertThat(figures.path("recordedSearched").asInt() + figures.path("passing").asInt())
        .isEqualTo(5 + 72);
    assertPositive(
        figures, "recordedRepairFound", "recordedEpisodesPerSecond", "recordedExecutionsPerSecond");
  }

  @Test
  void attributionNeedsEpisodesAndTools() {
    assertThat(bench("attribution", "--episodes", "0")).isEqualTo(1);
    assertThat(err.toString()).startsWith("sealflow: --episodes is 0").hasLineCount(1);
    err.getBuffer().setLength(0);
    assertThat(bench("attribution", "--tools", "no/such/folder")).isEqualTo(1);
    assertThat(err.toString()).startsWith("sealflow: ").contains("no/such/folder").hasLineCount(1);
  }

  @Test
  void aWrongCommandLineIsOneLine() {
    List<List<String>> wrong =
        List.of(
            List.of(),
            List.of("verify", "--memory", "--memory-from", "5", "--memory-to", "5"),
            List.of("verify", "--format", "sideways"),
            List.of("pipeline", "--records", "0"),
            List.of("pipeline", "--warmup-runs", "-1"),
            List.of("latency", "--rate", "0"),
            List.of("latency", "--seconds", "0"),
            List.of("latency", "--buffer-timeout", "soon"),
            List.of("latency", "--checkpoint-interval", "9ms"));
    for (List<String> arguments : wrong) {
      err.getBuffer().setLength(0);
      assertThat(bench(arguments.toArray(new String[0]))).as("%s", arguments).isEqualTo(2);
      assertThat(err.toString()).as("%s", arguments).startsWith("sealflow: ").hasLineCount(1);
    }
  }
}
