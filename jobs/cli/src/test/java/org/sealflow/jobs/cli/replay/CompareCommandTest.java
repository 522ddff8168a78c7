package org.sealflow.jobs.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.report.TestingRun;

class CompareCommandTest {
  @TempDir private Path directory;

  private String run(String name, long seed) {
    return TestingRun.begun(directory, name, seed, 0.2)
        .trained(30)
        .validated(30)
        .tested()
        .ended()
        .path()
        .toString();
  }

  @Test
  void runsAreComparedInTablesAndOnAPage() {
    TestingCommandLine compare =
        TestingCommandLine.run(
            "compare", run("vanilla-s1", 1), run("seal-s1", 2), run("seal-s2", 3));
    assertThat(compare.exitCode()).as(compare.err()).isZero();
    assertThat(compare.out())
        .contains("over vanilla-s1-1", "Arms, greedy", "Test by category, greedy", "Cost")
        .contains("run.seed");
    assertThat(compare.lines())
        .anySatisfy(line -> assertThat(line).contains(" seal ").contains("|    2 |"));
    assertThat(directory.resolve("comparison").resolve("index.html")).isRegularFile();
  }

  @Test
  void programsGetJson() throws Exception {
    Path output = directory.resolve("elsewhere");
    TestingCommandLine compare =
        TestingCommandLine.run(
            "compare", run("a", 1), run("b", 2), "--json", "--output", output.toString());
    assertThat(compare.exitCode()).as(compare.err()).isZero();
    assertThat(new ObjectMapper().readTree(compare.out()).get("runs")).hasSize(2);
    assertThat(output.resolve("index.html")).isRegularFile();
  }

  @Test
  void aSingleRunIsRefusedInALine() {
    TestingCommandLine compare = TestingCommandLine.run("compare", run("a", 1));
    assertThat(compare.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(compare.err())
        .isEqualTo(
            "sealflow: found 1 run of 1 named, expected two or more, each once; `sealflow report`"
                + " shows a single one\n");
  }
}
