package org.sealflow.jobs.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sealflow.jobs.settings.UserError;

/**
 * The directory of a run, named like the run:
 *
 * <pre>
 * settings.yaml        the settings in force
 * broker.json          where the topics are, a {@link RunBroker}
 * run.lock             names the process that runs it
 * batches.jsonl        what came of each batch, a {@link BatchLine} each
 * steps.jsonl          what each step of the learner measured, TrainingStep records
 * patches.jsonl        patches as they came and went, EnvironmentPatch records
 * evaluations.jsonl    evaluations, an {@link EvaluationLine} each
 * processes.jsonl      what each process of the run cost, a {@link ProcessLine} each
 * result.json          how the run ended, once it has
 * episodes/            recorded episodes of evaluations, as `replay --format sealflow` reads them
 * tasks/               generated tasks, in the benchmark's layout
 * weights/             published versions
 * chosen/              the version that did best on validation
 * kafka/, state/       the embedded broker, checkpoints and savepoints
 * </pre>
 */
public final class RunDirectory {
  private static final String MADE = "made-v";

  private final Path path;

  private RunDirectory(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /**
   * Makes the directory of a new run: the name with the lowest number that is free.
   *
   * @throws UserError if none can be made there
   */
  public static RunDirectory create(Path parent, String name) {
    try {
      Files.createDirectories(parent);
      int number = 1;
      while (Files.exists(parent.resolve(name + "-" + number))) {
        number++;
      }
      return new RunDirectory(Files.createDirectory(parent.resolve(name + "-" + number)));
    } catch (IOException refused) {
      throw new UserError(
          "no run directory can be made in " + parent + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * The directory of a run there is.
   *
   * @throws UserError if it is none, or its settings were lost
   */
  public static RunDirectory open(Path path) {
    RunDirectory run = new RunDirectory(path);
    if (!Files.exists(run.settings())) {
      throw new UserError(
          path
              + " is no run directory: it has no settings.yaml; runs are made by `sealflow train`");
    }
    if (run.settings().toFile().length() == 0) {
      throw new UserError(
          run.settings() + " is empty, so it is not known what the run began with; begin anew");
    }
    return run;
  }

  /** Held by the process that runs it. */
  public Path lock() {
    return path.resolve("run.lock");
  }

  /** The newest run of a name; empty if there is none. */
  public static Optional<RunDirectory> newest(Path parent, String name) {
    Optional<RunDirectory> newest = Optional.empty();
    for (int number = 1; Files.exists(parent.resolve(name + "-" + number)); number++) {
      newest = Optional.of(new RunDirectory(parent.resolve(name + "-" + number)));
    }
    return newest;
  }

  /** The run's name. */
  public String runId() {
    return path.getFileName().toString();
  }

  /** The directory. */
  public Path path() {
    return path;
  }

  /** The settings in force. */
  public Path settings() {
    return path.resolve("settings.yaml");
  }

  /** Batches, a line each. */
  public Path batches() {
    return path.resolve("batches.jsonl");
  }

  /** Steps of the learner, a line each. */
  public Path steps() {
    return path.resolve("steps.jsonl");
  }

  /** Changes of patches, a line each. */
  public Path patches() {
    return path.resolve("patches.jsonl");
  }

  /** Evaluations, a line each. */
  public Path evaluations() {
    return path.resolve("evaluations.jsonl");
  }

  /** How the run ended; there once it has come to its end or a guard stopped it. */
  public Path result() {
    return path.resolve("result.json");
  }

  /** Recorded episodes of an evaluation. */
  public Path episodes(String evaluation) {
    return path.resolve("episodes").resolve(evaluation + ".avro");
  }

  /** Generated tasks of a split. */
  public Path tasks(String split) {
    return path.resolve("tasks").resolve(split);
  }

  /** Tasks made with a version, while the run went on. */
  public Path madeTasks(long version) {
    return tasks(MADE + version);
  }

  /**
   * The directories of all tasks made while the run went on, by version.
   *
   * @throws UncheckedIOException if they cannot be listed
   */
  public List<Path> madeTasks() {
    Path all = path.resolve("tasks");
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> directories = Files.list(all)) {
      return directories
          .filter(each -> each.getFileName().toString().matches(MADE + "\\d+"))
          .sorted(Comparator.comparingLong(RunDirectory::madeWith))
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(all + " cannot be listed", failed);
    }
  }

  private static long madeWith(Path tasks) {
    return Long.parseLong(tasks.getFileName().toString().substring(MADE.length()));
  }

  /** Published versions. */
  public Path weights() {
    return path.resolve("weights");
  }

  /** The version that did best on validation. */
  public Path chosen() {
    return path.resolve("chosen");
  }

  /** State of an embedded job. */
  public Path state(String job) {
    return path.resolve("state").resolve(job);
  }

  /**
   * The lines of one of the files; none if it does not exist. A last line without its end, as a
   * crash leaves it, is no line.
   */
  public static List<String> lines(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(file)) {
      List<String> read = lines.toList();
      boolean whole = Files.size(file) == 0 || endsWithNewline(file);
      return whole ? read : read.subList(0, read.size() - 1);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("cannot read " + file, unreadable);
    }
  }

  private static boolean endsWithNewline(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(channel.size() - 1);
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.read(last);
      return last.get(0) == '\n';
    }
  }
}
