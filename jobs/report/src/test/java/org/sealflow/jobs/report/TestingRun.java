package org.sealflow.jobs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.ProcessLine;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.run.Successes;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.TrainingStep;

/**
 * A run directory as training would leave it, made up from a seed: success rises as versions pass.
 * Parts that are not asked for are not there, as in a run that goes on.
 */
public final class TestingRun {
  /** When every run begins. */
  public static final Instant START = Instant.parse("2026-01-15T08:00:00Z");

  private static final List<String> CATEGORIES =
      List.of(
          "multi_turn_base",
          "multi_turn_long_context",
          "multi_turn_miss_func",
          "multi_turn_miss_param");
  private static final double[] AT_FIRST = {0.78, 0.55, 0.15, 0.22};
  private static final int EPISODES = 64;
  private static final int TASKS_PER_CATEGORY = 50;
  private static final long BATCH_MILLIS = 4_000;
  private static final double PACE = 60;

  private final ObjectMapper mapper = new ObjectMapper();
  private final RunDirectory directory;
  private final Random random;
  private final double gain;
  private int versions;

  private TestingRun(RunDirectory directory, long seed, double gain) {
    this.directory = directory;
    this.random = new Random(seed);
    this.gain = gain;
  }

  /**
   * A run that has only its settings.
   *
   * @param name what its directory is named after; a number follows
   * @param gain how much success rises in the end, 0 to 1
   */
  public static TestingRun begun(Path parent, String name, long seed, double gain) {
    TestingRun run = new TestingRun(RunDirectory.create(parent, name), seed, gain);
    run.write(
        run.directory.settings(),
        "run:\n  name: "
            + name
            + "\n  seed: "
            + seed
            + "\n  batches: 240\npolicy:\n  model: data/nano\ntasks:\n  source: directory\n"
            + "  directory: "
            + Path.of("..", "..", "data", "tasks").toAbsolutePath().normalize()
            + "\nlearner:\n  weighting:\n    rule: "
            + (gain > 0.1 ? "signed" : "none")
            + "\n");
    return run;
  }

  /** The directory. */
  public RunDirectory directory() {
    return directory;
  }

  /** The directory's path. */
  public Path path() {
    return directory.path();
  }

  /** Adds batches and the steps they lead to. */
  public TestingRun trained(int batches) {
    for (int i = 0; i < batches; i++, versions++) {
      line(directory.batches(), json(batch(versions)));
      line(directory.steps(), PlainJson.line(step(versions)));
    }
    return this;
  }

  /** Adds validations of every so many versions, the start among them. */
  public TestingRun validated(int every) {
    for (int version = 0; version <= versions; version += every) {
      evaluated(EvaluationLine.VALIDATION, version);
    }
    return this;
  }

  /** Adds greedy tests of the start and of the version that did best on validation. */
  public TestingRun tested() {
    return tested(EvaluationLine.TEST);
  }

  /** Adds sampled ones. */
  public TestingRun testedSampled() {
    return tested(EvaluationLine.TEST_SAMPLED);
  }

  private TestingRun tested(String split) {
    long chosen = RunHistory.read(path()).best().orElseThrow().version();
    evaluated(split, 0);
    return chosen == 0 ? this : evaluated(split, chosen);
  }

  /** Adds an evaluation. */
  public TestingRun evaluated(String split, long version) {
    Map<String, Boolean> successes = new TreeMap<>();
    Map<String, Successes> categories = new TreeMap<>();
    // The same tasks are hard for every version of every run.
    Random difficulty = new Random(split.hashCode());
    for (int category = 0; category < CATEGORIES.size(); category++) {
      for (int task = 0; task < TASKS_PER_CATEGORY; task++) {
        double ability = rate(category, version) + 0.08 * random.nextGaussian();
        boolean success = difficulty.nextDouble() < ability;
        successes.put(CATEGORIES.get(category) + "_" + task, success);
        categories.merge(
            CATEGORIES.get(category),
            new Successes(1, success ? 1 : 0, success ? 1 : 0),
            Successes::plus);
      }
    }
    long startedAt = START.toEpochMilli() + version * BATCH_MILLIS;
    return evaluated(new EvaluationLine(split, version, startedAt, 21.5, categories, successes));
  }

  /** Adds an evaluation as it is. */
  public TestingRun evaluated(EvaluationLine evaluation) {
    return line(directory.evaluations(), json(evaluation));
  }

  /** Adds a process that ran it. */
  public TestingRun processed(double cpuSeconds) {
    return line(ProcessLine.file(directory), json(new ProcessLine(0, cpuSeconds)));
  }

  /** Adds patches that come, go and come again. */
  public TestingRun patched() {
    TestingPatches.lines(directory.runId(), versions, BATCH_MILLIS)
        .forEach(patch -> line(directory.patches(), PlainJson.line(patch)));
    return this;
  }

  /** Adds recorded episodes of an evaluation: the samples of the project's data. */
  public TestingRun recorded(String split, long version) {
    TestingEpisodes.write(directory.episodes(split + "-v" + version));
    return this;
  }

  /** Lets it have come to its end. */
  public TestingRun ended() {
    write(
        directory.result(),
        "{\"run\":\"" + directory.runId() + "\",\"end\":\"COMPLETE\",\"ledgerBalances\":true}\n");
    return this;
  }

  private double rate(int category, long version) {
    return Math.min(0.97, AT_FIRST[category] + gain * (1 - Math.exp(-version / PACE)));
  }

  private BatchLine batch(long number) {
    long plannedAt = START.toEpochMilli() + number * BATCH_MILLIS;
    Map<String, Successes> arms = new TreeMap<>();
    Map<String, Successes> categories = new TreeMap<>();
    int strict = 0;
    for (int episode = 0; episode < EPISODES; episode++) {
      int category = episode % CATEGORIES.size();
      boolean holdout = episode / 8 == 0;
      boolean success = random.nextDouble() < rate(category, number) + (holdout ? -0.12 : 0);
      Successes one = new Successes(1, success ? 1 : 0, success ? 1 : 0);
      arms.merge(holdout ? "HOLDOUT" : "PATCHED", one, Successes::plus);
      categories.merge(CATEGORIES.get(category), one, Successes::plus);
      strict += success ? 1 : 0;
    }
    int failed = EPISODES - strict;
    int stale = random.nextInt(80);
    return new BatchLine(
        number,
        Math.max(0, number - 1),
        plannedAt,
        plannedAt + 4_600 + random.nextInt(800),
        EPISODES,
        arms,
        categories,
        Map.of("PASSED", strict, "POLICY_FAILED", failed),
        tags(strict, failed),
        failures(failed),
        Map.of("0", 200 - stale, "1", 40 + stale, "2", random.nextInt(6)),
        0,
        0L);
  }

  private static Map<String, Integer> tags(int strict, int failed) {
    return Map.of(
        "PASS", 2 * strict,
        "CORRECT_ABSTENTION", strict / 3,
        "STATE_MISMATCH", failed,
        "RESPONSE_MISMATCH", failed / 3,
        "EMPTY_TURN_MODEL_RESPONSE", failed / 2,
        "SPURIOUS_TOOL_CALL", failed / 4);
  }

  private static Map<String, Integer> failures(int failed) {
    return Map.of(
        "ARGUMENT_MISMATCH", failed,
        "MISSING_CALL", failed / 2,
        "INVALID_CALL", failed / 4,
        "RECOVERY_FAILURE", failed / 5,
        "SPURIOUS_CALL", failed / 4);
  }

  private TrainingStep step(long batch) {
    double progress = batch / (batch + PACE);
    long startedAt = START.toEpochMilli() + (batch + 1) * BATCH_MILLIS + 900;
    boolean refused = batch == 70;
    TrainingStep.Builder step =
        TrainingStep.newBuilder()
            .setRunId(directory.runId())
            .setPolicyName("nano")
            .setBatchNumber(batch)
            .setVersion(batch + 1)
            .setApplied(!refused)
            .setGroups(groups())
            .setMetrics(metrics(progress))
            .setTagWeights(
                Map.of(
                    "PASS",
                    0.6 + 0.4 * progress,
                    "STATE_MISMATCH",
                    1.8 - progress,
                    "RESPONSE_MISMATCH",
                    1.3 - 0.3 * progress,
                    "EMPTY_TURN_MODEL_RESPONSE",
                    1.1 + 0.4 * Math.sin(progress * 5)))
            .setStartedAt(Instant.ofEpochMilli(startedAt))
            .setEndedAt(Instant.ofEpochMilli(startedAt + 2_600 + random.nextInt(700)));
    return (refused ? step.setRefusal("the gradient's norm is NaN") : step).build();
  }

  private List<GroupStep> groups() {
    List<GroupStep> groups = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      GroupOutcome outcome =
          i < 8
              ? GroupOutcome.USED
              : random.nextInt(3) == 0 ? GroupOutcome.SURPLUS : GroupOutcome.ZERO_VARIANCE;
      groups.add(
          GroupStep.newBuilder()
              .setGroupId("g" + i)
              .setTaskId("t" + i)
              .setOutcome(outcome)
              .build());
    }
    return groups;
  }

  private Map<String, Double> metrics(double progress) {
    return Map.of(
        "loss", 0.02 * random.nextGaussian() - 0.01 * progress,
        "kl", 0.08 * progress + 0.004 * Math.abs(random.nextGaussian()),
        "gradientNorm", 0.9 - 0.4 * progress + 0.1 * Math.abs(random.nextGaussian()),
        "clipFraction", 0.01 + 0.03 * progress * random.nextDouble(),
        "entropy", 0.7 - 0.35 * progress + 0.02 * random.nextGaussian(),
        "learningRate", 1e-3 * Math.min(1, progress * 20),
        "tokens", 9_000.0,
        "sequenceTokens", 31_000.0 + random.nextInt(4_000),
        "tokensPerSecond", 10_500.0 + random.nextInt(1_500));
  }

  private String json(Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Adds a line to one of its files, whatever it holds. */
  public TestingRun line(Path file, String text) {
    write(file, text + "\n");
    return this;
  }

  private void write(Path file, String text) {
    try {
      Files.writeString(
          file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }
}
