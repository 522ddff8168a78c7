package org.sealflow.jobs.cli.serve;

import java.util.List;
import org.sealflow.jobs.cli.Sealflow;
import org.sealflow.python.TestingJava;

/** The command line of a server in a process of its own. */
final class TestingServe {
  private TestingServe() {}

  /**
   * What runs {@code sealflow serve}; more words can be added.
   *
   * @param words behind {@code serve}
   */
  static List<String> command(String... words) {
    List<String> line = TestingJava.command("-Xmx256m");
    line.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Sealflow.class.getName(), "serve"));
    line.addAll(List.of(words));
    return line;
  }
}
