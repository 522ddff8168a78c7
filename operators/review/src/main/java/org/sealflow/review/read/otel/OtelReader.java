package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.read.FormatGuess;
import org.sealflow.review.read.FormatReader;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.Quoted;
import org.sealflow.review.read.RecordPlace;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;

/**
 * Reads spans and log records of OpenTelemetry's GenAI conventions. As no order is guaranteed, all
 * of a file are held until its end.
 */
public final class OtelReader implements FormatReader {
  private static final String EVALUATION = "gen_ai.evaluation.result";

  private final Path file;
  private final ReviewSettings settings;
  private final TrajectoryListener listener;
  private final Map<String, Map<String, OtelSpan>> traces = new LinkedHashMap<>();
  private final OtelEvents events = new OtelEvents();
  private final OtelLogs logs = new OtelLogs();
  private final List<OtelEvaluation> evaluations = new ArrayList<>();
  private long position;
  private boolean conventions;
  private boolean otherFamily;
  private @Nullable String kind;
  private boolean mixed;

  public OtelReader(Path file, ReviewSettings settings, TrajectoryListener listener) {
    this.file = file;
    this.settings = settings;
    this.listener = listener;
  }

  @Override
  public void read(JsonNode value, RecordPlace place) throws IOException {
    boolean spans = hasEither(value, "resourceSpans", "resource_spans");
    if (!spans && !hasEither(value, "resourceLogs", "resource_logs")) {
      listener.rejected(
          place + ": " + FormatGuess.unknown(value, "expected resourceSpans or resourceLogs"));
      return;
    }
    noteKind(spans ? "spans" : "logs", place);
    OtelOrigin origin = OtelOrigin.ofFile(value);
    for (OtelOrigin resource : origin.members("resourceSpans", "resource_spans")) {
      for (OtelOrigin scope : resource.members("scopeSpans", "scope_spans")) {
        for (OtelOrigin span : scope.members("spans", "spans")) {
          addSpan(span, place);
        }
      }
    }
    for (OtelOrigin resource : origin.members("resourceLogs", "resource_logs")) {
      for (OtelOrigin scope : resource.members("scopeLogs", "scope_logs")) {
        for (OtelOrigin event : scope.members("logRecords", "log_records")) {
          addEvent(event, place);
        }
      }
    }
  }

  private static boolean hasEither(JsonNode object, String name, String other) {
    return object.has(name) || object.has(other);
  }

  private void noteKind(String now, RecordPlace place) throws IOException {
    if (kind == null) {
      kind = now;
    } else if (!kind.equals(now) && !mixed) {
      mixed = true;
      listener.note(place + ": " + now + " in a file of " + kind + "; both are read");
    }
  }

  private void addSpan(OtelOrigin span, RecordPlace place) throws IOException {
    Map<String, JsonNode> attributes = OtelValue.attributes(span.member().path("attributes"));
    lookAt(attributes);
    OtelSpan read = span(span, attributes, place);
    if (read == null) {
      return;
    }
    Map<String, OtelSpan> trace =
        traces.computeIfAbsent(read.trace(), key -> new LinkedHashMap<>());
    if (trace.putIfAbsent(read.id(), read) != null) {
      listener.rejected(place + ": span " + read.id() + " occurs twice in its trace");
    }
  }

  /** A span or a log record; null, and rejected, if its ids are none. */
  private @Nullable OtelSpan span(
      OtelOrigin origin, Map<String, JsonNode> attributes, RecordPlace place) throws IOException {
    JsonNode span = origin.member();
    String trace = OtelValue.id(Json.idOf(span, "traceId"), 16);
    String id = OtelValue.id(Json.idOf(span, "spanId"), 8);
    if (trace == null || id == null) {
      listener.rejected(
          place
              + ": "
              + (trace == null
                  ? "traceId " + Quoted.of(span.path("traceId")) + ", expected 32 hex digits"
                  : "spanId " + Quoted.of(span.path("spanId")) + ", expected 16 hex digits"));
      return null;
    }
    String parent = OtelValue.id(Json.idOf(span, "parentSpanId"), 8);
    return new OtelSpan(trace, id, parent, position++, place, attributes, origin);
  }

  private void lookAt(Map<String, JsonNode> attributes) {
    for (String name : attributes.keySet()) {
      conventions |= name.startsWith("gen_ai.");
      otherFamily |= name.startsWith("openinference.");
    }
  }

  private void addEvent(OtelOrigin origin, RecordPlace place) throws IOException {
    JsonNode event = origin.member();
    Map<String, JsonNode> attributes = OtelValue.attributes(event.path("attributes"));
    lookAt(attributes);
    String own = Json.idOf(event, "eventName");
    JsonNode named = attributes.get("event.name");
    String name = own.isEmpty() && named != null ? named.asText() : own;
    if (!name.startsWith("gen_ai.")) {
      logs.add(origin);
      return;
    }
    conventions = true;
    OtelSpan of = span(origin, attributes, place);
    if (of == null) {
      return;
    }
    logs.add(origin);
    if (name.equals(EVALUATION)) {
      evaluations.add(OtelEvaluation.of(of));
    } else {
      events.add(name, of, OtelValue.plain(event.path("body")));
    }
  }

  @Override
  public void end() throws IOException {
    if (!conventions) {
      listener.refused(
          file
              + ": no gen_ai. attribute in the file"
              + (otherFamily ? "; its spans are of openinference, which is not read" : ""));
      return;
    }
    for (OtelSpan span : events.spans()) {
      traces
          .computeIfAbsent(span.trace(), key -> new LinkedHashMap<>())
          .merge(span.id(), span, OtelEvents::joined);
    }
    for (Map.Entry<String, Map<String, OtelSpan>> trace : traces.entrySet()) {
      new OtelTrace(trace.getValue(), evaluations, logs.of(trace.getKey()), settings)
          .read(listener);
    }
  }
}
