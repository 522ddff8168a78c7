package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.capability.TestingHarness.Bundling;
import org.sealflow.diagnose.TagCell;
import org.sealflow.schemas.EvidenceKind;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;

class TallyOperatorTest {
  private static Bundling<RunTally> tally() throws Exception {
    return Bundling.open(BundlingOperatorFactory.tally());
  }

  /** Lets an episode pass after which others wait. */
  private static Bundling<RunTally> waiting() throws Exception {
    return tally().send(TestingEpisode.passed("first").run("another run").observation());
  }

  @Test
  void aThousandEpisodesOfAMomentAreOneRecordForTheirRun() throws Exception {
    try (Bundling<RunTally> tally = waiting()) {
      for (int i = 0; i < 1000; i++) {
        TestingEpisode episode =
            i % 4 == 0 ? TestingEpisode.passed("" + i) : TestingEpisode.failed("" + i);
        tally.send(episode.by(2).batch(3).group("group " + i % 2, 8).tags(Tag.PASS).observation());
      }
      tally.pass(BundlingOperator.LONGEST_WAIT);

      assertThat(tally.out())
          .hasSize(2)
          .last()
          .isEqualTo(
              new RunTally(
                  "run",
                  2,
                  3,
                  Map.of("pass", new TagCell(1000, 250, 250, 0)),
                  Map.of(),
                  Map.of("group 0", 500, "group 1", 500)));
    }
  }

  @Test
  void versionsBatchesAndRunsAreSummedApartOlderVersionsFirst() throws Exception {
    try (Bundling<RunTally> tally = waiting()) {
      tally
          .send(TestingEpisode.failed("1").by(3).batch(4).observation())
          .send(TestingEpisode.failed("2").by(2).batch(4).observation())
          .send(TestingEpisode.failed("3").by(3).batch(3).observation())
          .send(TestingEpisode.failed("4").by(1).batch(1).run("b run").observation())
          .prepareCheckpoint();

      assertThat(tally.out().subList(1, tally.out().size()))
          .extracting(each -> each.runId() + each.policyVersion() + "/" + each.batchNumber())
          .containsExactly("b run1/1", "run2/4", "run3/3", "run3/4");
    }
  }

  @Test
  void anEpisodeThatDoesNotCountOnlyEnds() throws Exception {
    try (Bundling<RunTally> tally = tally()) {
      tally.send(
          TestingEpisode.broken("1").batch(0).group("a", 2).tags(Tag.GT_ERROR).observation());

      assertThat(tally.last())
          .isEqualTo(new RunTally("run", -1, 0, Map.of(), Map.of(), Map.of("a", 1)));
    }
  }

  @Test
  void patternsAreCountedAsOftenAsTheyOccur() throws Exception {
    TestingEpisode episode = TestingEpisode.failed("1");
    for (int turn = 0; turn < 2; turn++) {
      episode.turn(
          new TestingTurn(turn)
              .tag(Tag.EMPTY_TURN_MODEL_RESPONSE)
              .fails(TurnFailure.MISSING_CALL, FailureOrigin.OWN)
              .shows(EvidenceKind.MISSING_CALL, "ls"));
    }
    try (Bundling<RunTally> tally = tally()) {
      tally.send(episode.observation());

      assertThat(tally.last().patterns()).isEqualTo(Map.of("ls::MISSING_CALL", 2L));
    }
  }
}
