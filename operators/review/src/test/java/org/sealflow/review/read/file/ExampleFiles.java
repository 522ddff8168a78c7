package org.sealflow.review.read.file;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The example trajectories beside the project: {@code SEALFLOW_REFERENCE}, by default the folder
 * {@code ../shared} of the repository. Tests that need them are skipped where they are absent,
 * unless {@code SEALFLOW_REFERENCE_REQUIRED} is {@code true}.
 */
public final class ExampleFiles {
  private ExampleFiles() {}

  public static Path folder() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path folder =
        (setting == null || setting.isBlank()
                ? repository().resolve("../shared").normalize()
                : Path.of(setting))
            .resolve("formats");
    boolean present = Files.isDirectory(folder);
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError("the example trajectories are required, but there is no " + folder);
    }
    Assumptions.assumeTrue(present, "skipped: no example trajectories at " + folder);
    return folder;
  }

  private static Path repository() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve("schemas"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IllegalStateException("not inside the repository: " + Path.of("").toAbsolutePath());
    }
    return at;
  }
}
