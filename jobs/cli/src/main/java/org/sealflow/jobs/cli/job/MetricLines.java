package org.sealflow.jobs.cli.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sealflow.settings.TimeSpans;

/** The dashboard's facts about the jobs of some pages of metrics, a line each. */
final class MetricLines {
  private static final String OPERATOR = "flink_taskmanager_job_task_operator_";
  private static final String TASK = "flink_taskmanager_job_task_";
  private static final String JOB = "flink_jobmanager_job_";
  private static final String LEDGER = OPERATOR + "ledger_";
  private static final String VERIFY = "verify";

  /** Shares of a task's time below this are not worth a word, milliseconds per second. */
  private static final double LEAST_MILLIS = 50;

  private MetricLines() {}

  /** The lines of each job under its name, in order of the names. */
  static List<String> of(MetricSamples samples, Instant now) {
    List<String> lines = new ArrayList<>();
    for (String job : samples.values("job_name")) {
      lines.add(job);
      MetricSamples own = samples.with("job_name", job);
      addIf(lines, own.has(LEDGER + "started"), "episodes", () -> episodes(own));
      addIf(lines, own.has(LEDGER + "recordsUsed"), "records", () -> records(own));
      addIf(lines, own.has(OPERATOR + "diagnosis_lagMillis"), "lag", () -> lag(own));
      addIf(lines, own.has(deadLetters()), "dead letters", () -> deadLetters(own));
      addIf(lines, own.has(OPERATOR + "patches_active"), "patches", () -> patches(own));
      addIf(lines, own.has(OPERATOR + "pendingRecords"), "unread", () -> unread(own));
      addIf(lines, own.has(OPERATOR + "planner_batchesPlanned"), "planned", () -> planned(own));
      addIf(lines, own.has(OPERATOR + "episodes_inFlight"), "playing", () -> playing(own));
      addIf(lines, own.has(OPERATOR + "learner_version"), "learner", () -> learner(own));
      addIf(lines, own.has(TASK + "busyTimeMsPerSecond"), "waiting", () -> waiting(own));
      addIf(lines, own.has(JOB + "numRestarts"), "checkpoints", () -> checkpoints(own, now));
    }
    return lines;
  }

  private interface Line {
    String text();
  }

  private static void addIf(List<String> lines, boolean there, String name, Line line) {
    if (there) {
      lines.add(String.format(Locale.ROOT, "  %-13s %s", name, line.text()));
    }
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** A count of the verifying operator; decoders keep a part of the records' ledger too. */
  private static String ledger(MetricSamples job, String name) {
    return count(job.with("operator_name", VERIFY).sum(LEDGER + name));
  }

  private static String episodes(MetricSamples job) {
    return ledger(job, "started")
        + " started = "
        + ledger(job, "passed")
        + " passed + "
        + ledger(job, "policyFailed")
        + " policy failed + "
        + ledger(job, "infrastructureFailed")
        + " infrastructure failed + "
        + ledger(job, "taskDefective")
        + " task defective + "
        + ledger(job, "unjudged")
        + " unjudged + "
        + ledger(job, "superseded")
        + " superseded + "
        + ledger(job, "inFlight")
        + " in flight";
  }

  private static String records(MetricSamples job) {
    return ledger(job, "recordsUsed")
        + " used, "
        + ledger(job, "recordsDuplicate")
        + " duplicate, "
        + count(job.sum(LEDGER + "recordsFailed"))
        + " failed";
  }

  private static String lag(MetricSamples job) {
    SortedMap<String, Double> quantiles =
        job.greatest(OPERATOR + "diagnosis_lagMillis", "quantile");
    return "p50 "
        + count(quantiles.getOrDefault("0.5", 0.0))
        + " ms, p99 "
        + count(quantiles.getOrDefault("0.99", 0.0))
        + " ms from event to diagnosis";
  }

  private static String deadLetters() {
    return OPERATOR + "deadLetters_boundary_records";
  }

  private static String deadLetters(MetricSamples job) {
    String found = named(job.sums(deadLetters(), "boundary"), MetricLines::count, 0);
    return (found.isEmpty() ? "none" : found) + " since the job started";
  }

  private static String named(
      SortedMap<String, Double> values, Function<Double, String> shown, double above) {
    return values.entrySet().stream()
        .filter(entry -> entry.getValue() > above)
        .map(entry -> entry.getKey() + " " + shown.apply(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String patches(MetricSamples job) {
    return count(job.sum(OPERATOR + "patches_active"))
        + " active, the oldest for "
        + span(job.max(OPERATOR + "patches_oldestActiveSeconds").orElse(0))
        + "; "
        + count(job.sum(OPERATOR + "patches_retired"))
        + " kept retired, "
        + count(job.sum(OPERATOR + "patches_pinned"))
        + " pinned";
  }

  private static String span(double seconds) {
    return TimeSpans.text(Duration.ofSeconds(Math.round(seconds)));
  }

  private static String unread(MetricSamples job) {
    String found =
        named(job.sums(OPERATOR + "pendingRecords", "operator_name"), MetricLines::count, 0);
    return found.isEmpty() ? "nothing" : found;
  }

  private static String planned(MetricSamples job) {
    return count(job.sum(OPERATOR + "planner_batchesPlanned"))
        + " batches, policy version "
        + count(job.max(OPERATOR + "planner_policyVersion").orElse(-1))
        + (job.sum(OPERATOR + "planner_waitsForBatch") > 0
            ? "; the next waits for a version or for one before it"
            : "");
  }

  private static String playing(MetricSamples job) {
    return count(job.sum(OPERATOR + "episodes_inFlight"))
        + " in flight, "
        + count(job.sum(OPERATOR + "episodes_waiting"))
        + " waiting, "
        + count(job.sum(OPERATOR + "episodes_steps"))
        + " steps";
  }

  private static String learner(MetricSamples job) {
    SortedMap<String, Double> staleness = job.greatest(OPERATOR + "learner_staleness", "quantile");
    return "version "
        + count(job.max(OPERATOR + "learner_version").orElse(-1))
        + ", "
        + count(job.sum(OPERATOR + "learner_steps"))
        + " steps, "
        + count(job.sum(OPERATOR + "learner_refusedSteps"))
        + " refused; "
        + count(job.sum(OPERATOR + "learner_pendingBatches"))
        + " batches and "
        + count(job.sum(OPERATOR + "learner_queuedGroups"))
        + " groups wait; staleness p99 "
        + count(staleness.getOrDefault("0.99", 0.0));
  }

  /** The tasks that hold others back, or are held back. */
  private static String waiting(MetricSamples job) {
    Function<Double, String> share =
        millis -> String.format(Locale.ROOT, "%.0f %%", Math.min(100, millis / 10));
    String busy =
        named(job.greatest(TASK + "busyTimeMsPerSecond", "task_name"), share, LEAST_MILLIS);
    String held =
        named(
            job.greatest(TASK + "backPressuredTimeMsPerSecond", "task_name"), share, LEAST_MILLIS);
    return "busy: "
        + (busy.isEmpty() ? "none" : busy)
        + "; held back: "
        + (held.isEmpty() ? "none" : held);
  }

  private static String checkpoints(MetricSamples job, Instant now) {
    OptionalDouble newest = job.max(JOB + "lastCheckpointCompletedTimestamp");
    String age =
        newest.isEmpty() || newest.getAsDouble() <= 0
            ? "none yet"
            : "the newest "
                + span(Math.max(0, now.toEpochMilli() - newest.getAsDouble()) / 1000)
                + " ago, "
                + count(job.max(JOB + "lastCheckpointSize").orElse(0))
                + " bytes";
    return age
        + "; "
        + count(job.sum(JOB + "numberOfFailedCheckpoints"))
        + " failed, "
        + count(job.sum(JOB + "numRestarts"))
        + " restarts";
  }
}
