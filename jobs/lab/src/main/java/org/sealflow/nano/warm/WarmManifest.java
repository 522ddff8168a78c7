package org.sealflow.nano.warm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.schemas.digest.Sha256;
import org.sealflow.statistics.Interval;

/**
 * {@code manifest.json} of a warm-started policy: what it is, what it was made from, and how it
 * does.
 *
 * @param result what came of the warm start
 * @param provenance free texts by name: the settings, digests of tokenizer and tasks, the machine
 */
public record WarmManifest(WarmResult result, Map<String, String> provenance) {
  /** Name of the file within the model directory. */
  public static final String FILE = "manifest.json";

  private static final String WEIGHTS = "model.safetensors";

  /** Sorts the texts by their names. */
  public WarmManifest {
    provenance = new TreeMap<>(provenance);
  }

  /** Writes it into the model directory, beside the weights it names by their SHA-256. */
  public void write(Path directory) {
    try {
      Files.writeString(
          directory.resolve(FILE),
          json(Sha256.hex(Files.readAllBytes(directory.resolve(WEIGHTS)))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String json(String weightsDigest) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("weightsSha256", weightsDigest);
      json.writeNumberField("steps", result.step());
      json.writeNumberField("tokens", result.read());
      json.writeNumberField("minutes", Math.round(result.seconds() / 6) / 10.0);
      json.writeObjectFieldStart("strictSuccess");
      for (Map.Entry<String, StrictSuccesses> split :
          new TreeMap<>(result.judgements()).entrySet()) {
        json.writeObjectFieldStart(split.getKey());
        write(split.getValue(), json);
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeObjectFieldStart("provenance");
      for (Map.Entry<String, String> entry : provenance.entrySet()) {
        json.writeStringField(entry.getKey(), entry.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    return text + "\n";
  }

  private static void write(StrictSuccesses judgement, JsonGenerator json) throws IOException {
    for (Map.Entry<String, StrictSuccesses.Score> category : judgement.categories().entrySet()) {
      write(category.getKey(), category.getValue(), json);
    }
    write("all", judgement.overall(), json);
  }

  private static void write(String name, StrictSuccesses.Score score, JsonGenerator json)
      throws IOException {
    Interval interval = score.interval();
    json.writeObjectFieldStart(name);
    json.writeNumberField("successes", score.successes());
    json.writeNumberField("tasks", score.tasks());
    json.writeNumberField("low95", rounded(interval.low()));
    json.writeNumberField("high95", rounded(interval.high()));
    json.writeEndObject();
  }

  private static double rounded(double share) {
    return Math.round(share * 1e4) / 1e4;
  }
}
