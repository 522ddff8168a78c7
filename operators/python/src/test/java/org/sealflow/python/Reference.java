package org.sealflow.python;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/**
 * The reference data beside the project: {@code SEALFLOW_REFERENCE}, by default the folder {@code
 * ../shared} of the repository. Tests that need it are skipped where it is absent, unless {@code
 * SEALFLOW_REFERENCE_REQUIRED} is {@code true}.
 */
public final class Reference {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Reference() {}

  /** The folder; the calling test is skipped (or fails, where it is required) without it. */
  public static Path folder() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path folder =
        setting == null || setting.isBlank()
            ? repository().resolve("../shared").normalize()
            : Path.of(setting);
    boolean present = Files.isDirectory(folder.resolve("oracle"));
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError(
          "the reference data is required, but " + folder + " holds no oracle/ folder");
    }
    Assumptions.assumeTrue(present, "skipped: no reference data at " + folder);
    return folder;
  }

  /** The root of the repository: the nearest folder upwards that holds {@code schemas/}. */
  public static Path repository() {
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

  /** Every line of a JSON Lines file of the reference folder, gzipped or not. */
  public static void forEachRow(String file, Consumer<JsonNode> action) {
    forEachRow(folder().resolve(file), action);
  }

  /** Every line of a JSON Lines file, gzipped or not. */
  public static void forEachRow(Path file, Consumer<JsonNode> action) {
    try (BufferedReader reader = open(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        action.accept(JSON.readTree(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All rows of a file. */
  public static List<JsonNode> rows(String file) {
    List<JsonNode> rows = new ArrayList<>();
    forEachRow(file, rows::add);
    return rows;
  }

  /** The {@code micro} rows of one kind. */
  public static List<JsonNode> micro(String kind) {
    List<JsonNode> rows = new ArrayList<>();
    forEachRow(
        "oracle/micro.jsonl.gz",
        row -> {
          if (row.get("k").asText().equals(kind)) {
            rows.add(row);
          }
        });
    return rows;
  }

  private static BufferedReader open(Path file) throws IOException {
    var stream = Files.newInputStream(file);
    return new BufferedReader(
        new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(stream, 1 << 16) : stream,
            StandardCharsets.UTF_8));
  }
}
