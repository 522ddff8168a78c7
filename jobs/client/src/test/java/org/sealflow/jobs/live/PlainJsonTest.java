package org.sealflow.jobs.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Failure;

class PlainJsonTest {
  @Test
  void optionalValuesArePlainOrNull() throws Exception {
    JsonNode failure = read(PlainJson.line(TestingRecords.failedLine()));
    assertThat(failure.get("sourceTopic").isNull()).isTrue();
    assertThat(failure.at("/sourceFile/line").isIntegralNumber()).isTrue();
    assertThat(failure.at("/sourceFile/line").asLong()).isEqualTo(17);
    assertThat(failure.get("boundary").asText()).isEqualTo("PARSE");
    assertThat(failure.get("failedAt").asText()).isEqualTo("2026-11-21T10:15:30.123Z");
  }

  @Test
  void bytesAreBase64WhateverTheirBuffer() throws Exception {
    Failure failure = TestingRecords.failedRecord(Boundary.PARSE, "t", 0, "x", 0);
    ByteBuffer part = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2);
    failure.setOriginal(part);
    assertThat(read(PlainJson.line(failure)).get("original").asText()).isEqualTo("AQI=");
    assertThat(part.remaining()).isEqualTo(2);
  }

  @Test
  void numbersKeepTheirKindAndInfinityIsAText() throws Exception {
    AssistantStep step =
        AssistantStep.newBuilder()
            .setTurn(0)
            .setStep(0)
            .setToolCalls(List.of())
            .setPolicyVersion(9_007_199_254_740_993L)
            .setContextTokenIds(List.of(1))
            .setSampledTokenIds(List.of(1, 2))
            .setSampledLogProbs(List.of(-0.25f, Float.NEGATIVE_INFINITY))
            .build();
    JsonNode json = read(PlainJson.line(step));
    assertThat(json.get("policyVersion").asLong()).isEqualTo(9_007_199_254_740_993L);
    assertThat(json.get("undecodable").isBoolean()).isTrue();
    assertThat(json.at("/sampledLogProbs/0").asDouble()).isEqualTo(-0.25);
    assertThat(json.at("/sampledLogProbs/1").asText()).isEqualTo("-Infinity");
  }

  @Test
  void aMapIsAnObject() throws Exception {
    String line = PlainJson.line(json -> PlainJson.write(Map.of("loss", 0.5), json));
    assertThat(read(line).at("/loss").asDouble()).isEqualTo(0.5);
  }

  @Test
  void aLineIsAsciiAndOneLine() throws Exception {
    AssistantStep step =
        AssistantStep.newBuilder()
            .setTurn(0)
            .setStep(0)
            .setText("Größe\n😀\u2028")
            .setToolCalls(List.of())
            .build();
    String line = PlainJson.line(step);
    assertThat(line).matches("[ -~]*");
    assertThat(read(line).get("text").asText()).isEqualTo("Größe\n😀\u2028");
  }

  private static JsonNode read(String line) throws Exception {
    return new ObjectMapper().readTree(line);
  }
}
