package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.Evidence;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

/** The specification of diagnosis by example: turns labelled by hand from the rules. */
class DiagnosisExamplesTest {
  private static final List<DiagnosisExample> EXAMPLES = DiagnosisExample.all();

  static List<DiagnosisExample> examples() {
    return EXAMPLES;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void theTurnIsDiagnosedAsLabelled(DiagnosisExample example) {
    VerifiedTurn turn = example.verify();
    TurnDiagnoser.Judgement judgement = TurnDiagnoser.judge(turn);

    assertThat(turn.tag()).as(example.rule()).isEqualTo(example.tag());
    assertThat(judgement.failure()).as(example.rule()).isEqualTo(example.failure());
    assertThat(judgement.origin()).as(example.rule()).isEqualTo(example.origin());
    if (example.deviating() != null) {
      assertThat(turn.deviates()).as(example.rule()).isEqualTo(example.deviating());
    }
    List<EvidenceKind> kinds = judgement.evidence().stream().map(Evidence::getKind).toList();
    if (example.evidence() != null) {
      assertThat(kinds).as(example.rule()).isEqualTo(example.evidence());
    }
    if (example.failure() != null) {
      assertThat(kinds).as("evidence of the failure").isNotEmpty();
    }
    if (!turn.deviates()) {
      assertThat(kinds).as("evidence of nothing").isEmpty();
    }
  }

  @Test
  void thereAreEnoughExamplesAndEachSaysSomethingElse() {
    assertThat(EXAMPLES).hasSizeGreaterThanOrEqualTo(70);
    assertThat(EXAMPLES).extracting(DiagnosisExample::name).doesNotHaveDuplicates();
    assertThat(EXAMPLES).extracting(DiagnosisExample::rule).noneMatch(String::isBlank);
    assertThat(EXAMPLES)
        .extracting(example -> example.task() + example.rules() + example.turns() + example.turn())
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void everyFailureHasFiveExamplesAndANearMiss(TurnFailure failure) {
    assertThat(EXAMPLES)
        .filteredOn(example -> example.failure() == failure)
        .hasSizeGreaterThanOrEqualTo(5);
    assertThat(nearMisses(failure.name()))
        .isNotEmpty()
        .noneMatch(example -> example.failure() == failure);
  }

  @ParameterizedTest
  @EnumSource
  void everyOriginHasFiveExamplesAndANearMiss(FailureOrigin origin) {
    assertThat(EXAMPLES)
        .filteredOn(example -> example.origin() == origin)
        .hasSizeGreaterThanOrEqualTo(5);
    assertThat(nearMisses(origin.name()))
        .isNotEmpty()
        .noneMatch(example -> example.origin() == origin);
  }

  @Test
  void everyNearMissNamesAFailureOrAnOrigin() {
    List<String> names =
        Stream.concat(Stream.of(TurnFailure.values()), Stream.of(FailureOrigin.values()))
            .map(Enum::name)
            .toList();

    assertThat(EXAMPLES)
        .extracting(DiagnosisExample::counterexampleOf)
        .filteredOn(Objects::nonNull)
        .isSubsetOf(names);
  }

  @Test
  void turnsThatPassAbstainOrAreNotReachedHaveExamples() {
    assertThat(with(Tag.PASS)).hasSizeGreaterThanOrEqualTo(5).allMatch(e -> e.failure() == null);
    assertThat(with(Tag.CORRECT_ABSTENTION))
        .hasSizeGreaterThanOrEqualTo(5)
        .allMatch(e -> e.failure() == null);
    assertThat(EXAMPLES)
        .filteredOn(example -> example.turn() >= example.turns().size())
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch(example -> example.failure() == null);
    assertThat(with(Tag.PASS))
        .filteredOn(example -> Boolean.TRUE.equals(example.deviating()))
        .hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void bothSetsOfRulesHaveExamples() {
    assertThat(EXAMPLES)
        .filteredOn(example -> example.rules().toolEnforcement())
        .hasSizeGreaterThanOrEqualTo(5);
  }

  private static List<DiagnosisExample> nearMisses(String name) {
    return EXAMPLES.stream().filter(example -> name.equals(example.counterexampleOf())).toList();
  }

  private static List<DiagnosisExample> with(Tag tag) {
    return EXAMPLES.stream().filter(example -> example.tag() == tag).toList();
  }
}
