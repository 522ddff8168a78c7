package org.sealflow.review.read.otel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.file.TestingListener;

/** Lines of spans and log records of one trace; texts are JSON with single quotes. */
final class TestingTraces {
  static final String USER = "{'role':'user','parts':[{'type':'text','content':'Go.'}]}";

  private TestingTraces() {}

  private static JsonNode json(String text) {
    return Objects.requireNonNull(Json.parse(text.replace('\'', '"')));
  }

  /** A message of the model with one call. */
  static String call(String id) {
    return "{'role':'assistant','parts':[{'type':'tool_call','id':'"
        + id
        + "','name':'f','arguments':{}}]}";
  }

  /** A span whose number is its id and its time. */
  static String span(int number, int parent, Map<String, String> attributes) {
    ObjectNode span = (ObjectNode) json("{'traceId':'" + "a1".repeat(16) + "'}");
    span.put("spanId", String.format("%016d", number));
    span.put("parentSpanId", parent == 0 ? "" : String.format("%016d", parent));
    span.put("startTimeUnixNano", String.valueOf(number));
    ArrayNode list = span.putArray("attributes");
    attributes.forEach(
        (name, text) ->
            list.addObject()
                .put("key", name)
                .putObject("value")
                .put("stringValue", text.replace('\'', '"')));
    return "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + span + "]}]}]}";
  }

  /** A log record with a message. */
  static String event(int span, String name, String times, String body) {
    ObjectNode event = (ObjectNode) json("{'traceId':'" + "a1".repeat(16) + "'," + times + "}");
    event.put("spanId", String.format("%016d", span)).put("eventName", "gen_ai." + name);
    ArrayNode fields = event.putObject("body").putObject("kvlistValue").putArray("values");
    json(body)
        .properties()
        .forEach(
            field -> fields.addObject().put("key", field.getKey()).set("value", field.getValue()));
    return "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[" + event + "]}]}]}";
  }

  static List<RecordedTrajectory> read(Path directory, String... lines) throws IOException {
    Path file = Files.write(directory.resolve("trace.jsonl"), Arrays.asList(lines));
    TestingListener read = TestingListener.read(file, ReviewSettings.DEFAULT);
    assertThat(read.rejected).isEmpty();
    return read.trajectories;
  }
}
