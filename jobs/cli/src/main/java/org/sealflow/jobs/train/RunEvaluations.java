package org.sealflow.jobs.train;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.JsonLines;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.PlannedSampling;
import org.sealflow.schemas.PolicyUpdate;

/**
 * The evaluations of a run, one at a time on a thread of their own: versions on validation as they
 * are published; at the end start and chosen version on test, greedily and, where the settings say
 * so, sampled. What was evaluated before the run was stopped, or of the start by a run that the
 * settings name, is not evaluated again.
 */
final class RunEvaluations implements AutoCloseable {
  private static final long POLL_MILLIS = 250;

  private final RunDirectory directory;
  private final RunPolicies policies;
  private final TrainSettings.EvaluationPlan plan;
  private final PolicyEvaluation validation;
  private final List<PolicyEvaluation> tests;
  private final Clock clock;
  private final JsonLines file;
  private final List<EvaluationLine> lines;
  private final Set<Long> asked = new HashSet<>();
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread evaluating = new Thread(task, "evaluate");
            evaluating.setDaemon(true);
            return evaluating;
          });
  private volatile @Nullable String running;
  private volatile @Nullable JobClient job;
  private volatile boolean stopped;
  private long takenUpTo = -1;

  RunEvaluations(
      RunDirectory directory,
      TrainSettings settings,
      TrainingTasks tasks,
      RunPolicies policies,
      RolloutSettings rules,
      Clock clock) {
    this.directory = directory;
    this.policies = policies;
    this.plan = settings.evaluation();
    this.clock = clock;
    TrainingTasks.Measured chosenBy = tasks.validation();
    this.validation =
        new PolicyEvaluation(
            EvaluationLine.VALIDATION,
            chosenBy.directory(),
            chosenBy.chosen(),
            rules,
            greedy(settings),
            0,
            settings.environment().judge().settings());
    this.tests = tests(settings, tasks.test(), rules);
    this.lines = new ArrayList<>(JsonLines.read(directory.evaluations(), EvaluationLine.class));
    List<EvaluationLine> start = lines.isEmpty() ? measuredElsewhere() : List.of();
    this.file = JsonLines.goingOn(directory.evaluations());
    start.forEach(file::write);
    lines.addAll(start);
    lines.stream()
        .filter(line -> line.split().equals(EvaluationLine.VALIDATION))
        .forEach(line -> asked.add(line.version()));
  }

  private List<EvaluationLine> measuredElsewhere() {
    return plan.start().isEmpty()
        ? List.of()
        : StartEvaluations.of(directory.settings(), RunDirectory.open(Path.of(plan.start())));
  }

  /** How the test tasks are played; in no way where there are none. */
  private static List<PolicyEvaluation> tests(
      TrainSettings settings, TrainingTasks.Measured tasks, RolloutSettings rules) {
    if (tasks.chosen().isEmpty()) {
      return List.of();
    }
    JudgeSettings judge = settings.environment().judge().settings();
    PolicyEvaluation greedy =
        new PolicyEvaluation(
            EvaluationLine.TEST,
            tasks.directory(),
            tasks.chosen(),
            rules,
            greedy(settings),
            0,
            judge);
    PolicyEvaluation sampled =
        new PolicyEvaluation(
            EvaluationLine.TEST_SAMPLED,
            tasks.directory(),
            tasks.chosen(),
            rules,
            sampling(settings, settings.rollouts().answers().temperature()),
            settings.run().seed(),
            judge);
    return settings.evaluation().sampled() ? List.of(greedy, sampled) : List.of(greedy);
  }

  private static PlannedSampling greedy(TrainSettings settings) {
    return sampling(settings, 0);
  }

  private static PlannedSampling sampling(TrainSettings settings, double temperature) {
    return new PlannedSampling(temperature, 1, 0, settings.rollouts().answers().maxTokens());
  }

  /** Has versions evaluated that are due and were not known before. */
  void take(RunRecorder recorder) {
    waiting.stream().filter(CompletableFuture::isDone).forEach(RunEvaluations::require);
    waiting.removeIf(CompletableFuture::isDone);
    for (PolicyUpdate update : recorder.updatesAfter(takenUpTo)) {
      takenUpTo = update.getVersion();
      if (plan.isDue(update.getVersion())) {
        validate(update);
      }
    }
  }

  private void validate(PolicyUpdate update) {
    if (!validation.chosen().isEmpty() && asked.add(update.getVersion())) {
      waiting.add(CompletableFuture.runAsync(() -> choose(update), thread));
    }
  }

  /** Measures a version on validation, and keeps its weights if it is the best so far. */
  void choose(PolicyUpdate update) {
    EvaluationLine line = measure(validation, update);
    boolean best =
        lines().stream()
            .filter(other -> other.split().equals(EvaluationLine.VALIDATION))
            .allMatch(other -> other.all().rate() < line.all().rate());
    if (best) {
      keep(update);
    }
    // Last, so that a run that ends in between measures the version again, and keeps it.
    note(line);
  }

  private EvaluationLine measure(PolicyEvaluation evaluation, PolicyUpdate update) {
    running = "version " + update.getVersion() + " on " + evaluation.split();
    try {
      return evaluation.measure(
          update.getVersion(),
          update.getVersion() == 0 ? policies.start() : policies.at(update),
          directory.episodes(evaluation.split() + "-v" + update.getVersion()),
          clock,
          this::started);
    } finally {
      running = null;
      job = null;
    }
  }

  private void note(EvaluationLine line) {
    file.write(line);
    synchronized (lines) {
      lines.add(line);
    }
  }

  private void started(JobClient client) {
    job = client;
    if (stopped) {
      var unused = client.cancel();
    }
  }

  /** Breaks off what is running; what calls for more fails from now on. */
  void stop() {
    stopped = true;
    thread.shutdownNow();
    JobClient client = job;
    if (client != null) {
      var unused = client.cancel();
    }
  }

  /** Copies the weights of the best version so far, so that pruning does not take them. */
  private void keep(PolicyUpdate update) {
    String uri = update.getWeightsUri();
    if (uri == null) {
      return;
    }
    Path chosen = directory.chosen();
    Path part = chosen.resolveSibling(chosen.getFileName() + ".part");
    try {
      FileUtils.deleteDirectory(part.toFile());
      Files.createDirectories(part);
      org.apache.flink.core.fs.Path published = new org.apache.flink.core.fs.Path(uri);
      FileSystem files = published.getFileSystem();
      FileStatus @Nullable [] found = files.listStatus(published);
      if (found == null) {
        throw new IOException(published + " does not exist");
      }
      for (FileStatus each : found) {
        try (InputStream content = files.open(each.getPath())) {
          Files.copy(content, part.resolve(each.getPath().getName()));
        }
      }
      FileUtils.deleteDirectory(chosen.toFile());
      Files.move(part, chosen, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      throw new UncheckedIOException("the best version cannot be kept in " + chosen, failed);
    }
  }

  /**
   * Evaluates the last version on validation, then start and chosen version on test; the last one
   * where nothing chooses.
   *
   * @param meanwhile is run several times a second
   * @throws UserError if an evaluation fails
   */
  void finish(RunRecorder recorder, Runnable meanwhile) throws InterruptedException {
    take(recorder);
    recorder.newest().filter(update -> plan.tasks() > 0).ifPresent(this::validate);
    for (CompletableFuture<Void> each : waiting) {
      await(each, meanwhile);
    }
    waiting.clear();
    List<PolicyUpdate> compared = new ArrayList<>();
    Optional.ofNullable(recorder.update(0)).ifPresent(compared::add);
    chosen()
        .map(line -> recorder.update(line.version()))
        .map(this::kept)
        .or(recorder::newest)
        .ifPresent(compared::add);
    test(compared, meanwhile);
  }

  /** The chosen version where {@link #keep} has put its weights. */
  private PolicyUpdate kept(PolicyUpdate update) {
    return PolicyUpdate.newBuilder(update)
        .setWeightsUri(directory.chosen().toUri().toString())
        .build();
  }

  /**
   * Measures versions on the test tasks, in every way asked for and not done yet.
   *
   * @param meanwhile is run several times a second
   * @throws UserError if an evaluation fails
   */
  void test(List<PolicyUpdate> compared, Runnable meanwhile) throws InterruptedException {
    for (PolicyEvaluation evaluation : tests) {
      for (PolicyUpdate update : compared) {
        if (!isMeasured(evaluation.split(), update.getVersion())) {
          await(
              CompletableFuture.runAsync(() -> note(measure(evaluation, update)), thread),
              meanwhile);
        }
      }
    }
  }

  private boolean isMeasured(String split, long version) {
    return lines().stream()
        .anyMatch(line -> line.split().equals(split) && line.version() == version);
  }

  /** The version chosen so far: the first of those that did best on validation. */
  private Optional<EvaluationLine> chosen() {
    return lines().stream()
        .filter(line -> line.split().equals(EvaluationLine.VALIDATION))
        .max(
            Comparator.comparingDouble((EvaluationLine line) -> line.all().rate())
                .thenComparing(Comparator.comparingLong(EvaluationLine::version).reversed()));
  }

  private static void await(CompletableFuture<Void> evaluation, Runnable meanwhile)
      throws InterruptedException {
    while (!evaluation.isDone()) {
      meanwhile.run();
      try {
        evaluation.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException | CancellationException known) {
        // It goes on, or says below what has failed.
      }
    }
    require(evaluation);
  }

  private static void require(CompletableFuture<Void> evaluation) {
    try {
      evaluation.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }
  }

  /** Evaluations done, in order. */
  List<EvaluationLine> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** The evaluation that is running, in words. */
  Optional<String> running() {
    return Optional.ofNullable(running);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    file.close();
  }
}
