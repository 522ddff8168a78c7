package org.sealflow.jobs.train;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Reads how much memory a device of this machine has. */
final class DeviceMemory {
  private static final String CPU = "cpu";
  private static final long PATIENCE_SECONDS = 10;
  private static final long MEBIBYTE = 1L << 20;

  private DeviceMemory() {}

  /**
   * The memory of a device, all of it, in bytes; empty if nothing on this machine tells.
   *
   * @param device {@code cpu}, or {@code gpu0}, {@code gpu1}, …
   */
  static OptionalLong of(String device) {
    if (device.equals(CPU)) {
      return OptionalLong.of(
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
    }
    return ofCard(device.substring("gpu".length()));
  }

  private static OptionalLong ofCard(String number) {
    try {
      Process asked =
          new ProcessBuilder(
                  "nvidia-smi",
                  "--query-gpu=memory.total",
                  "--format=csv,noheader,nounits",
                  "--id=" + number)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said =
          new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      boolean ended = asked.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return ended && asked.exitValue() == 0 && said.matches("\\d{1,9}")
          ? OptionalLong.of(Long.parseLong(said) * MEBIBYTE)
          : OptionalLong.empty();
    } catch (IOException absent) {
      return OptionalLong.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return OptionalLong.empty();
    }
  }
}
