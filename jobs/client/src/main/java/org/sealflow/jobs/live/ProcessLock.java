package org.sealflow.jobs.live;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.temporal.ChronoUnit;
import org.sealflow.jobs.settings.UserError;

/**
 * A right that one process has at a time, and once. It ends with the process or when it is closed.
 */
public final class ProcessLock implements AutoCloseable {
  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the right.
   *
   * @param file is locked, and names the process that has the right
   * @param what the subject of the refusal, e.g. {@code run nano-1}
   * @param advice how to go on after a refusal
   * @throws UserError if a process has it
   */
  public static ProcessLock take(Path file, String what, String advice) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        sign(channel);
        return new ProcessLock(channel);
      }
      channel.close();
    } catch (IOException unusable) {
      throw new UserError("cannot write " + file + ": " + unusable.getMessage(), unusable);
    }
    throw new UserError(what + " is running already" + holder(file) + "; " + advice);
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException ours) {
      return false;
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

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
