package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.sealflow.ingest.PatchChange;
import org.sealflow.rollout.plan.BatchOutcome;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.plan.PlannerProgress;
import org.sealflow.rollout.plan.PlannerSignal;
import org.sealflow.rollout.plan.ShownSet;
import org.sealflow.rollout.plan.StageProgress;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.tasks.TaskChange;

/** Types that cross operators or are kept in state stay off Kryo. */
class RolloutTypesTest {
  @Test
  void requestsSurvive() throws IOException {
    assertSurvives(EpisodeRequest.class, TestingGame.request("run/b0/g0/s0", "base_0"));
  }

  @Test
  void signalsSurvive() throws IOException {
    assertSurvives(PlannerSignal.class, PlannerSignal.start("run"));
    assertSurvives(PlannerSignal.class, PlannerSignal.startAgain("run", 7));
    assertSurvives(PlannerSignal.class, PlannerSignal.policyVersion("run", 3));
    assertSurvives(
        PlannerSignal.class,
        PlannerSignal.played(
            TrajectoryEvents.ended(
                new EpisodeAttempt("run", "e", 1),
                4,
                Instant.EPOCH,
                EndReason.BRANCH_ENDED,
                null)));
    PatchRecord patch = TestingPatches.guideline("*", PatchState.ACTIVE);
    assertSurvives(PlannerSignal.class, PlannerSignal.patch(PatchChange.of(patch)));
    assertSurvives(ShownSet.class, new ShownSet(3, List.of(patch.getPatch())));
    assertSurvives(StageProgress.class, new StageProgress(1, 7));
    assertSurvives(BatchOutcome.class, new BatchOutcome(8, 3));
    assertSurvives(PlannerProgress.class, new PlannerProgress(1, 2, 3));
  }

  @Test
  void noticesSurviveWithTheOnePartTheyHave() throws IOException {
    TaskChange added = TaskChange.of(TestingGame.TASKS.records().get(0));
    assertSurvives(TaskChange.class, added);
    assertSurvives(TaskChange.class, TaskChange.removal(added.key()));
    assertSurvives(RolloutNotice.class, RolloutNotice.of(added));
    assertSurvives(PlannerSignal.class, PlannerSignal.taskRemoved("run", added.key()));
  }

  private static <T> void assertSurvives(Class<T> type, T value) throws IOException {
    assertThat(TypeInformation.of(type)).isInstanceOf(PojoTypeInfo.class);
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);
    TypeSerializer<T> serializer = TypeInformation.of(type).createSerializer(config);
    DataOutputSerializer out = new DataOutputSerializer(64);
    serializer.serialize(serializer.copy(value), out);
    T read = serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));

    assertThat(List.of(read)).containsExactly(value);
  }
}
