package org.sealflow.python;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java in a process of its own, with the flags of the process of tests that starts it. */
public final class TestingJava {
  private TestingJava() {}

  /**
   * What runs Java; the words behind it can be added.
   *
   * @param memory flags of its memory
   */
  public static List<String> command(String... memory) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(memory));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-XX:"))
        .forEach(line::add);
    return line;
  }
}
