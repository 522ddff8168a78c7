package org.sealflow.jobs.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clock that one process sees, which can be put forward and back while it runs; without
 * libfaketime the machine's own, which cannot. Waits go on as long as before.
 */
final class ProcessClock {
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/local/lib/faketime/libfaketimeMT.so.1"));

  private final Path offset;
  private final @Nullable Path library;

  private ProcessClock(Path offset, @Nullable Path library) {
    this.offset = offset;
    this.library = library;
  }

  /**
   * A clock that goes right.
   *
   * @param offset a file that says how far it is off
   */
  static ProcessClock create(Path offset) throws IOException {
    ProcessClock clock =
        new ProcessClock(
            offset, LIBRARIES.stream().filter(Files::isReadable).findFirst().orElse(null));
    clock.step(Duration.ZERO);
    return clock;
  }

  /** Environment variables that make a process see this clock; none without the library. */
  Map<String, String> environment() {
    return library == null
        ? Map.of()
        : Map.of(
            "LD_PRELOAD", library.toString(),
            "FAKETIME_TIMESTAMP_FILE", offset.toString(),
            "FAKETIME_CACHE_DURATION", "1",
            "FAKETIME_DONT_FAKE_MONOTONIC", "1",
            "DONT_FAKE_MONOTONIC", "1",
            // Its workaround for glibc before 2.30 ends every timed wait at once on a newer one.
            "FAKETIME_FORCE_MONOTONIC_FIX", "0",
            "NO_FAKE_STAT", "1");
  }

  /** Why it cannot be put wrong; null if it can. */
  @Nullable String refusal() {
    return library == null ? "no libfaketime on this machine (`apt install libfaketime`)" : null;
  }

  /** Puts it off from the machine's clock, within a second; zero puts it right. */
  void step(Duration by) throws IOException {
    Path next = offset.resolveSibling(offset.getFileName() + ".next");
    Files.writeString(next, "%+d%n".formatted(by.toSeconds()), StandardCharsets.US_ASCII);
    Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE);
  }
}
