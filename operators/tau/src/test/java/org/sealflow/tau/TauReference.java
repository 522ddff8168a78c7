package org.sealflow.tau;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.sealflow.tau.python.JsonValues;

/**
 * The reference data beside the project: {@code SEALFLOW_REFERENCE}, by default the folder {@code
 * ../shared} of the repository. Tests that need it are skipped where it is absent, unless {@code
 * SEALFLOW_REFERENCE_REQUIRED} is {@code true}.
 */
public final class TauReference {
  private TauReference() {}

  /** The benchmark's data; the calling test is skipped (or fails, where required) without them. */
  public static Benchmark benchmark() {
    return new Benchmark(folder().resolve("tau2"));
  }

  /** The example files of trajectory formats. */
  public static Path formats() {
    Path formats = folder().resolve("formats");
    Assumptions.assumeTrue(Files.isDirectory(formats), "skipped: no example files at " + formats);
    return formats;
  }

  /** The rows of a recorded file. */
  public static List<JsonNode> recordings(String file) {
    List<JsonNode> rows = new ArrayList<>();
    Path path = folder().resolve("oracle").resolve("tau2").resolve(file);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        rows.add(JsonValues.mapper().readTree(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  static Path folder() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path folder =
        setting == null || setting.isBlank()
            ? repository().resolve("../shared").normalize()
            : Path.of(setting);
    boolean present =
        Files.isDirectory(folder.resolve("tau2"))
            && Files.isDirectory(folder.resolve("oracle").resolve("tau2"));
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError(
          "the reference data is required, but " + folder + " holds no tau2/ and oracle/tau2/");
    }
    Assumptions.assumeTrue(present, "skipped: no tau2 reference data at " + folder);
    return folder;
  }

  private static Path repository() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("schemas"))
        || !Files.isDirectory(at.resolve("operators"))) {
      at = at.getParent();
      if (at == null) {
        throw new IllegalStateException(
            "not inside the repository: " + Path.of("").toAbsolutePath());
      }
    }
    return at;
  }
}
