package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.Samples;

/** Runs {@code sealflow replay} on a file. */
final class Replays {
  private Replays() {}

  static Console replay(Path file, String format, String... more) {
    return replay(file, format, Samples.tasks(), more);
  }

  static Console replay(Path file, String format, Path tasks, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("replay", file.toString(), "--format", format, "--tasks", tasks.toString()));
    arguments.addAll(Arrays.asList(more));
    return Console.run(arguments.toArray(String[]::new));
  }

  static void assertOneLine(Console console, int exitCode, String... parts) {
    assertThat(console.exitCode()).as(console.err()).isEqualTo(exitCode);
    assertThat(console.errorLines()).hasSize(1);
    assertThat(console.err())
        .startsWith("sealflow: ")
        .contains(parts)
        .doesNotContain("Exception")
        .doesNotContain("not an expected failure");
  }
}
