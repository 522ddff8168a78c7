package org.sealflow.jobs.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The machine the figures were measured on.
 *
 * @param processor the processor's name, or its architecture where the system does not tell
 * @param processors how many of them this process may use
 * @param memoryBytes memory of the machine
 * @param heapBytes the most this process takes for its heap
 * @param java the virtual machine and its version
 * @param system the operating system and its version
 */
public record Machine(
    String processor,
    int processors,
    long memoryBytes,
    long heapBytes,
    String java,
    String system) {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  /** The machine this runs on. */
  public static Machine here() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(
        processorName(system.getArch()),
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        Runtime.getRuntime().maxMemory(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        system.getName() + " " + system.getVersion());
  }

  private static String processorName(String architecture) {
    try {
      List<String> lines = Files.readAllLines(PROCESSORS, StandardCharsets.UTF_8);
      return lines.stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(architecture);
    } catch (IOException notToldHere) {
      return architecture;
    }
  }
}
