package org.sealflow.jobs.cli.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.ReplayOutcome;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TurnDiagnosis;

/**
 * Writes outcomes as JSON Lines, one line per input record. The file appears under its name when it
 * is complete.
 */
final class OutcomeWriter implements AutoCloseable {
  private final @Nullable Path file;
  private final @Nullable BufferedWriter lines;
  private final boolean reference;
  private boolean complete;

  private OutcomeWriter(@Nullable Path file, @Nullable BufferedWriter lines, boolean reference) {
    this.file = file;
    this.lines = lines;
    this.reference = reference;
  }

  /** Opens a file, or nothing where there is none. */
  static OutcomeWriter open(@Nullable Path file, boolean reference) {
    if (file == null) {
      return new OutcomeWriter(null, null, reference);
    }
    try {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      return new OutcomeWriter(
          file, Files.newBufferedWriter(part(file), StandardCharsets.UTF_8), reference);
    } catch (IOException notWritable) {
      throw new UserError(
          "cannot write " + file + " (" + notWritable + "); give another --output", notWritable);
    }
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  void write(ReplayOutcome outcome) throws IOException {
    if (lines == null) {
      return;
    }
    String row = outcome.referenceRow();
    Failure failure = outcome.failure();
    if (reference) {
      if (row != null) {
        lines.write(row);
        lines.newLine();
      }
    } else {
      lines.write(failure == null ? diagnosis(outcome.diagnoses()) : failure(failure));
      lines.newLine();
    }
  }

  private static String diagnosis(List<Diagnosis> diagnoses) {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          for (Diagnosis diagnosis : diagnoses) {
            EpisodeDiagnosis episode = diagnosis.getEpisodeDiagnosis();
            if (episode != null) {
              episode(episode, json);
            }
          }
          json.writeArrayFieldStart("turnDiagnoses");
          for (Diagnosis diagnosis : diagnoses) {
            TurnDiagnosis turn = diagnosis.getTurnDiagnosis();
            if (turn != null) {
              PlainJson.write(turn, json);
            }
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** The fields of the episode, its own id first. */
  private static void episode(EpisodeDiagnosis episode, JsonGenerator json) throws IOException {
    RecordedSource source = episode.getSource();
    json.writeStringField("id", source == null ? "" : source.getRecordId());
    for (Schema.Field field : episode.getSchema().getFields()) {
      json.writeFieldName(field.name());
      PlainJson.write(episode.get(field.pos()), json);
    }
  }

  private static String failure(Failure failure) {
    RecordedSource source = failure.getSourceFile();
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeStringField("id", source == null ? "" : source.getRecordId());
          json.writeObjectFieldStart("failure");
          json.writeStringField("boundary", failure.getBoundary().name());
          json.writeStringField("reason", failure.getReason());
          json.writeStringField("remedy", failure.getRemedy());
          json.writeEndObject();
          if (source != null) {
            json.writeFieldName("source");
            PlainJson.write(source, json);
          }
          json.writeEndObject();
        });
  }

  /** Everything was written. */
  void complete() {
    complete = true;
  }

  @Override
  public void close() throws IOException {
    if (lines == null || file == null) {
      return;
    }
    lines.close();
    if (complete) {
      Files.move(part(file), file, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.deleteIfExists(part(file));
    }
  }
}
