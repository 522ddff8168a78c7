package org.sealflow.review.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedTrajectory;

/** Records and the tools they were offered as JSON, and back. */
final class RecordText {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Characters; a third of the largest message: a character may take three bytes. */
  private static final int LONGEST_WITH_ORIGINAL = 2_500_000;

  private RecordText() {}

  /**
   * A record without its tools, which its task holds. Its original goes with it, so that fields
   * which nobody interprets survive, unless it is so long that the episode would not fit into a
   * message.
   */
  static String of(RecordedTrajectory trajectory) {
    String whole = text(with(trajectory, null, trajectory.original()));
    return whole.length() <= LONGEST_WITH_ORIGINAL
        ? whole
        : text(with(trajectory, null, NullNode.getInstance()));
  }

  /**
   * A record with the tools of its task, without its original.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static RecordedTrajectory read(String text, @Nullable List<OfferedTool> tools) {
    try {
      return with(JSON.readValue(text, RecordedTrajectory.class), tools, NullNode.getInstance());
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "the record of the episode is malformed: " + malformed.getOriginalMessage(), malformed);
    }
  }

  private static RecordedTrajectory with(
      RecordedTrajectory trajectory, @Nullable List<OfferedTool> tools, JsonNode original) {
    return new RecordedTrajectory(
        trajectory.id(),
        trajectory.source(),
        tools,
        trajectory.messages(),
        trajectory.reward(),
        trajectory.outcome(),
        original);
  }

  /** Tools as an object with a list of them, null if nothing is known of them. */
  static String ofTools(@Nullable List<OfferedTool> tools) {
    return "{\"tools\":" + text(tools) + "}";
  }

  /**
   * The tools of such an object.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static @Nullable List<OfferedTool> readTools(String text) {
    try {
      return JSON.convertValue(
          JSON.readTree(text).get("tools"), new TypeReference<List<OfferedTool>>() {});
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(
          "the tools of the task are malformed: " + malformed.getOriginalMessage(), malformed);
    }
  }

  private static String text(@Nullable Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("records hold nothing but text and numbers", impossible);
    }
  }
}
