package org.sealflow.review.read.atif;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.Quoted;
import org.sealflow.review.read.RecordPlace;
import org.sealflow.review.read.RecordProblems;

/** Checks the values, content parts and results of an ATIF document. */
final class AtifContent {
  private static final Set<String> RESULT =
      Set.of("source_call_id", "content", "subagent_trajectory_ref", "extra");
  private static final Set<String> REFERENCE =
      Set.of("trajectory_id", "trajectory_path", "session_id", "extra");
  private static final Set<String> PART = Set.of("type", "text", "source");
  private static final Set<String> SOURCE = Set.of("media_type", "path", "duration_sec");
  private static final Set<String> IMAGES =
      Set.of("image/jpeg", "image/png", "image/gif", "image/webp");
  private static final Set<String> AUDIO =
      Set.of(
          "audio/wav",
          "audio/mpeg",
          "audio/mp4",
          "audio/aac",
          "audio/ogg",
          "audio/flac",
          "audio/webm",
          "audio/aiff",
          "audio/mp3",
          "audio/mpga",
          "audio/x-mpeg",
          "audio/x-wav",
          "audio/wave",
          "audio/vnd.wave",
          "audio/x-m4a",
          "audio/m4a",
          "audio/x-aac",
          "audio/x-flac",
          "audio/x-aiff");

  private final RecordPlace document;
  private final RecordProblems problems;

  AtifContent(RecordPlace document, RecordProblems problems) {
    this.document = document;
    this.problems = problems;
  }

  /** Notes fields that the format does not have. */
  void known(String place, JsonNode object, Set<String> fields) {
    object
        .fieldNames()
        .forEachRemaining(
            field -> {
              if (!fields.contains(field)) {
                problems.note(
                    place.isEmpty() ? field : place + "." + field, "is not a field of ATIF");
              }
            });
  }

  /** Rejects what is not text. */
  void text(String place, JsonNode value) {
    if (!value.isTextual()) {
      problems.reject(
          place, value.isMissingNode() ? "is missing" : Quoted.of(value) + ", expected text");
    }
  }

  /** Whether a value is a list; what is present and none is rejected. */
  boolean list(String place, JsonNode value) {
    if (!value.isArray() && !isAbsent(value)) {
      problems.reject(place, Quoted.of(value) + ", expected an array");
    }
    return value.isArray();
  }

  /** Rejects what is present and no integer from 0 on, as a number or as text. */
  void count(String place, JsonNode value) {
    if (!value.isMissingNode() && !value.isNull() && !value.asText().matches("\\d{1,18}")) {
      problems.reject(place, Quoted.of(value) + ", expected an integer from 0 on");
    }
  }

  /** Checks a message's or a result's content: text or parts. */
  void content(String place, JsonNode content, boolean required) {
    if (content.isArray()) {
      for (int at = 0; at < content.size(); at++) {
        part(place + "[" + at + "]", content.get(at));
      }
    } else if (!content.isTextual() && (required || !isAbsent(content))) {
      problems.reject(
          place,
          content.isMissingNode() ? "is missing" : Quoted.of(content) + ", expected text or parts");
    }
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private void part(String place, JsonNode part) {
    known(place, part, PART);
    switch (Json.idOf(part, "type")) {
      case "text" -> {
        text(place + ".text", part.path("text"));
        if (part.hasNonNull("source")) {
          problems.reject(place + ".source", "does not belong to a text part");
        }
      }
      case "image" -> media(place, part, IMAGES);
      case "audio" -> media(place, part, AUDIO);
      default ->
          problems.reject(
              place + ".type", Quoted.of(part.path("type")) + ", expected text, image or audio");
    }
  }

  private void media(String place, JsonNode part, Set<String> types) {
    JsonNode source = part.path("source");
    known(place + ".source", source, SOURCE);
    if (part.hasNonNull("text")) {
      problems.reject(place + ".text", "does not belong to this part");
    }
    if (!types.contains(Json.idOf(source, "media_type"))) {
      problems.reject(
          place + ".source.media_type", Quoted.of(source.path("media_type")) + " is unknown");
    }
    text(place + ".source.path", source.path("path"));
    if (source.path("path").isTextual() && !exists(source.get("path").textValue())) {
      problems.note(place + ".source.path", source.get("path").textValue() + " not found");
    }
  }

  /** Checks one result of a step. */
  void result(String place, JsonNode result) {
    known(place, result, RESULT);
    content(place + ".content", result.path("content"), false);
    String name = place + ".subagent_trajectory_ref";
    JsonNode references = result.path("subagent_trajectory_ref");
    if (list(name, references)) {
      for (int at = 0; at < references.size(); at++) {
        reference(name + "[" + at + "]", references.get(at));
      }
    }
  }

  private void reference(String place, JsonNode reference) {
    known(place, reference, REFERENCE);
    String path = Json.text(reference, "trajectory_path");
    if (path == null && Json.text(reference, "trajectory_id") == null) {
      problems.reject(place, "has neither trajectory_id nor trajectory_path");
    } else if (path != null && !exists(path)) {
      problems.noteOnly(place, Quoted.cut(path, 80) + " not found");
    }
  }

  /** Whether a path beside the document exists; addresses are not looked at. */
  private boolean exists(String path) {
    if (path.contains("://")) {
      return true;
    }
    try {
      return Files.exists(document.file().resolveSibling(Path.of(path)));
    } catch (InvalidPathException notAPath) {
      return false;
    }
  }
}
