package org.sealflow.serve.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.sealflow.schemas.digest.Sha256;

/**
 * Tells conversations apart by what they say. Two messages are the same if role, text and calls
 * are: agents send answers back with fewer or more empty fields, and arguments spaced otherwise.
 */
final class MessageDigests {
  private static final ObjectMapper JSON = new ObjectMapper();

  private MessageDigests() {}

  /** The digest of each beginning of a conversation: of the first message, of two, and so on. */
  static List<String> of(JsonNode messages) {
    List<String> digests = new ArrayList<>();
    String digest = "";
    for (JsonNode message : messages) {
      digest = after(digest, message);
      digests.add(digest);
    }
    return digests;
  }

  /** The digest of a conversation that goes on by one message. */
  static String after(String digest, JsonNode message) {
    MessageDigest sha = Sha256.start();
    add(sha, digest);
    add(sha, message.path("role").asText("assistant"));
    add(sha, text(message.path("content")));
    for (JsonNode call : message.path("tool_calls")) {
      JsonNode function = call.path("function");
      add(sha, function.path("name").asText());
      add(sha, arguments(function.path("arguments")));
    }
    add(sha, message.path("tool_call_id").asText());
    return HexFormat.of().formatHex(sha.digest());
  }

  private static void add(MessageDigest sha, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    sha.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    sha.update(bytes);
  }

  /** A text may come back as a list of one part. */
  private static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.isTextual() ? content.textValue() : content.isObject() ? content + "" : "";
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode part : content) {
      text.append(part.path("text").isTextual() ? part.get("text").textValue() : part.toString());
    }
    return text.toString();
  }

  private static String arguments(JsonNode arguments) {
    if (!arguments.isTextual()) {
      return arguments.toString();
    }
    try {
      return String.valueOf(JSON.readTree(arguments.textValue()));
    } catch (JsonProcessingException asWritten) {
      return arguments.textValue();
    }
  }
}
