package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.Sampling;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.EndedTurn;
import org.sealflow.verify.Verified;

class DiagnoseFunctionTest {
  private static final String CATEGORY = "multi_turn_base";

  private static Verified turn(Mode mode, int index) {
    EpisodeStarted header =
        EpisodeStarted.newBuilder()
            .setTaskId("multi_turn_base_0")
            .setTaskDigest("cd".repeat(32))
            .setGroupId("group")
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(mode)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(false)
            .setSampling(new Sampling(1.0, 1.0, null, 128, 0L))
            .setModelName("model")
            .build();
    VerifiedTurn facts =
        new VerifiedTurn(
            index,
            Tag.PASS,
            true,
            new VerifiedTurn.TurnCalls(List.of(), List.of(), List.of(), List.of()),
            VerifiedTurn.TurnDeviation.NONE);
    return new Verified("episode", 0, "run", header, CATEGORY, facts, 7L, null);
  }

  @Test
  void whatCannotBeDiagnosedIsAFailureAndTheNextIsDiagnosed() throws Exception {
    Verified good = turn(Mode.TRAIN, 0);
    Verified neither = new Verified("lost", 0, "run", good.header(), CATEGORY, null, null, null);
    var harness = ProcessFunctionTestHarnesses.forProcessFunction(new DiagnoseFunction());
    harness.processElement(neither, 0);
    harness.processElement(good, 0);

    assertThat(harness.extractOutputValues()).containsExactly(Diagnoser.diagnose(good));
    assertThat(harness.getSideOutput(DeadLetters.FAILURES))
        .extracting(StreamRecord::getValue)
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.getBoundary()).isEqualTo(Boundary.DIAGNOSE);
              assertThat(failure.getEpisodeId()).isEqualTo("lost");
              assertThat(failure.getRunId()).isEqualTo("run");
              assertThat(failure.getReason()).contains("neither a turn nor an episode");
            });
    harness.close();
  }

  private static Verified end(Verified... turns) {
    List<EndedTurn> ended = new ArrayList<>();
    for (Verified turn : turns) {
      ended.add(new EndedTurn(turn.turn(), turn.turnEndedAt()));
    }
    EndedEpisode episode =
        new EndedEpisode(
            VerifiedEpisode.ofInferenceError("multi_turn:inference_error", "not_run"),
            EndReason.INFERENCE_ERROR,
            null,
            9,
            null,
            null,
            0,
            null,
            ended,
            List.of());
    return new Verified("episode", 0, "run", turns[0].header(), CATEGORY, null, null, episode);
  }

  private static DiagnosedEpisode diagnosed(Verified end, Verified... turns) {
    return new DiagnosedEpisode(
        Stream.of(turns).map(Diagnoser::diagnose).toList(), Diagnoser.diagnose(end));
  }

  @Test
  void anEpisodeIsHandedOnAtItsEndWithAllItsTurns() throws Exception {
    Verified first = turn(Mode.TRAIN, 0);
    Verified second = turn(Mode.TRAIN, 1);
    Verified end = end(first, second);
    var harness = ProcessFunctionTestHarnesses.forProcessFunction(new DiagnoseFunction());
    harness.processElement(first, 0);
    harness.processElement(second, 0);
    assertThat(harness.getSideOutput(DiagnoseFunction.EPISODES)).isNull();

    harness.processElement(end, 0);
    assertThat(harness.extractOutputValues())
        .containsExactly(
            Diagnoser.diagnose(first), Diagnoser.diagnose(second), Diagnoser.diagnose(end));
    assertThat(harness.getSideOutput(DiagnoseFunction.EPISODES))
        .extracting(StreamRecord::getValue)
        .containsExactly(diagnosed(end, first, second));
    harness.close();
  }

  @Test
  void turnsDiagnosedBeforeARestartAreDiagnosedAgainForTheEnd() throws Exception {
    Verified first = turn(Mode.TRAIN, 0);
    Verified second = turn(Mode.TRAIN, 1);
    Verified end = end(first, second);
    var harness = ProcessFunctionTestHarnesses.forProcessFunction(new DiagnoseFunction());
    harness.processElement(second, 0);
    harness.processElement(end, 0);

    assertThat(harness.getSideOutput(DiagnoseFunction.EPISODES))
        .extracting(StreamRecord::getValue)
        .containsExactly(diagnosed(end, first, second));
    harness.close();
  }
}
