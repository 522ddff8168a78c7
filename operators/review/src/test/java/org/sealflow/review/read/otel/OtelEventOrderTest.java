package org.sealflow.review.read.otel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;

/** Messages as log events are in the order of their times, whatever the order of their lines. */
final class OtelEventOrderTest {
  @TempDir Path directory;

  private static String user(int span, String time, String text) {
    return TestingTraces.event(
        span, "user.message", time, "{'content':{'stringValue':'" + text + "'}}");
  }

  private static String choice(int span, String time, String text) {
    return TestingTraces.event(
        span,
        "choice",
        time,
        "{'message':{'kvlistValue':{'values':[{'key':'content','value':{'stringValue':'"
            + text
            + "'}}]}}}");
  }

  private List<String> texts(List<String> lines) throws IOException {
    List<RecordedTrajectory> records = TestingTraces.read(directory, lines.toArray(String[]::new));
    assertThat(records).hasSize(1);
    return records.get(0).messages().stream().map(RecordedMessage::text).toList();
  }

  private void assertInTime(String... times) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(user(1, times[0], "a"));
    lines.add(choice(1, times[1], "b"));
    lines.add(user(2, times[2], "c"));
    lines.add(user(2, times[3], "d"));
    lines.add(choice(2, times[4], "e"));
    assertThat(texts(lines)).containsExactly("a", "b", "c", "d", "e");
    Collections.reverse(lines);
    assertThat(texts(lines)).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void timesAreNumbers() throws IOException {
    assertInTime(
        "'timeUnixNano':'8'",
        "'timeUnixNano':'9'",
        "'timeUnixNano':'99'",
        "'timeUnixNano':'100'",
        "'timeUnixNano':'101'");
  }

  @Test
  void theTimeOfTheObserverCountsWhereThereIsNoOther() throws IOException {
    assertInTime(
        "'observedTimeUnixNano':'8'",
        "'observedTimeUnixNano':'9'",
        "'timeUnixNano':'0','observedTimeUnixNano':'99'",
        "'timeUnixNano':'100','observedTimeUnixNano':'1'",
        "'observedTimeUnixNano':'101'");
  }
}
