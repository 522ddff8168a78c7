package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small file system of its own for all state, which can be filled and slowed down; where this
 * machine mounts none, a plain folder, which cannot.
 */
final class ChaosDisk implements AutoCloseable {
  private static final String SIZE = "1536M";
  private static final long BLOCK = 4_096;
  private static final int LONGEST_COMMAND_SECONDS = 60;

  private final Path folder;
  private final @Nullable String refusal;

  private ChaosDisk(Path folder, @Nullable String refusal) {
    this.folder = folder;
    this.refusal = refusal;
  }

  /** Mounts a file system in a new folder, or says why it cannot. */
  static ChaosDisk mount(Path directory) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("state"));
    String image = directory.resolve("disk.image").toString();
    for (List<String> step :
        List.of(
            List.of("truncate", "-s", SIZE, image),
            List.of("mkfs.ext4", "-q", "-F", "-m", "0", image),
            List.of("mount", "-o", "loop", image, folder.toString()))) {
      String problem = run(step);
      if (problem != null) {
        return new ChaosDisk(folder, problem);
      }
    }
    return new ChaosDisk(folder, null);
  }

  /** Runs a command; returns what is wrong, null if nothing. */
  private static @Nullable String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return command.get(0) + " does not end";
      }
      return process.exitValue() == 0 ? null : command.get(0) + ": " + output;
    } catch (IOException missing) {
      return command.get(0) + " cannot be run";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return command.get(0) + " was interrupted";
    }
  }

  /** Where state goes. */
  Path folder() {
    return folder;
  }

  /** Why it can be neither filled nor slowed down; null if it can. */
  @Nullable String refusal() {
    return refusal;
  }

  /** Leaves no room. */
  void fill() throws IOException {
    long size = Files.getFileStore(folder).getUsableSpace();
    for (int part = 0; size >= BLOCK; part++) {
      String problem =
          run(List.of("fallocate", "-l", String.valueOf(size), ballast(part).toString()));
      if (problem != null) {
        Files.deleteIfExists(ballast(part));
        size /= 2;
      }
    }
  }

  private Path ballast(int part) {
    return folder.resolve("ballast-" + part);
  }

  /** Gives the room back. */
  void free() throws IOException {
    try (var files = Files.newDirectoryStream(folder, "ballast-*")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /** Holds every write back for most of each second, even if this process is gone. */
  void slow(Duration length) throws IOException {
    String script =
        String.format(
            Locale.ROOT,
            "for i in $(seq %d); do fsfreeze -f '%2$s'; sleep 0.8; fsfreeze -u '%2$s'; sleep 0.2;"
                + " done",
            Math.max(1, length.toSeconds()),
            folder);
    new ProcessBuilder("sh", "-c", script)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Override
  public void close() {
    if (refusal == null) {
      run(List.of("fsfreeze", "-u", folder.toString()));
      run(List.of("umount", "-l", folder.toString()));
    }
  }
}
