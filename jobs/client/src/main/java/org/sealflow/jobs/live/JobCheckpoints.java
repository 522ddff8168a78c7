package org.sealflow.jobs.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

/** Keeps the checkpoints and savepoints of an embedded job between runs. */
public final class JobCheckpoints {
  private static final String METADATA = "_metadata";

  private final Path directory;

  /**
   * Of a job between the topics of one prefix: state belongs to the topics it was made of.
   *
   * @param name the job's, and what tells it from others of its kind
   */
  public static JobCheckpoints of(Path dataDirectory, Topics topics, String... name) {
    Path directory =
        topics.equals(Topics.standard())
            ? dataDirectory
            : dataDirectory.resolve("jobs-of-" + topics.prefix());
    for (String part : name) {
      directory = directory.resolve(part);
    }
    return new JobCheckpoints(directory);
  }

  public JobCheckpoints(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  /**
   * Takes the right to run the job of this memory, which one process has at a time, and once; it
   * ends with the process or when it is closed.
   *
   * @throws UserError if another process holds it
   */
  AutoCloseable lock() {
    Path file = directory.resolve("job.lock");
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        sign(channel);
        return channel;
      }
      channel.close();
    } catch (IOException unusable) {
      throw new UserError("cannot write " + file + ": " + unusable.getMessage(), unusable);
    }
    throw new UserError(
        "the job whose state is in "
            + directory
            + " is running already"
            + holder(file)
            + "; stop it, or give another --data-dir");
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

  /** Leaves a name for whoever comes while the lock is held. */
  private static void sign(FileChannel channel) throws IOException {
    ProcessHandle process = ProcessHandle.current();
    String since =
        process
            .info()
            .startInstant()
            .map(start -> ", since " + start.truncatedTo(ChronoUnit.SECONDS))
            .orElse("");
    channel.truncate(0);
    int unused =
        channel.write(StandardCharsets.UTF_8.encode("process " + process.pid() + since), 0);
  }

  private static String holder(Path file) {
    try {
      String name = Files.readString(file).strip();
      return name.isEmpty() ? "" : " (" + name + ")";
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException ours) {
      return false;
    }
  }

  public Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  public Path savepoints() {
    return directory.resolve("savepoints");
  }

  /** The newest complete checkpoint or savepoint. */
  public Optional<Path> newest() {
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
