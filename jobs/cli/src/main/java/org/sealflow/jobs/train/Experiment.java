package org.sealflow.jobs.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;

/**
 * Runs the arms of an experiment, each run in a process of its own. What is complete is left alone,
 * what was stopped goes on, so that an experiment can be begun again at any time.
 */
public final class Experiment {
  private static final String STOPPED = "the experiment was stopped; the same command goes on";

  private final ExperimentSettings settings;
  private final String mainClass;
  private final Consumer<String> progress;

  private final Set<Process> playing = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  /**
   * An experiment.
   *
   * @param mainClass the command line's main class
   * @param progress takes lines about runs that begin and end
   */
  public Experiment(ExperimentSettings settings, String mainClass, Consumer<String> progress) {
    this.settings = settings;
    this.mainClass = mainClass;
    this.progress = progress;
  }

  /** A run of an arm. */
  private record Trial(String arm, int seed, List<String> overrides) {
    String name() {
      return arm + "-s" + seed;
    }
  }

  /**
   * Runs what is not complete; seeds first, so that all arms stand equal wherever it is stopped. A
   * run that fails does not keep the others from being played.
   *
   * @return the directories of all runs, arm by arm
   * @throws UserError naming the runs that failed, or if the experiment was stopped
   */
  public List<RunDirectory> run() throws InterruptedException {
    List<Trial> trials = new ArrayList<>();
    int most = settings.seeds().values().stream().mapToInt(List::size).max().orElse(0);
    for (int place = 0; place < most; place++) {
      for (Map.Entry<String, List<Integer>> arm : settings.seeds().entrySet()) {
        if (place < arm.getValue().size()) {
          List<String> overrides = settings.arms().getOrDefault(arm.getKey(), List.of());
          trials.add(new Trial(arm.getKey(), arm.getValue().get(place), overrides));
        }
      }
    }
    List<String> failures = new ArrayList<>();
    ExecutorService runners = Executors.newFixedThreadPool(settings.parallel());
    try {
      List<Future<?>> runs = new ArrayList<>();
      trials.forEach(trial -> runs.add(runners.submit(() -> complete(trial))));
      for (Future<?> run : runs) {
        end(run).ifPresent(failures::add);
      }
    } finally {
      runners.shutdownNow();
    }
    if (stopped) {
      throw new UserError(STOPPED);
    }
    if (!failures.isEmpty()) {
      throw new UserError(String.join("; ", failures));
    }
    return directories();
  }

  /** Stops the runs in order, each in its process, and begins no other; waits for none. */
  public void stop() {
    stopped = true;
    playing.forEach(Process::destroy);
  }

  /** Waits for a run; the problem where it failed. */
  private static Optional<String> end(Future<?> run) throws InterruptedException {
    try {
      run.get();
      return Optional.empty();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UserError told) {
        return Optional.of(String.valueOf(told.getMessage()));
      }
      throw failed.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(failed);
    }
  }

  private List<RunDirectory> directories() {
    List<RunDirectory> directories = new ArrayList<>();
    settings
        .seeds()
        .forEach(
            (arm, seeds) ->
                seeds.forEach(
                    seed ->
                        RunDirectory.newest(settings.directory(), arm + "-s" + seed)
                            .ifPresent(directories::add)));
    return directories;
  }

  private void complete(Trial trial) {
    if (stopped) {
      throw new UserError(STOPPED);
    }
    // One without settings ended before it had begun.
    Optional<RunDirectory> before =
        RunDirectory.newest(settings.directory(), trial.name())
            .filter(run -> Files.exists(run.settings()));
    if (before.filter(run -> Files.exists(run.result())).isPresent()) {
      progress.accept(trial.name() + ": complete already");
      return;
    }
    List<String> command = java();
    command.add("train");
    command.add("--json");
    if (before.isPresent()) {
      command.addAll(List.of("--run", before.get().path().toString()));
    } else {
      command.add(settings.settings().toString());
      command.addAll(trial.overrides());
      command.add("run.name=" + trial.name());
      command.add("run.directory=" + settings.directory());
      command.add("run.seed=" + trial.seed());
      measuredStart(trial)
          .ifPresent(
              run ->
                  command.add(
                      "evaluation.start="
                          + settings.directory().resolve(run.path().getFileName())));
    }
    progress.accept(trial.name() + ": " + (before.isPresent() ? "goes on" : "begins"));
    int exit = execute(command, settings.directory().resolve(trial.name() + ".log"));
    boolean complete =
        RunDirectory.newest(settings.directory(), trial.name())
            .filter(run -> Files.exists(run.result()))
            .isPresent();
    if (!complete) {
      throw new UserError(
          "run "
              + trial.name()
              + " ended with exit code "
              + exit
              + " before its end; see "
              + settings.directory().resolve(trial.name() + ".log"));
    }
    progress.accept(trial.name() + ": complete");
  }

  /** A complete run of the same start, whose evaluations of it serve this one too. */
  private Optional<RunDirectory> measuredStart(Trial trial) {
    Map<String, String> basis = StartEvaluations.basis(settings.settings(), trial.overrides());
    return directories().stream()
        .filter(run -> Files.exists(run.result()))
        .filter(run -> StartEvaluations.basis(run.settings(), List.of()).equals(basis))
        .findFirst();
  }

  private List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    return command;
  }

  private int execute(List<String> command, Path log) {
    Process process = start(command, log);
    playing.add(process);
    try {
      if (stopped) {
        process.destroy();
      }
      return process.waitFor();
    } catch (InterruptedException interrupted) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new UserError(STOPPED, interrupted);
    } finally {
      playing.remove(process);
    }
  }

  private static Process start(List<String> command, Path log) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException failed) {
      throw new UncheckedIOException("a run cannot be started", failed);
    }
  }
}
