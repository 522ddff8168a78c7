package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The formats of trajectories that are read. */
public enum TrajectoryFormat {
  /** Messages of OpenAI's Chat Completions. */
  CHAT,
  /** Items of OpenAI's Responses. */
  RESPONSES,
  /** Documents of the Agent Trajectory Interchange Format. */
  ATIF,
  /** Traces and episodes of the verifiers library. */
  VERIFIERS,
  /** Spans of OpenTelemetry's GenAI conventions, as OTLP JSON. */
  OTEL,
  /** Dumps of SEAL and verl: prompt and answer as text. */
  SEAL;

  /** The format of a record as it was read; null if it is none of these. */
  public static @Nullable TrajectoryFormat of(JsonNode original) {
    return FormatGuess.of(original);
  }

  /** The name as the command line takes it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All names, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(TrajectoryFormat::label).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return label();
  }
}
