package org.sealflow.jobs.kafka;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The right to host the broker of a directory: one process has it at a time, and loses it when it
 * ends, however it ends.
 */
final class HostingLock implements AutoCloseable {
  private static final String FILE = "broker.lock";
  private static final int ATTEMPTS = 5;
  private static final long PAUSE_MILLIS = 20;

  // Closing any channel of a file drops every lock the process has on it, so a process must not
  // open the file again while it holds the lock.
  private static final Set<Path> HELD_HERE = new HashSet<>();

  private final Path file;
  private final FileChannel channel;

  private HostingLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * The lock of an existing directory; empty if somebody has it.
   *
   * @throws IOException if the directory cannot be written
   */
  static Optional<HostingLock> tryAcquire(Path directory) throws IOException {
    // Who only asks whether the lock is held has it for a moment, so one refusal says nothing.
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      Optional<HostingLock> lock = tryOnce(directory);
      if (lock.isPresent()) {
        return lock;
      }
      Pause.millis(PAUSE_MILLIS);
    }
    return tryOnce(directory);
  }

  private static synchronized Optional<HostingLock> tryOnce(Path directory) throws IOException {
    Path file = directory.toRealPath().resolve(FILE);
    if (HELD_HERE.contains(file)) {
      return Optional.empty();
    }
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      return Optional.empty();
    }
    HELD_HERE.add(file);
    return Optional.of(new HostingLock(file, channel));
  }

  /**
   * Whether somebody, this process included, has the lock of the directory.
   *
   * @throws IOException if the lock file cannot be read
   */
  static synchronized boolean isHeld(Path directory) throws IOException {
    if (!Files.exists(directory.resolve(FILE))) {
      return false;
    }
    Path file = directory.toRealPath().resolve(FILE);
    if (HELD_HERE.contains(file)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.tryLock(0, Long.MAX_VALUE, true) == null;
    }
  }

  /** Gives the right up. */
  @Override
  public void close() throws IOException {
    synchronized (HostingLock.class) {
      channel.close();
      HELD_HERE.remove(file);
    }
  }
}
