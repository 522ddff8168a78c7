package org.sealflow.jobs.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

/** Keeps the checkpoints and savepoints of an embedded job between runs. */
public final class JobCheckpoints {
  private static final String METADATA = "_metadata";

  private final Path directory;
  private final @Nullable String cluster;

  /**
   * Of a job between the topics of one prefix on one Kafka cluster: state belongs to the topics it
   * was made of.
   *
   * @param name the job's, and what tells it from others of its kind
   */
  public static JobCheckpoints of(Path dataDirectory, Connection broker, String... name) {
    Path directory =
        broker.topics().equals(Topics.standard())
            ? dataDirectory
            : dataDirectory.resolve("jobs-of-" + broker.topics().prefix());
    for (String part : name) {
      directory = directory.resolve(part);
    }
    return new JobCheckpoints(directory, broker.clusterId());
  }

  /** Of a job whose directory is used with one Kafka cluster alone. */
  public JobCheckpoints(Path directory) {
    this(directory, null);
  }

  JobCheckpoints(Path directory, @Nullable String cluster) {
    this.directory = directory.toAbsolutePath();
    this.cluster = cluster;
  }

  /**
   * Where to go on from; empty to begin without state.
   *
   * @param fresh whether to forget the state of earlier runs
   * @throws UserError if that state was made with the topics of another Kafka cluster
   */
  Optional<Path> start(boolean fresh) {
    Optional<Path> newest = fresh ? Optional.empty() : newest();
    if (cluster != null) {
      bind(cluster, newest.isPresent());
    }
    return newest;
  }

  private void bind(String current, boolean goesOn) {
    Path file = directory.resolve("kafka-cluster");
    try {
      String before = Files.exists(file) ? Files.readString(file).strip() : current;
      if (goesOn && !before.equals(current)) {
        throw new UserError(
            "the state in "
                + directory
                + " was made with the Kafka cluster "
                + before
                + ", and this broker is of the cluster "
                + current
                + "; name the broker that it was made with, or give another --data-dir");
      }
      Files.writeString(file, current + "\n");
    } catch (IOException unusable) {
      throw new UserError("cannot use " + file + ": " + unusable.getMessage(), unusable);
    }
  }

  /**
   * Takes the right to run the job of this memory, which one process has at a time, and once; it
   * ends with the process or when it is closed.
   *
   * @throws UserError if another process holds it
   */
  AutoCloseable lock() {
    return ProcessLock.take(
        directory.resolve("job.lock"),
        "the job whose state is in " + directory,
        "stop it, or give another --data-dir");
  }

  /**
   * Makes sure that nobody runs the job of this memory.
   *
   * @throws UserError if a process does, naming it
   */
  public void requireFree() {
    try {
      lock().close();
    } catch (UserError held) {
      throw held;
    } catch (Exception notClosed) {
      throw new UserError("cannot free " + directory + ": " + notClosed.getMessage(), notClosed);
    }
  }

  public Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  public Path savepoints() {
    return directory.resolve("savepoints");
  }

  /** The newest complete checkpoint or savepoint. */
  private Optional<Path> newest() {
    return complete().stream().max(Comparator.comparing(JobCheckpoints::writtenAt));
  }

  /** Removes everything but one savepoint. */
  public void keepOnly(Path savepoint) {
    for (Path other : complete()) {
      if (!other.equals(savepoint.toAbsolutePath())) {
        delete(other);
      }
    }
  }

  private List<Path> complete() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.getFileName().toString().equals(METADATA))
          .map(Path::getParent)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + directory, e);
    }
  }

  private static FileTime writtenAt(Path snapshot) {
    try {
      return Files.getLastModifiedTime(snapshot.resolve(METADATA));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + snapshot, e);
    }
  }

  private static void delete(Path tree) {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + tree, e);
    }
  }
}
