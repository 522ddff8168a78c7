package org.sealflow.review.read.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.read.ChatReader;
import org.sealflow.review.read.FormatGuess;
import org.sealflow.review.read.FormatReader;
import org.sealflow.review.read.RecordPlace;
import org.sealflow.review.read.ResponsesReader;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.SealReader;
import org.sealflow.review.read.TrajectoryFormat;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.VerifiersReader;
import org.sealflow.review.read.atif.AtifReader;
import org.sealflow.review.read.otel.OtelReader;

/** Reads a file of recorded trajectories. Its format is recognised by its first JSON value. */
public final class TrajectoryFile implements JsonFile.Values {
  private final Path file;
  private final ReviewSettings settings;
  private final TrajectoryListener listener;
  private @Nullable TrajectoryFormat format;
  private @Nullable FormatReader reader;
  private boolean refused;
  private boolean anything;

  private TrajectoryFile(Path file, ReviewSettings settings, TrajectoryListener listener) {
    this.file = file;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Reads a file to its end. Whatever it holds is told to the listener.
   *
   * @throws IOException if the file cannot be read, or the listener fails
   */
  public static void read(Path file, ReviewSettings settings, TrajectoryListener listener)
      throws IOException {
    TrajectoryFile reading = new TrajectoryFile(file, settings, listener);
    JsonFile.read(file, reading);
    if (reading.reader != null) {
      reading.reader.end();
    } else if (!reading.anything) {
      listener.refused(file + ": the file holds no JSON value");
    }
  }

  @Override
  public void value(JsonNode value, RecordPlace place) throws IOException {
    anything = true;
    if (refused) {
      return;
    }
    if (reader == null) {
      reader = open(value, place);
    }
    if (reader != null) {
      reader.read(value, place);
    }
  }

  private @Nullable FormatReader open(JsonNode first, RecordPlace place) throws IOException {
    format = settings.format() == null ? FormatGuess.of(first) : settings.format();
    if (format == null) {
      refused = true;
      listener.refused(
          place
              + ": "
              + FormatGuess.unknown(
                  first,
                  "formats known: "
                      + TrajectoryFormat.labels()
                      + "; name one with --format if it is one of them"));
      return null;
    }
    return switch (format) {
      case CHAT -> new ChatReader(settings, listener);
      case RESPONSES -> new ResponsesReader(settings, listener);
      case ATIF -> new AtifReader(settings, listener);
      case VERIFIERS -> new VerifiersReader(settings, listener);
      case OTEL -> new OtelReader(file, settings, listener);
      case SEAL -> new SealReader(settings, listener);
    };
  }

  @Override
  public void broken(RecordPlace place, String problem) throws IOException {
    anything = true;
    if (!refused) {
      listener.rejected(place + ": " + problem);
    }
  }

  @Override
  public void lost(RecordPlace place, String problem) throws IOException {
    anything = true;
    listener.refused(place + ": " + problem);
  }
}
