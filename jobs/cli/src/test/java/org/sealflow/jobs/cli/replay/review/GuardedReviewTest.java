package org.sealflow.jobs.cli.replay.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.TrajectoryListener;

final class GuardedReviewTest {
  private static final RecordedTrajectory RECORD =
      new RecordedTrajectory(
          "r", "log.jsonl:3", null, List.of(), null, RecordOutcome.FINISHED, NullNode.instance);

  /** Keeps why records are left out. */
  private static final class TestingRejections implements TrajectoryListener {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void trajectory(RecordedTrajectory trajectory) {
      throw new AssertionError(trajectory.source());
    }

    @Override
    public void note(String line) {
      throw new AssertionError(line);
    }

    @Override
    public void rejected(String line) {
      lines.add(line);
    }

    @Override
    public void refused(String line) {
      throw new AssertionError(line);
    }
  }

  private final TestingRejections rejections = new TestingRejections();

  @Test
  void aRecordOnWhichARuleFailsIsLeftOutWithItsPlaceAndTheReason() throws IOException {
    assertThat(
            GuardedReview.of(
                RECORD,
                record -> {
                  throw new IllegalStateException("no such call");
                },
                rejections))
        .isNull();
    assertThat(rejections.lines)
        .containsExactly("log.jsonl:3: the record cannot be diagnosed: no such call");
  }

  @Test
  void aRuleThatRecursTooDeepIsNamed() throws IOException {
    assertThat(
            GuardedReview.of(
                RECORD,
                record -> {
                  throw new StackOverflowError();
                },
                rejections))
        .isNull();
    assertThat(rejections.lines).singleElement().asString().endsWith(": StackOverflowError");
  }

  @Test
  void otherRecordsKeepTheirFindings() throws IOException {
    assertThat(GuardedReview.of(RECORD, rejections)).isEmpty();
    assertThat(rejections.lines).isEmpty();
  }
}
