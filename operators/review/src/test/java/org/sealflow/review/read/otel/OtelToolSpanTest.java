package org.sealflow.review.read.otel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.file.ExampleFiles;
import org.sealflow.review.read.file.TestingListener;

/** A tool's span without a conversation id belongs to a conversation of its trace. */
final class OtelToolSpanTest {
  @TempDir Path directory;

  private static String chat(int number, int parent, String conversation, String output) {
    return TestingTraces.span(
        number,
        parent,
        Map.of(
            "gen_ai.operation.name",
            "chat",
            "gen_ai.conversation.id",
            conversation,
            "gen_ai.input.messages",
            "[" + TestingTraces.USER + "]",
            "gen_ai.output.messages",
            "[" + output + "]"));
  }

  private static String tool(int number, int parent, String call, String result) {
    return TestingTraces.span(
        number,
        parent,
        Map.of(
            "gen_ai.operation.name",
            "execute_tool",
            "gen_ai.tool.call.id",
            call,
            "gen_ai.tool.name",
            "f",
            "gen_ai.tool.call.result",
            result));
  }

  private static List<RecordedResult> results(RecordedTrajectory trajectory) {
    return trajectory.calls().stream().map(call -> Objects.requireNonNull(call.result())).toList();
  }

  @Test
  void theOnlyConversationOfATraceHasItsTools() {
    TestingListener read =
        TestingListener.read(
            ExampleFiles.folder().resolve("otel/broken/missing-parent.jsonl"),
            ReviewSettings.DEFAULT);
    assertThat(results(read.trajectories.get(0)))
        .extracting(RecordedResult::success)
        .containsExactly(CallSuccess.FAILED, CallSuccess.FAILED);
  }

  @Test
  void theChatThatMadeTheCallTellsItsConversation() throws IOException {
    List<RecordedTrajectory> records =
        TestingTraces.read(
            directory,
            chat(1, 0, "one", TestingTraces.call("c")),
            tool(2, 0, "c", "first"),
            chat(3, 0, "two", TestingTraces.call("c")),
            tool(4, 0, "c", "second"));
    assertThat(records)
        .flatExtracting(OtelToolSpanTest::results)
        .extracting(RecordedResult::text)
        .containsExactly("first", "second");
  }

  @Test
  void anAncestorTellsItBeforeTheCall() throws IOException {
    List<RecordedTrajectory> records =
        TestingTraces.read(
            directory,
            chat(1, 0, "one", TestingTraces.call("c")),
            chat(2, 0, "two", TestingTraces.call("c")),
            tool(3, 1, "c", "first"),
            tool(4, 2, "c", "second"));
    assertThat(records)
        .flatExtracting(OtelToolSpanTest::results)
        .extracting(RecordedResult::text)
        .containsExactly("first", "second");
  }
}
