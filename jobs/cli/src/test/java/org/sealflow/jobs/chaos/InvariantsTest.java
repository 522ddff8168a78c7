package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;

/** Every check finds what it is for; what went well passes them all. */
final class InvariantsTest {
  private final TestingEvidence evidence = new TestingEvidence();

  private Invariants.Verdicts check() {
    return Invariants.check(evidence.build());
  }

  private List<String> violations() {
    return check().violations();
  }

  @Test
  void aRoundThatWentWellPasses() {
    assertThat(violations()).isEmpty();
    assertThat(check().lost()).isZero();
    assertThat(check().doubled()).isZero();
  }

  @Test
  void aLostEpisodeIsFound() {
    evidence.episodes.remove(0);
    assertThat(check().lost()).isEqualTo(1);
    assertThat(violations()).contains("1 episodes lost: g0/s0");
  }

  @Test
  void aDiagnosisWrittenTwiceIsNoHarmButTwoOfThemAre() {
    evidence.episodes.add(TestingEvidence.diagnosis("g0/s0", 0, Verdict.PASSED));
    assertThat(violations()).isEmpty();
    evidence.episodes.add(TestingEvidence.diagnosis("g0/s0", 1, Verdict.PASSED));
    assertThat(check().doubled()).isEqualTo(1);
    assertThat(violations()).containsExactly("1 episodes diagnosed twice: g0/s0");
  }

  @Test
  void anEpisodeThatNobodyPlannedIsFound() {
    evidence.episodes.add(TestingEvidence.diagnosis("stranger", 0, Verdict.INFRASTRUCTURE_FAILED));
    assertThat(violations()).containsExactly("1 episodes that nobody planned: stranger");
  }

  @Test
  void aLedgerThatDoesNotBalanceIsFound() {
    evidence.ledger = new Ledger(4, 3, 1, 1, 0, 0, 0, 8, 8, 0, 0);
    assertThat(violations()).singleElement().asString().startsWith("the ledger does not balance");
  }

  @Test
  void anEpisodeStillInFlightIsFound() {
    evidence.ledger = new Ledger(5, 3, 1, 0, 0, 0, 1, 8, 8, 0, 0);
    evidence.events.add(TestingEvidence.event("g0/s0", 1, 0, EventKind.EPISODE_STARTED));
    assertThat(violations()).singleElement().asString().startsWith("episodes still in flight");
  }

  @Test
  void aLedgerThatCountsOtherEpisodesThanTheTopicsIsFound() {
    evidence.ledger = new Ledger(5, 4, 1, 0, 0, 0, 0, 8, 8, 0, 0);
    assertThat(violations())
        .containsExactly(
            "the ledger's count of episodes started is 5, expected 4",
            "the ledger's count of episodes passed is 4, expected 3");
  }

  @Test
  void aRecordThatTheLedgerHasNotReadIsFound() {
    evidence.records = 9;
    assertThat(violations()).containsExactly("the ledger's count of records is 8, expected 9");
  }

  @Test
  void aReorderedCopyWithAnotherVerdictIsFound() {
    evidence.injected.copy("copy", "g0/s0");
    evidence.episodes.add(TestingEvidence.diagnosis("copy", 0, Verdict.TASK_DEFECTIVE));
    assertThat(violations())
        .containsExactly("1 reordered copies judged unlike their original: copy");
  }

  @Test
  void aReorderedCopyThatIsLostIsFound() {
    evidence.injected.copy("copy", "g0/s0");
    assertThat(violations()).containsExactly("1 episodes lost: copy");
  }

  @Test
  void anEpisodeCountedTwiceInProfilesIsFound() {
    evidence.profiles.put(
        TestingEvidence.RUN + "/TASK/base/" + TestingEvidence.TASK,
        TestingEvidence.profile(CapabilityKind.TASK, TestingEvidence.TASK, 5));
    assertThat(violations())
        .containsExactly(
            "1 profiles of tasks that differ from the recount: task-1",
            "1 profiles that differ from those of an undisturbed run: run/TASK/base/task-1");
  }

  @Test
  void aProfileThatAnUndisturbedRunDoesNotHaveIsFound() {
    evidence.profiles.put(
        TestingEvidence.RUN + "/TOOL/base/cd",
        TestingEvidence.profile(CapabilityKind.TOOL, "cd", 1));
    assertThat(violations())
        .containsExactly(
            "1 profiles that differ from those of an undisturbed run: run/TOOL/base/cd");
  }

  @Test
  void otherWeightsAreFound() {
    evidence.updates.set(2, TestingEvidence.update(2, "other"));
    assertThat(violations())
        .containsExactly("1 versions with other weights than an undisturbed run's: version 2");
  }

  @Test
  void aMissingVersionIsFound() {
    evidence.updates.remove(2);
    assertThat(violations())
        .containsExactly("the versions of the policy is [0, 1], expected [0, 1, 2]");
  }

  @Test
  void aVersionSaidAgainIsNoHarmButWithOtherWeightsItIs() {
    evidence.updates.add(TestingEvidence.update(2, "digest-2"));
    assertThat(violations()).isEmpty();
    evidence.updates.add(TestingEvidence.update(2, "other"));
    assertThat(violations()).containsExactly("version 2 was published with two weights");
  }

  @Test
  void aBatchLearnedFromTwiceIsFound() {
    evidence.steps.add(TestingEvidence.step(1));
    assertThat(violations())
        .containsExactly("the list of batches learned from is [0, 1, 1], expected [0, 1]");
  }

  @Test
  void anUnreadableRecordMustBecomeAFailure() {
    evidence.injected.unreadable(1, 7);
    assertThat(violations()).containsExactly("1 unreadable records without a failure: 1:7");
    evidence.failures.add(TestingEvidence.failure(1, 7));
    assertThat(violations()).isEmpty();
  }

  @Test
  void aFailureOfARecordInOrderIsFound() {
    evidence.failures.add(TestingEvidence.failure(0, 3));
    assertThat(violations())
        .containsExactly("1 failures of records that were in order: PARSE no event");
  }

  @Test
  void tokensOfAttemptsThatDidNotCountAreLost() {
    assertThat(evidence.build().lostTokens()).isZero();
    evidence.events.add(TestingEvidence.step("g0/s0", 1, 1, 10));
    evidence.events.add(TestingEvidence.step("g0/s0", 1, 1, 10));
    assertThat(evidence.build().lostTokens()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void anAnswerThatALaterAttemptTakesOverIsNotLost() {
    TrajectoryEvent taken = TestingEvidence.step("g0/s0", 1, 1, 10);
    taken.getAssistantStep().setRepeated(true);
    evidence.events.add(taken);
    evidence.episodes.set(0, TestingEvidence.diagnosis("g0/s0", 1, Verdict.PASSED));
    assertThat(evidence.build().lostTokens()).isZero();
  }

  @Test
  void anAttemptThatComesAfterTheEndOfItsEpisodeBeginsNothing() {
    evidence.events.add(TestingEvidence.event("g0/s0", 0, 2, EventKind.EPISODE_ENDED));
    evidence.events.add(TestingEvidence.event("g0/s0", 1, 0, EventKind.EPISODE_STARTED));
    assertThat(violations()).isEmpty();
  }

  @Test
  void anAttemptWhoseFirstEventsNeverCameBeginsAndDoesNotEnd() {
    evidence.events.add(TestingEvidence.event("g0/s0", 1, 2, EventKind.EPISODE_ENDED));
    evidence.events.add(TestingEvidence.event("g0/s0", 2, 0, EventKind.EPISODE_STARTED));
    assertThat(violations())
        .containsExactly("the ledger's count of episodes started is 4, expected 6");
  }

  @Test
  void anAttemptThatSupersedesAnotherBegins() {
    evidence.events.add(TestingEvidence.event("g0/s0", 1, 0, EventKind.EPISODE_STARTED));
    assertThat(violations())
        .containsExactly("the ledger's count of episodes started is 4, expected 5");
  }
}
