package org.sealflow.jobs.cli.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.cli.Sealflow;

/** The command line of a server in a process of its own. */
final class TestingServe {
  private TestingServe() {}

  /**
   * What runs {@code sealflow serve}; more words can be added.
   *
   * @param words behind {@code serve}
   */
  static List<String> command(String... words) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                // It serves for seconds, in which the second compiler saves nothing.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Sealflow.class.getName(),
                "serve"));
    line.addAll(List.of(words));
    return line;
  }
}
