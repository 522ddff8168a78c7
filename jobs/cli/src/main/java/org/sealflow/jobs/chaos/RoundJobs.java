package org.sealflow.jobs.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;

/** The jobs of a round, sent to the cluster as an operator sends them. */
final class RoundJobs {
  private static final int GROUPS = 2;
  private static final int GROUP_SIZE = 2;
  private static final String AS_OF = "2026-01-15";

  private final CommandWords commands;
  private final ChaosSettings settings;
  private final ChaosSystem system;
  private final Run run;

  /**
   * The run of a round.
   *
   * @param id its name
   * @param seed of the tasks' order and of sampling
   * @param served whether a server answers for the policy
   */
  record Run(String id, long seed, boolean served) {}

  RoundJobs(CommandWords commands, ChaosSettings settings, ChaosSystem system, Run run) {
    this.commands = commands;
    this.settings = settings;
    this.system = system;
    this.run = run;
  }

  String runId() {
    return run.id();
  }

  /** Whether a server answers for the policy. */
  boolean isServed() {
    return run.served();
  }

  /** Makes the tasks that all rounds play. */
  static Path generateTasks(CommandWords commands, ChaosSettings settings) {
    Path tasks = settings.directory().resolve("tasks");
    run(
        commands,
        List.of(
            "tasks",
            "generate",
            "--count",
            "24",
            "--seed",
            "1",
            "--tools",
            settings.tools().toString(),
            "--output",
            tasks.toString()));
    return tasks;
  }

  /**
   * Sends the job that diagnoses and learns.
   *
   * @param savepoint where it goes on; null if it begins
   * @return its id
   */
  String diagnose(RoundTopics topics, int parallelism, @Nullable String savepoint) {
    List<String> words = submit("diagnose", topics, parallelism, savepoint);
    Path weights = system.disk().folder().resolve("weights").resolve(topics.prefix() + run.id());
    words.addAll(
        List.of(
            "--learn",
            "--run",
            run.id(),
            "--model",
            settings.model().toString(),
            "--weights",
            weights.toUri().toString(),
            "--adapter-rank",
            "4",
            "--context",
            "1024",
            "--pass-tokens",
            "2048",
            "--keep-versions",
            "100000",
            "--transaction-timeout",
            "11m"));
    for (String setting :
        List.of(
            "batch.groups=" + GROUPS,
            "batch.plannedGroups=" + GROUPS,
            "batch.groupSize=" + GROUP_SIZE,
            "batch.miniBatchGroups=" + GROUPS,
            "batch.drop=none",
            "objective.klCoefficient=0.001",
            "optimizer.learningRate.warmupSteps=0")) {
      words.addAll(List.of("--set", setting));
    }
    return submitted(words);
  }

  /** Sends the job that plays; it has no end of its own. */
  String play(RoundTopics topics, int parallelism, @Nullable String savepoint) {
    List<String> words = submit("rollout", topics, parallelism, savepoint);
    words.addAll(
        List.of(
            "--run",
            run.id(),
            "--seed",
            String.valueOf(run.seed()),
            "--tasks",
            settings.directory().resolve("tasks").toString(),
            "--as-of",
            AS_OF,
            "--prompt-style",
            "signatures",
            "--batches",
            "0",
            "--groups",
            String.valueOf(GROUPS),
            "--group-size",
            String.valueOf(GROUP_SIZE),
            "--versions",
            "policy",
            "--max-staleness",
            "1",
            "--max-tokens",
            "24",
            "--step-limit",
            "3/episode"));
    words.addAll(run.served() ? served() : embedded());
    return submitted(words);
  }

  private List<String> embedded() {
    return List.of(
        "--policy", "embedded", "--model", settings.model().toString(), "--context", "1024");
  }

  private List<String> served() {
    return List.of(
        "--policy",
        "openai",
        "--base-url",
        system.policy().url(),
        "--model",
        ServedPolicy.NAME,
        "--tokenizer",
        settings.model().toString(),
        "--load-adapters",
        // A server that hangs hangs longer.
        "--answer-deadline",
        "5s");
  }

  private List<String> submit(
      String job, RoundTopics topics, int parallelism, @Nullable String savepoint) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "submit",
                job,
                "--json",
                "--jobmanager",
                system.jobs().address(),
                "--bootstrap-servers",
                system.bootstrapServers(),
                "--topic-prefix",
                topics.prefix(),
                "--parallelism",
                String.valueOf(parallelism),
                "--checkpoint-interval",
                "1s",
                "--max-parallelism",
                "12",
                "--restarts",
                "1000",
                "--restart-window",
                "5s",
                // An outage of the broker is longer than this.
                "--kafka-property",
                "delivery.timeout.ms=10000",
                "--kafka-property",
                "request.timeout.ms=5000"));
    if (settings.jobJar() != null) {
      words.addAll(List.of("--job-jar", settings.jobJar().toString()));
    }
    if (savepoint != null) {
      words.addAll(List.of("--from-savepoint", savepoint));
    }
    return words;
  }

  private String submitted(List<String> words) {
    try {
      return new ObjectMapper().readTree(run(commands, words)).path("jobId").asText();
    } catch (JsonProcessingException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private static String run(CommandWords commands, List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        commands.execute(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err));
    if (code != 0) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "`%s %s` ended with %d: %s",
              words.get(0),
              words.get(1),
              code,
              err.toString().strip().replace('\n', ' ')));
    }
    return out.toString();
  }
}
