package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.report.TestingPatches;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.TrainingStep;

class RunRecordJsonTest {
  private static final TrainingStep STEP =
      TrainingStep.newBuilder()
          .setRunId("run")
          .setPolicyName("nano")
          .setBatchNumber(3)
          .setVersion(4)
          .setApplied(true)
          .setGroups(
              List.of(
                  GroupStep.newBuilder()
                      .setGroupId("g")
                      .setTaskId("t")
                      .setOutcome(GroupOutcome.USED)
                      .setRewards(List.of(0.0, 1.0))
                      .build()))
          .setMetrics(Map.of("loss", Double.NaN, "ratioMax", Double.POSITIVE_INFINITY, "kl", 0.25))
          .setStaleness(Map.of("1", 12L))
          .setStartedAt(TestingRun.START)
          .setEndedAt(TestingRun.START.plusMillis(1_500))
          .build();

  private static ObjectNode json(TrainingStep step) throws Exception {
    return (ObjectNode) new ObjectMapper().readTree(PlainJson.line(step));
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    assertThat(RunRecordJson.read(json(STEP), new TrainingStep())).isEqualTo(STEP);
    for (EnvironmentPatch patch : TestingPatches.lines("run", 100, 1_000)) {
      assertThat(
              RunRecordJson.read(
                  new ObjectMapper().readTree(PlainJson.line(patch)), new EnvironmentPatch()))
          .isEqualTo(patch);
    }
  }

  @Test
  void fieldsThatOlderRunsLackHaveTheirDefaults() throws Exception {
    ObjectNode older = json(STEP);
    older.remove(List.of("queuedGroups", "refusal", "tagWeights"));
    assertThat(RunRecordJson.read(older, new TrainingStep())).isEqualTo(STEP);
  }

  @Test
  void whatIsWrongIsNamed() throws Exception {
    ObjectNode lacking = json(STEP);
    lacking.remove("version");
    assertThatThrownBy(() -> RunRecordJson.read(lacking, new TrainingStep()))
        .hasMessage("it lacks version");
    ObjectNode worded = json(STEP).put("version", "four");
    assertThatThrownBy(() -> RunRecordJson.read(worded, new TrainingStep()))
        .hasMessage("version is not a whole number");
    ObjectNode untimely = json(STEP).put("endedAt", "noon");
    assertThatThrownBy(() -> RunRecordJson.read(untimely, new TrainingStep()))
        .hasMessageStartingWith("endedAt is 'noon', expected a time such as");
    ObjectNode unknown = json(STEP);
    ((ObjectNode) unknown.get("groups").get(0)).put("outcome", "LOST");
    assertThatThrownBy(() -> RunRecordJson.read(unknown, new TrainingStep()))
        .hasMessageStartingWith("outcome is 'LOST', expected one of [USED, SURPLUS");
  }
}
