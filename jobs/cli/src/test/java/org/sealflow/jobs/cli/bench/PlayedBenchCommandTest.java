package org.sealflow.jobs.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.cli.Sealflow;

/** The benchmarks that play episodes, on command lines of no use. */
class PlayedBenchCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(List<String> arguments) {
    List<String> line = new ArrayList<>(List.of("bench"));
    line.addAll(arguments);
    return Sealflow.execute(
        line.toArray(new String[0]), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  @Test
  void anAbsentTaskDirectoryIsOneLine() {
    for (String benchmark : List.of("loop", "rollout", "inspector")) {
      err.getBuffer().setLength(0);
      assertThat(bench(List.of(benchmark, "--tasks", "no/such/folder"))).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("sealflow: no task directory no/such/folder")
          .hasLineCount(1);
    }
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aWrongCommandLineIsOneLine() {
    List<List<String>> wrong =
        List.of(
            List.of("loop", "--activations", "0"),
            List.of("loop", "--in-flight", "0"),
            List.of("loop", "--longest", "soon"),
            List.of("rollout", "--parallelism", "0"),
            List.of("rollout", "--in-flight", "1"),
            List.of("rollout", "--answer-time", "0s"),
            List.of("rollout", "--seconds", "1"),
            List.of("rollout", "--rounds", "0"));
    for (List<String> arguments : wrong) {
      err.getBuffer().setLength(0);
      assertThat(bench(arguments)).as("%s", arguments).isEqualTo(2);
      assertThat(err.toString()).as("%s", arguments).startsWith("sealflow: ").hasLineCount(1);
    }
  }
}
