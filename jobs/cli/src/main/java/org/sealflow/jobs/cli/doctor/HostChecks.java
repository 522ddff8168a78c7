package org.sealflow.jobs.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** The doctor's look at this computer. */
final class HostChecks {
  private static final int OLDEST_JAVA = 17;
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final long LITTLE_HEAP = 512 * MIB;
  private static final long LITTLE_DISK = 5 * GIB;
  private static final long NO_DISK = GIB;

  /** Newer clients lack a method that the exactly-once sinks of Flink's Kafka connector call. */
  private static final String CLIENTS = "4.2.";

  private static final Map<String, String> LIBRARIES = libraries();

  private HostChecks() {}

  private static Map<String, String> libraries() {
    Map<String, String> libraries = new LinkedHashMap<>();
    libraries.put("Flink", "org.apache.flink.streaming.api.environment.StreamExecutionEnvironment");
    libraries.put("Flink's client", "org.apache.flink.client.program.PackagedProgram");
    libraries.put("Kafka connector", "org.apache.flink.connector.kafka.source.KafkaSource");
    libraries.put("Avro", "org.apache.avro.specific.SpecificRecordBase");
    libraries.put("embedded broker", "kafka.server.KafkaRaftServer");
    return libraries;
  }

  static List<MachineCheck> all(Path dataDirectory) {
    return List.of(
        java(Runtime.version().feature()),
        memory(Runtime.getRuntime().maxMemory()),
        disk(dataDirectory),
        inPlace(),
        clients(AppInfoParser.getVersion()));
  }

  static MachineCheck java(int version) {
    return version >= OLDEST_JAVA
        ? MachineCheck.ok("java", "Java " + version)
        : MachineCheck.fail("java", "Java " + version, "install JDK " + OLDEST_JAVA + " or newer");
  }

  static MachineCheck memory(long heapBytes) {
    String found = "heap of at most " + size(heapBytes);
    return heapBytes >= LITTLE_HEAP
        ? MachineCheck.ok("memory", found)
        : MachineCheck.warn(
            "memory",
            found,
            "give a live job " + size(LITTLE_HEAP) + " or more: SEALFLOW_JAVA_OPTIONS=-Xmx1g");
  }

  /** The disk of the data directory, which need not exist yet. */
  static MachineCheck disk(Path dataDirectory) {
    Path existing = existing(dataDirectory);
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return MachineCheck.fail(
          "disk",
          existing + " is no directory that can be written",
          "give another --data-dir, or change its owner");
    }
    try {
      return disk(dataDirectory, Files.getFileStore(existing).getUsableSpace());
    } catch (IOException e) {
      return MachineCheck.fail(
          "disk", "cannot read " + existing + ": " + e, "give another --data-dir");
    }
  }

  /** The path, or the first above it that exists. */
  static Path existing(Path path) {
    Path existing = path.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }

  static MachineCheck disk(Path dataDirectory, long freeBytes) {
    String found = size(freeBytes) + " free for " + dataDirectory;
    if (freeBytes < NO_DISK) {
      return MachineCheck.fail("disk", found, "make room: a broker without disk gives up");
    }
    return freeBytes < LITTLE_DISK
        ? MachineCheck.warn(
            "disk", found, "make room before long runs: " + size(LITTLE_DISK) + " or more")
        : MachineCheck.ok("disk", found);
  }

  private static MachineCheck inPlace() {
    List<String> missing = new ArrayList<>();
    LIBRARIES.forEach(
        (name, className) -> {
          if (!isPresent(className)) {
            missing.add(name);
          }
        });
    return missing.isEmpty()
        ? MachineCheck.ok("libraries", String.join(", ", LIBRARIES.keySet()))
        : MachineCheck.fail(
            "libraries",
            "missing: " + String.join(", ", missing),
            "build again: mvn -pl jobs -am package");
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className, false, HostChecks.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError missing) {
      return false;
    }
  }

  static MachineCheck clients(String version) {
    return version.startsWith(CLIENTS)
        ? MachineCheck.ok("kafka clients", version)
        : MachineCheck.fail(
            "kafka clients",
            version + ", with which exactly-once sinks fail",
            "put kafka-clients " + CLIENTS + "x on the class path");
  }

  /** Bytes for people. */
  static String size(long bytes) {
    return bytes >= GIB
        ? String.format(Locale.ROOT, "%.1f GiB", (double) bytes / GIB)
        : bytes / MIB + " MiB";
  }
}
