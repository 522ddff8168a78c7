package org.sealflow.jobs.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.generate.TaskFiles;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.synthesize.KnownTasks;
import org.sealflow.synthesize.SynthesisFiles;

/**
 * Makes tasks about what the policy is weak at while its run goes on, every so many versions, on a
 * thread of its own. They are kept in the run's directory and published for its planner. A stage
 * that fails costs its tasks and a line; the run goes on.
 */
final class SynthesisStage implements AutoCloseable {
  private final RunDirectory directory;
  private final TrainSettings settings;
  private final Connection broker;
  private final Clock clock;
  private final List<String> lines = new ArrayList<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread making = new Thread(task, "synthesize");
            making.setDaemon(true);
            return making;
          });
  private long takenUpTo;

  /**
   * A stage of a run that begins or goes on. Tasks made before are published again, for the run may
   * have been stopped before it did.
   *
   * @param broker where the topics are; stays open
   */
  SynthesisStage(RunDirectory directory, TrainSettings settings, Connection broker, Clock clock) {
    this.directory = directory;
    this.settings = settings;
    this.broker = broker;
    this.clock = clock;
    for (Path made : directory.madeTasks()) {
      try {
        publish(made);
      } catch (IOException | RuntimeException unreadable) {
        tell(made + ": " + Causes.oneLine(unreadable.getMessage()));
      }
    }
  }

  /**
   * Has tasks made if that was due with a version or one before, and was not done yet.
   *
   * @return done when they are made, or at once if none are
   */
  CompletableFuture<Void> take(long version) {
    long due = settings.tasks().synthesis().lastDue(version);
    boolean known = due <= takenUpTo || Files.exists(directory.madeTasks(due));
    takenUpTo = Math.max(takenUpTo, due);
    return known
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.runAsync(() -> run(due, directory.madeTasks(due)), thread);
  }

  private void run(long version, Path output) {
    try {
      RunSynthesis made = make(version);
      if (!made.tasks().isEmpty()) {
        write(made, output);
        publish(output);
      }
      String requests = made.requests().sent() == 0 ? "" : "; " + made.requests().line();
      tell("tasks at version " + version + ": " + made.proposals().line() + requests);
    } catch (IOException | RuntimeException failed) {
      tell("no tasks at version " + version + ": " + Causes.oneLine(failed.getMessage()));
    }
  }

  private RunSynthesis make(long version) throws IOException {
    RunTasks tasks = RunTasks.of(directory);
    KnownTasks known =
        new KnownTasks(TaskFiles.sources(tasks.tools()), tasks.training(), tasks.heldOut());
    TrainTasks.Synthesis wanted = settings.tasks().synthesis();
    RunSynthesis.Order order =
        new RunSynthesis.Order(
            wanted.count(),
            settings.run().seed() + version,
            tasks.turns(),
            wanted.server(System.getenv()));
    return RunSynthesis.make(
        order,
        known,
        RunProfiles.read(broker, directory.runId()),
        clock,
        new RunSynthesis.Listener() {
          @Override
          public void admitted() {}

          @Override
          public void failed(String request) {
            tell("request: " + request);
          }
        });
  }

  private void write(RunSynthesis made, Path output) throws IOException {
    Path unfinished = output.resolveSibling(output.getFileName() + ".part");
    TaskFiles.delete(unfinished);
    SynthesisFiles.write(made.tasks(), RunTasks.of(directory).tools(), unfinished);
    Files.move(unfinished, output);
  }

  private void publish(Path made) throws IOException {
    try (Publisher publisher = Publisher.open(broker)) {
      for (TaskRecord record : TaskDirectory.read(made).records()) {
        if (record.getTask() != null) {
          record.getTask().setRunId(directory.runId());
        }
        publisher.task(record);
      }
      publisher.flush();
    }
  }

  private void tell(String line) {
    synchronized (lines) {
      lines.add(line);
    }
  }

  /** The outcome of the stages so far, and of requests that failed, a line each. */
  List<String> lines() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
