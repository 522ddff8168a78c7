package org.sealflow.review.read.otel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.review.read.Json;

/** All log records of a file by trace. */
final class OtelLogs {
  private final Map<String, List<OtelOrigin>> byTrace = new HashMap<>();

  /** Keeps a log record; one of no trace is none of a conversation. */
  void add(OtelOrigin log) {
    String trace = OtelValue.id(Json.idOf(log.member(), "traceId"), 16);
    if (trace != null) {
      byTrace.computeIfAbsent(trace, key -> new ArrayList<>()).add(log);
    }
  }

  /** The log records of a trace, in the order of the file. */
  List<OtelOrigin> of(String trace) {
    return byTrace.getOrDefault(trace, List.of());
  }
}
