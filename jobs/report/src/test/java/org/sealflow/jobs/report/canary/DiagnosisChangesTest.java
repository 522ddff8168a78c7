package org.sealflow.jobs.report.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.TurnFailure;

final class DiagnosisChangesTest {
  private final DiagnosisChanges changes = new DiagnosisChanges();

  private static Diagnosis turn(String episode, int turn, TurnFailure failure, int calls) {
    TurnDiagnosis diagnosis = new TurnDiagnosis();
    diagnosis.setTaskId("task");
    diagnosis.setCategory("category");
    diagnosis.setTurn(turn);
    diagnosis.setTag(Tag.PASS);
    diagnosis.setFailure(failure);
    diagnosis.setCalls(calls);
    diagnosis.setPolicyTools(List.of());
    return new Diagnosis(episode, 0, "run", DiagnosisKind.TURN, diagnosis, null);
  }

  @Test
  void equalDiagnosesAreNoChange() {
    changes.before(turn("a", 0, TurnFailure.MISSING_CALL, 1));
    changes.now(turn("a", 0, TurnFailure.MISSING_CALL, 1));

    assertThat(changes.changes()).isEmpty();
    assertThat(changes.compared()).isEqualTo(1);
    assertThat(changes.changed()).isZero();
  }

  @Test
  void changesAreCountedByFieldAndValues() {
    for (String episode : List.of("a", "b")) {
      changes.before(turn(episode, 3, TurnFailure.MISSING_CALL, 1));
      changes.now(turn(episode, 3, TurnFailure.WRONG_EFFECT, 1));
    }
    changes.before(turn("c", 0, TurnFailure.MISSING_CALL, 1));
    changes.now(turn("c", 0, TurnFailure.MISSING_CALL, 2));

    assertThat(changes.changes())
        .containsExactly(
            new DiagnosisChanges.Change(
                "turn", "failure", "MISSING_CALL", "WRONG_EFFECT", 2, "a turn 3"),
            new DiagnosisChanges.Change("turn", "calls", "1", "2", 1, "c turn 0"));
    assertThat(changes.changed()).isEqualTo(3);
  }

  @Test
  void listsAreComparedAsAWhole() {
    changes.before(turn("a", 0, TurnFailure.MISSING_CALL, 1));
    Diagnosis anew = turn("a", 0, TurnFailure.MISSING_CALL, 1);
    anew.getTurnDiagnosis().setPolicyTools(List.of("cd"));
    changes.now(anew);

    assertThat(changes.changes())
        .containsExactly(
            new DiagnosisChanges.Change(
                "turn", "policyTools", "(other parts)", "(other parts)", 1, "a turn 0"));
  }

  @Test
  void theLastOfSeveralCounts() {
    changes.before(turn("a", 0, TurnFailure.MISSING_CALL, 1));
    changes.before(turn("a", 0, TurnFailure.WRONG_EFFECT, 1));
    changes.now(turn("a", 0, TurnFailure.WRONG_EFFECT, 1));

    assertThat(changes.changes()).isEmpty();
  }

  @Test
  void whatOneSideAloneHasIsCounted() {
    changes.before(turn("a", 0, TurnFailure.MISSING_CALL, 1));
    changes.now(turn("b", 0, TurnFailure.MISSING_CALL, 1));
    changes.now(turn("c", 0, TurnFailure.MISSING_CALL, 1));

    assertThat(changes.missing()).isEqualTo(1);
    assertThat(changes.undiagnosed()).isEqualTo(2);
    assertThat(changes.compared()).isZero();
  }

  @Test
  void anEpisodeThatIsNotComparedIsNeitherMissingNorNew() {
    changes.before(turn("begun earlier", 1, TurnFailure.MISSING_CALL, 1));
    changes.before(turn("a", 0, TurnFailure.MISSING_CALL, 1));
    changes.before(turn("a", 1, TurnFailure.MISSING_CALL, 1));
    changes.only(Set.of("a"));
    changes.now(turn("begun earlier", 2, TurnFailure.MISSING_CALL, 1));
    changes.now(turn("a", 0, TurnFailure.MISSING_CALL, 1));

    assertThat(changes.compared()).isEqualTo(1);
    assertThat(changes.missing()).isEqualTo(1);
    assertThat(changes.undiagnosed()).isZero();
  }
}
