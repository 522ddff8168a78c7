package org.sealflow.review.read.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.rule.ReviewFinding;
import org.sealflow.review.rule.ReviewRule;
import org.sealflow.review.rule.TrajectoryReviewer;

/** The tags in dumps of text. */
final class SealTagsTest {
  @TempDir Path directory;

  private RecordedTrajectory read(String input, String output) throws IOException {
    String line =
        Json.mapper()
            .createObjectNode()
            .put("input", input)
            .put("output", output)
            .put("score", 0)
            .put("step", 1)
            .toString();
    TestingListener read =
        TestingListener.read(
            Files.writeString(directory.resolve("dump.jsonl"), line), ReviewSettings.DEFAULT);
    assertThat(read.rejected).isEmpty();
    return read.trajectories.get(0);
  }

  @Test
  void aBlockEndsAtTheFirstClosingTagAndAnOpenTagIsText() throws IOException {
    RecordedTrajectory dump =
        read(
            "system\n<tools>\n{\"name\":\"f\",\"parameters\":{}}\n</tools>\nuser\nGo.\n"
                + "assistant\n",
            "One <tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call> two"
                + " <tool_call>{\nuser\n<tool_response>\n\nr\n\n</tool_response><tool_response>x\n");
    assertThat(Objects.requireNonNull(dump.tools()))
        .extracting(OfferedTool::name)
        .containsExactly("f");
    assertThat(dump.calls()).extracting(RecordedCall::name).containsExactly("f");
    assertThat(dump.messages())
        .extracting(RecordedMessage::text)
        .endsWith("Go.", "One  two <tool_call>{", "\nr\n", "<tool_response>x");
  }

  @Test
  void theToolsFollowTheSentenceThatNamesTheirTags() throws IOException {
    RecordedTrajectory dump =
        read(
            "system\nYou are provided with function signatures within <tools></tools> XML tags:\n"
                + "<tools>\n{\"name\":\"f\",\"parameters\":{}}\n</tools>\nuser\nGo.\n"
                + "assistant\n",
            "<tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>"
                + "<tool_call>{\"name\":\"g\",\"arguments\":{}}</tool_call>\nuser\n"
                + "<tool_response>r</tool_response><tool_response>r</tool_response>\n"
                + "assistant\nDone.");
    assertThat(Objects.requireNonNull(dump.tools()))
        .extracting(OfferedTool::name)
        .containsExactly("f");
    assertThat(TrajectoryReviewer.review(dump))
        .filteredOn(finding -> finding.rule() == ReviewRule.UNKNOWN_TOOL)
        .extracting(ReviewFinding::tool)
        .containsExactly("g");
  }

  @Test
  @Timeout(10)
  void tagsThatAreLeftOpenAreReadOnce() throws IOException {
    String calls = "<tool_call>".repeat(300_000);
    String results = "<tool_response>".repeat(300_000);
    RecordedTrajectory dump =
        read("<tools>".repeat(300_000) + "\nuser\n" + results + "\nassistant\n", calls);
    assertThat(dump.tools()).isNull();
    assertThat(dump.messages())
        .extracting(RecordedMessage::text)
        .isEqualTo(List.of(results, calls));
  }
}
