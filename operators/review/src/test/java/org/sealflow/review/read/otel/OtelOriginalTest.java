package org.sealflow.review.read.otel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.file.ExampleFiles;
import org.sealflow.review.read.file.TestingListener;

/** Everything that spans carry outlives their reading. */
final class OtelOriginalTest {
  private static final String TRACE = "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1";

  private static String span(String id, String parent, String operation, String more) {
    return "{\"traceId\":\""
        + TRACE
        + "\",\"spanId\":\""
        + id
        + "\",\"parentSpanId\":\""
        + parent
        + "\",\"name\":\"x\",\"kind\":1,\"startTimeUnixNano\":\"1766000000000000001\","
        + "\"endTimeUnixNano\":\"1766000000000000002\",\"attributes\":[{\"key\":"
        + "\"gen_ai.operation.name\",\"value\":{\"stringValue\":\""
        + operation
        + "\"}}]"
        + more
        + "}";
  }

  private static String chat(String id, String parent) {
    return span(
        id,
        parent,
        "chat",
        ",\"events\":[{\"timeUnixNano\":\"9\",\"name\":\"e\",\"own\":1}],\"links\":[],\"flags\":3");
  }

  private static String line(String resource, String scope, String... spans) {
    return "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":"
        + "{\"stringValue\":\""
        + resource
        + "\"}}],\"droppedAttributesCount\":2},\"schemaUrl\":\"https://example.org/1\","
        + "\"mine\":{\"a\":null},\"scopeSpans\":[{\"scope\":{\"name\":\""
        + scope
        + "\",\"version\":\"7\",\"attributes\":[]},\"schemaUrl\":\"https://example.org/2\","
        + "\"ours\":1.0,\"spans\":["
        + String.join(",", spans)
        + "]}]}],\"exporter\":{\"version\":9007199254740993}}";
  }

  private static List<RecordedTrajectory> read(Path file, String... lines) throws IOException {
    Files.write(file, List.of(lines));
    TestingListener read = TestingListener.read(file, ReviewSettings.DEFAULT);
    assertThat(read.rejected).isEmpty();
    return read.trajectories;
  }

  private static JsonNode json(String text) {
    return Objects.requireNonNull(Json.parse(text));
  }

  @Test
  void resourcesScopesAndUnknownKeysSurvive(@TempDir Path directory) throws IOException {
    String line =
        line(
            "desk",
            "tracer",
            span("b000000000000001", "", "invoke_agent", ""),
            chat("b000000000000002", "b000000000000001"));
    assertThat(read(directory.resolve("f.jsonl"), line).get(0).original()).isEqualTo(json(line));
  }

  @Test
  void aRecordOfSeveralLinesIsTheListOfThem(@TempDir Path directory) throws IOException {
    String first = line("desk", "tracer", chat("b000000000000002", "b000000000000001"));
    String second =
        line(
            "other",
            "agents",
            span("b000000000000001", "", "invoke_agent", ",\"status\":{\"code\":1,\"m\":2}"));
    List<RecordedTrajectory> records = read(directory.resolve("f.jsonl"), first, second);
    assertThat(records).hasSize(1);
    assertThat(records.get(0).original()).isEqualTo(json("[" + first + "," + second + "]"));
  }

  @Test
  void opaqueSpansAndLogRecordsOfTheTraceSurvive(@TempDir Path directory) throws IOException {
    String spans =
        line(
            "desk",
            "tracer",
            span("b000000000000007", "", "embeddings", ""),
            chat("b000000000000002", "b000000000000007"));
    String logs =
        "{\"resourceLogs\":[{\"resource\":{},\"scopeLogs\":[{\"scope\":{\"name\":\"s\"},"
            + "\"logRecords\":[{\"eventName\":\"app.note\",\"traceId\":\""
            + TRACE
            + "\",\"spanId\":\"b000000000000002\",\"body\":{\"stringValue\":\"hello\"}},"
            + "{\"eventName\":\"gen_ai.evaluation.result\",\"traceId\":\""
            + TRACE
            + "\",\"spanId\":\"b000000000000002\",\"attributes\":[],\"extra\":1}]}]}]}";
    assertThat(read(directory.resolve("f.jsonl"), spans, logs).get(0).original())
        .isEqualTo(json("[" + spans + "," + logs + "]"));
  }

  @Test
  void eachAgentKeepsItsOwnSpansUnderTheSameResource(@TempDir Path directory) throws IOException {
    String outer =
        span("b000000000000001", "", "invoke_agent", "")
            + ","
            + chat("b000000000000002", "b000000000000001");
    String inner =
        span("b000000000000003", "b000000000000002", "invoke_agent", "")
            + ","
            + chat("b000000000000004", "b000000000000003");
    List<RecordedTrajectory> records =
        read(directory.resolve("f.jsonl"), line("desk", "tracer", outer, inner));
    assertThat(records)
        .extracting(RecordedTrajectory::original)
        .containsExactly(json(line("desk", "tracer", outer)), json(line("desk", "tracer", inner)));
  }

  @Test
  void messagesInEventsAllSurvive() {
    TestingListener read =
        TestingListener.read(
            ExampleFiles.folder().resolve("otel/old-events.jsonl"), ReviewSettings.DEFAULT);
    JsonNode original = read.trajectories.get(0).original();
    assertThat(original.at("/resourceLogs/0/scopeLogs/0/logRecords").size()).isGreaterThan(1);
  }

  @Test
  void everySpanOfAnExampleSurvivesWithItsWrappers() throws IOException {
    Path file = ExampleFiles.folder().resolve("otel/single-object.json");
    TestingListener read = TestingListener.read(file, ReviewSettings.DEFAULT);
    assertThat(read.trajectories).hasSize(1);
    assertThat(read.trajectories.get(0).original()).isEqualTo(json(Files.readString(file)));
  }
}
