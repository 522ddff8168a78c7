package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of a message whose content is text, a list of parts, or nothing.
 *
 * @param text the texts of its parts without separator
 * @param refusal the refusal among its parts; null if there is none
 * @param opaque whether there are parts of another kind
 */
public record MessageText(String text, @Nullable String refusal, boolean opaque) {
  private static final Set<String> TEXTS = Set.of("text", "input_text", "output_text");

  /** Without "file": listings call their entries so. */
  private static final Set<String> OTHERS =
      Set.of("refusal", "image", "image_url", "input_image", "audio", "input_audio", "input_file");

  public static MessageText of(@Nullable JsonNode content) {
    if (content == null || content.isNull() || content.isMissingNode()) {
      return new MessageText("", null, false);
    }
    if (content.isTextual()) {
      return new MessageText(content.textValue(), null, false);
    }
    if (!content.isArray()) {
      return new MessageText(content.toString(), null, false);
    }
    StringBuilder text = new StringBuilder();
    String refusal = null;
    boolean opaque = false;
    for (JsonNode part : content) {
      if (part.isTextual()) {
        text.append(part.textValue());
      } else if (part.path("text").isTextual()) {
        text.append(part.get("text").textValue());
      } else if (part.path("refusal").isTextual()) {
        refusal = part.get("refusal").textValue();
      } else {
        opaque = true;
      }
    }
    return new MessageText(text.toString(), refusal, opaque);
  }

  /**
   * The text of what a tool gave, which may be any JSON: a list need not be one of parts, and an
   * empty one has none.
   */
  public static MessageText ofResponse(JsonNode response) {
    boolean parts = !response.isArray() || !response.isEmpty();
    if (response.isArray()) {
      for (JsonNode member : response) {
        parts &= isPart(member);
      }
    }
    return parts ? of(response) : new MessageText(response.toString(), null, false);
  }

  private static boolean isPart(JsonNode member) {
    String type = Json.idOf(member, "type");
    return member.isTextual()
        || OTHERS.contains(type)
        || (TEXTS.contains(type) && member.path("text").isTextual());
  }

  /** This text and more of the same message. */
  MessageText plus(MessageText more) {
    return new MessageText(
        text.isEmpty() ? more.text : text + more.text,
        more.refusal == null ? refusal : more.refusal,
        opaque || more.opaque);
  }
}
