package org.sealflow.serve.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.serve.TestingCaller;

/** Calls as they pass by, written with ' for ". */
final class TestingCalls {
  static final Instant NOON = Instant.parse("2026-01-15T12:00:00Z");
  static final HeardCall.Span SPAN = new HeardCall.Span(NOON, NOON.plus(Duration.ofMillis(40)));

  private TestingCalls() {}

  /** A call of an episode of this name; the messages are told as words: u, a, u, … */
  static ChatCall chat(String episode, String answer, String... said) {
    return call(new CallLabels(episode, "", ""), messages(said), TestingUpstream.says(answer));
  }

  /** Users and assistants take turns. */
  static String messages(String... said) {
    List<String> messages = new ArrayList<>();
    for (String words : said) {
      String role = messages.size() % 2 == 0 ? "user" : "assistant";
      messages.add("{'role':'" + role + "','content':'" + words + "'}");
    }
    return "[" + String.join(",", messages) + "]";
  }

  static ChatCall call(CallLabels labels, String messages, String response) {
    return new ChatCall(
        labels, object("{'messages':" + messages + "}"), object(response), SPAN, 100);
  }

  static ObjectNode object(String json) {
    try {
      return (ObjectNode) TestingCaller.JSON.readTree(json.replace('\'', '"'));
    } catch (JsonProcessingException wrong) {
      throw new AssertionError(json, wrong);
    }
  }

  static HeardCall heard(String request, int status, String contentType, String answer) {
    return new HeardCall(
        CallLabels.NONE,
        bytes(request),
        new HeardCall.RawAnswer(status, contentType, "", bytes(answer)),
        SPAN);
  }

  private static ByteBuffer bytes(String json) {
    return ByteBuffer.wrap(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
