package org.sealflow.review.read.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.rule.TrajectoryReviewer;

/** ATIF results without a call id belong to their step. */
final class UnlinkedResultsTest {
  private static final String USER = "{'step_id':1,'source':'user','message':'do it'}";
  private static final String TEXT_WITH_RESULT =
      "'source':'agent','message':'ls -la','observation':{'results':[{'content':'parse error'}]}}";
  private static final String CALL =
      "{'step_id':2,'source':'agent','message':'','tool_calls':[{'tool_call_id':'c',"
          + "'function_name':'f','arguments':{}},{'tool_call_id':'d','function_name':'g',"
          + "'arguments':{}}]";

  @TempDir Path directory;

  private TestingListener read(String... steps) throws IOException {
    String document =
        "{'schema_version':'ATIF-v1.7','agent':{'name':'a','version':'1'},'steps':["
            + String.join(",", steps)
            + "]}";
    TestingListener read =
        TestingListener.read(
            Files.writeString(directory.resolve("file.json"), document.replace('\'', '"')),
            ReviewSettings.DEFAULT);
    assertThat(read.rejected).isEmpty();
    return read;
  }

  @Test
  void aTextWhoseStepHasAResultIsReviewed() throws IOException {
    RecordedTrajectory trajectory =
        read(USER, "{'step_id':2," + TEXT_WITH_RESULT).trajectories.get(0);
    assertThat(trajectory.turns()).isEqualTo(1);
    assertThat(trajectory.results()).isEqualTo(1);
    assertThat(TrajectoryReviewer.review(trajectory)).isEmpty();
  }

  @Test
  void theyAreNoResultsOfAnEarlierStep() throws IOException {
    TestingListener read = read(USER, CALL + "}", "{'step_id':3," + TEXT_WITH_RESULT);
    RecordedTrajectory trajectory = read.trajectories.get(0);
    assertThat(trajectory.calls()).extracting(RecordedCall::result).containsOnlyNulls();
    assertThat(trajectory.outcome()).isEqualTo(RecordOutcome.FINISHED);
    assertThat(read.notes)
        .singleElement()
        .asString()
        .contains("call 'c' has no result", "call 'd' has no result");
  }

  @Test
  void theFirstIsTheResultOfAllCallsOfItsStep() throws IOException {
    RecordedTrajectory trajectory =
        read(USER, CALL + ",'observation':{'results':[{'content':'one'},{'content':'two'}]}}")
            .trajectories
            .get(0);
    List<String> results =
        trajectory.calls().stream()
            .map(call -> Objects.requireNonNull(call.result()).text())
            .toList();
    assertThat(results).containsExactly("one", "one");
    assertThat(trajectory.results()).isEqualTo(2);
  }

  @Test
  void aLinkedResultMayFollowAnUnlinkedOne() throws IOException {
    RecordedTrajectory trajectory =
        read(
                USER,
                CALL
                    + ",'observation':{'results':[{'content':'warning'},"
                    + "{'source_call_id':'c','content':'ok'}]}}")
            .trajectories
            .get(0);
    assertThat(trajectory.calls())
        .extracting(call -> Objects.requireNonNull(call.result()).text())
        .containsExactly("ok", "warning");
    assertThat(trajectory.results()).isEqualTo(2);
  }

  @Test
  void anUnlinkedResultIsOfNoCallIfAllHaveTheirs() throws IOException {
    RecordedTrajectory trajectory =
        read(
                USER,
                CALL
                    + ",'observation':{'results':[{'content':'warning'},"
                    + "{'source_call_id':'d','content':'two'},"
                    + "{'source_call_id':'c','content':'one'}]}}")
            .trajectories
            .get(0);
    assertThat(trajectory.calls())
        .extracting(call -> Objects.requireNonNull(call.result()).text())
        .containsExactly("one", "two");
    assertThat(trajectory.results()).isEqualTo(3);
  }
}
