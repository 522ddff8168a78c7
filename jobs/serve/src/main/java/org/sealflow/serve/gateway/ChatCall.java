package org.sealflow.serve.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * One call of a chat: the whole conversation so far, and its answer.
 *
 * @param request as the agent sent it, with a list of messages
 * @param response as the server answered, put together if it was streamed; has choices or an error
 * @param size memory it takes, bytes, roughly
 */
public record ChatCall(
    CallLabels labels, ObjectNode request, ObjectNode response, HeardCall.Span span, long size) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GZIP = "gzip";
  private static final int BAD = 400;

  /**
   * Reads a call.
   *
   * @param mostBytes longest answer once it is decompressed
   * @throws UnreadableCallException if it is no chat: one line
   */
  static ChatCall of(HeardCall heard, int mostBytes) throws UnreadableCallException {
    ObjectNode request = object(text(heard.request()), "request");
    if (!request.path("messages").isArray()) {
      throw new UnreadableCallException("the request has no list of messages");
    }
    for (JsonNode message : request.path("messages")) {
      if (!message.isObject()) {
        throw new UnreadableCallException("a message of the request is no object");
      }
    }
    return new ChatCall(
        heard.labels(), request, response(heard.answer(), mostBytes), heard.span(), heard.size());
  }

  private static ObjectNode response(HeardCall.RawAnswer answer, int mostBytes)
      throws UnreadableCallException {
    String body = text(decompressed(answer, mostBytes));
    if (answer.status() >= BAD) {
      return error(answer.status(), body);
    }
    ObjectNode response =
        answer.contentType().toLowerCase(Locale.ROOT).startsWith("text/event-stream")
            ? StreamedAnswer.of(body, JSON)
            : object(body, "answer");
    if (!response.path("error").isObject() && !response.path("choices").isArray()) {
      throw new UnreadableCallException("the answer has no choices");
    }
    return response;
  }

  /** Also of servers that put something else than JSON into their errors. */
  private static ObjectNode error(int status, String body) {
    try {
      if (JSON.readTree(body) instanceof ObjectNode told && told.path("error").isObject()) {
        return told;
      }
    } catch (JsonProcessingException other) {
      // Told by the status alone.
    }
    ObjectNode error = JSON.createObjectNode();
    error.putObject("error").put("message", "status " + status).put("code", status);
    return error;
  }

  private static ByteBuffer decompressed(HeardCall.RawAnswer answer, int mostBytes)
      throws UnreadableCallException {
    String encoding = answer.contentEncoding().toLowerCase(Locale.ROOT);
    if (encoding.isEmpty() || encoding.equals("identity")) {
      return answer.body();
    }
    if (!encoding.equals(GZIP)) {
      throw new UnreadableCallException("the answer is encoded as " + encoding);
    }
    try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(answer.body().array()))) {
      byte[] bytes = plain.readNBytes(mostBytes);
      if (plain.read() >= 0) {
        throw new UnreadableCallException("the answer has more than " + mostBytes + " bytes");
      }
      return ByteBuffer.wrap(bytes);
    } catch (IOException broken) {
      throw new UnreadableCallException("the answer is no gzip");
    }
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }

  private static ObjectNode object(String text, String what) throws UnreadableCallException {
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException broken) {
      throw new UnreadableCallException("the " + what + " is no JSON");
    }
    throw new UnreadableCallException("the " + what + " is no JSON object");
  }

  /** The messages that the answer continues. */
  ArrayNode messages() {
    return request.withArray("messages");
  }

  /** The choices that are messages; none if the call failed. */
  List<ObjectNode> choices() {
    return StreamSupport.stream(response.path("choices").spliterator(), false)
        .filter(choice -> choice.path("message").isObject())
        .map(ObjectNode.class::cast)
        .toList();
  }

  /** A choice; null if there is none of that number. */
  @Nullable ObjectNode choice(int number) {
    List<ObjectNode> choices = choices();
    return number < choices.size() ? choices.get(number) : null;
  }
}
