package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Tag;

class ObserveFunctionTest {
  private static final CapabilitySettings SETTINGS = CapabilitySettings.DEFAULT;

  @Test
  void anEpisodeIsObservedWithItsTurns() throws Exception {
    TestingEpisode failed = TestingEpisode.failed("e").tags(Tag.PASS, Tag.STATE_MISMATCH).batch(0);
    TestingEpisode broken = TestingEpisode.broken("f");
    var harness = ProcessFunctionTestHarnesses.forProcessFunction(new ObserveFunction(SETTINGS));
    harness.processElement(failed.diagnosed(), 0);
    harness.processElement(broken.diagnosed(), 0);

    assertThat(harness.extractOutputValues())
        .containsExactly(failed.observation(), broken.observation());
    assertThat(harness.extractOutputValues().get(0).turns())
        .extracting(TurnObservation::tag)
        .containsExactly("pass", "state_mismatch");
    harness.close();
  }

  @Test
  void theRewardIsThatOfTheRule() throws Exception {
    TestingEpisode lenient = TestingEpisode.passed("e").strict(false).tags(Tag.PASS);
    var harness =
        ProcessFunctionTestHarnesses.forProcessFunction(
            new ObserveFunction(SETTINGS.withRewardRule(RewardRule.STRICT)));
    harness.processElement(lenient.diagnosed(), 0);

    assertThat(harness.extractOutputValues().get(0).result().reward()).isZero();
    harness.close();
  }

  @Test
  void anEpisodeThatCannotBeObservedIsAFailureAndTheNextIsObserved() throws Exception {
    DiagnosedEpisode good = TestingEpisode.passed("good").tags(Tag.PASS).diagnosed();
    DiagnosedEpisode endless =
        new DiagnosedEpisode(List.of(good.end()), TestingEpisode.passed("bad").diagnosed().end());
    var harness = ProcessFunctionTestHarnesses.forProcessFunction(new ObserveFunction(SETTINGS));
    harness.processElement(endless, 0);
    harness.processElement(good, 0);

    assertThat(harness.extractOutputValues())
        .extracting(EpisodeObservation::episodeId)
        .containsExactly("good");
    assertThat(harness.getSideOutput(DeadLetters.FAILURES))
        .extracting(StreamRecord::getValue)
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.getBoundary()).isEqualTo(Boundary.PROFILE);
              assertThat(failure.getEpisodeId()).isEqualTo("bad");
            });
    harness.close();
  }
}
