package org.sealflow.verify;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.DiagnoseFunction;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.environment.TestingShopTasks;
import org.sealflow.schemas.CallEdit;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EditKind;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/** An environment that the stream has never heard of goes through it as any other. */
class OtherEnvironmentTest {
  private static final String EGGS = "put(item='egg', count=3)";
  private static final String FEWER_EGGS = "put(item='egg', count=2)";
  private static final Task TASK =
      TestingShopTasks.task("shop_1", List.of(EGGS), List.of("total()"), List.of());

  private static TestingEpisode episode() {
    return episode(TASK);
  }

  private static TestingEpisode episode(Task task) {
    return new TestingEpisode("shopping", task).start();
  }

  private static List<Diagnosis> diagnosed(TestingEpisode episode) throws Exception {
    return diagnosed(TASK, episode);
  }

  private static List<Diagnosis> diagnosed(Task task, TestingEpisode episode) throws Exception {
    var diagnose = ProcessFunctionTestHarnesses.forProcessFunction(new DiagnoseFunction());
    try (VerifyHarness verify = VerifyHarness.open(VerifyHarness.SETTINGS)) {
      verify.sendTasks(List.of(TestingShopTasks.tools(), TaskRecords.task(task)));
      verify.send(episode.received());
      assertThat(verify.failures()).isEmpty();
      for (Verified verified : verify.verified()) {
        diagnose.processElement(verified, 0);
      }
      return new ArrayList<>(diagnose.extractOutputValues());
    } finally {
      diagnose.close();
    }
  }

  private static EpisodeDiagnosis end(List<Diagnosis> diagnoses) {
    return requireNonNull(diagnoses.get(diagnoses.size() - 1).getEpisodeDiagnosis());
  }

  @Test
  void anEpisodeThatDoesWhatTheGroundTruthDoesPasses() throws Exception {
    EpisodeDiagnosis end = end(diagnosed(episode().solve().end()));
    assertThat(end.getVerdict()).isEqualTo(Verdict.PASSED);
    assertThat(end.getStrictSuccess()).isTrue();
    assertThat(end.getCategory()).isEqualTo("shop");
  }

  @Test
  void theCategoryIsTheTasksOwnAndNotInItsId() throws Exception {
    Task basket =
        Task.newBuilder(TestingShopTasks.task("basket-7", List.of(EGGS)))
            .setCategory("baskets")
            .build();
    List<Diagnosis> diagnoses = diagnosed(basket, episode(basket).solve().end());
    TurnDiagnosis turn = requireNonNull(diagnoses.get(0).getTurnDiagnosis());
    assertThat(turn.getCategory()).isEqualTo("baskets");
    assertThat(end(diagnoses).getCategory()).isEqualTo("baskets");
  }

  @Test
  void theWrongArgumentIsTheRootCauseAndWhatFollowsCascades() throws Exception {
    List<Diagnosis> diagnoses =
        diagnosed(episode().step(FEWER_EGGS).endTurn().step("total()").endTurn().endTurn().end());
    TurnDiagnosis first = requireNonNull(diagnoses.get(0).getTurnDiagnosis());
    TurnDiagnosis second = requireNonNull(diagnoses.get(1).getTurnDiagnosis());
    EpisodeDiagnosis end = end(diagnoses);
    assertThat(first.getFailure()).isEqualTo(TurnFailure.ARGUMENT_MISMATCH);
    assertThat(first.getOrigin()).isEqualTo(FailureOrigin.OWN);
    assertThat(second.getOrigin()).isEqualTo(FailureOrigin.CASCADED);
    assertThat(end.getVerdict()).isEqualTo(Verdict.POLICY_FAILED);
    assertThat(end.getRootCauseTurn()).isZero();
  }

  @Test
  void aTaskOfAnEnvironmentThatIsNotThereSaysWhichThereAre() throws Exception {
    Task lost = Task.newBuilder(TASK).setEnvironment("shoes").build();
    try (VerifyHarness verify = VerifyHarness.open(VerifyHarness.SETTINGS)) {
      verify.sendTasks(List.of(TestingShopTasks.tools(), TaskRecords.task(lost)));
      verify.send(episode().solve().end().received());
      assertThat(verify.failures()).hasSize(1);
      assertThat(verify.failures().get(0).getReason())
          .contains("no environment 'shoes'; there are bfcl, shop");
    }
  }

  @Test
  void theRepairIsTheOneArgument() {
    PlayedCalls played =
        new PlayedCalls(
            TestingShopTasks.ready(TASK),
            "policy",
            null,
            List.of(List.of(List.of(FEWER_EGGS)), List.of(List.of("total()")), List.of()));
    Repair repair = new RepairFinder(RepairSettings.DEFAULT).search(played);
    assertThat(repair.getOutcome()).isEqualTo(RepairOutcome.FOUND);
    assertThat(repair.getEdits()).hasSize(1);
    CallEdit edit = repair.getEdits().get(0);
    assertThat(edit.getKind()).isEqualTo(EditKind.REPLACE);
    assertThat(edit.getTurn()).isZero();
  }
}
