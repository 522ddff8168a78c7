package org.sealflow.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sealflow.capability.BundlingOperator;
import org.sealflow.capability.EpisodeObservation;
import org.sealflow.evolve.FailureSpread.VersionFailures;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.TurnFailure;

class EvidenceOperatorTest {
  private OneInputStreamOperatorTestHarness<EpisodeObservation, EvolveInput> operator;

  @BeforeEach
  void open() throws Exception {
    operator = new OneInputStreamOperatorTestHarness<>(EvidenceOperator.factory());
    operator.open();
    // After it others wait; it does not count itself.
    send(new TestingObservation("first", "boxes").uncounted());
  }

  @AfterEach
  void close() throws Exception {
    operator.close();
  }

  private void send(TestingObservation... episodes) throws Exception {
    for (TestingObservation episode : episodes) {
      operator.processElement(episode.build(), 0);
    }
  }

  private List<EvolveInput> sent() throws Exception {
    operator.setProcessingTime(
        operator.getProcessingTime() + BundlingOperator.LONGEST_WAIT.toMillis());
    return operator.extractOutputValues();
  }

  private static EvidenceBundle of(EvolveInput input) {
    return Objects.requireNonNull(input.episodes());
  }

  private static TestingObservation missing(String episodeId) {
    return new TestingObservation(episodeId, "boxes")
        .fails("cd", TurnFailure.MISSING_CALL, FailureOrigin.OWN);
  }

  @Test
  void aThousandEpisodesOfAMomentAreOneRecordForTheirCategoryAndOneForAll() throws Exception {
    for (int i = 0; i < 1000; i++) {
      send(missing("e" + i));
    }

    assertThat(sent())
        .extracting(EvolveInput::key)
        .containsExactly(
            new EvolutionKey(TestingProfiles.RUN, "boxes"),
            new EvolutionKey(TestingProfiles.RUN, "*"));
    assertThat(sent())
        .allSatisfy(
            input -> {
              assertThat(of(input).samples()).hasSize(1000);
              assertThat(of(input).examples())
                  .containsEntry(
                      "cd::MISSING_CALL",
                      new EvidenceBundle.Examples(List.of("e997", "e998", "e999")));
              assertThat(of(input).spread())
                  .isEqualTo(
                      Map.of(
                          "boxes",
                          new FailureSpread(
                              List.of(
                                  new VersionFailures(
                                      0,
                                      Map.of(
                                          "*::MISSING_CALL", 1000L, "cd::MISSING_CALL", 1000L))))));
            });
  }

  @Test
  void categoriesAndRunsAreApart() throws Exception {
    send(
        missing("1"),
        new TestingObservation("2", "files").version(4).uses("ls"),
        missing("3").run("another run"));

    assertThat(sent())
        .extracting(EvolveInput::key)
        .containsExactly(
            new EvolutionKey(TestingProfiles.RUN, "boxes"),
            new EvolutionKey(TestingProfiles.RUN, "*"),
            new EvolutionKey(TestingProfiles.RUN, "files"),
            new EvolutionKey("another run", "boxes"),
            new EvolutionKey("another run", "*"));
    assertThat(of(sent().get(1)).spread().keySet()).containsExactly("boxes", "files");
    assertThat(of(sent().get(1)).samples())
        .extracting(EvidenceBundle.Sample::version, EvidenceBundle.Sample::tools)
        .containsExactly(tuple(0L, List.of("cd")), tuple(4L, List.of("ls")));
  }

  @Test
  void anEpisodeThatDoesNotCountIsNoEvidence() throws Exception {
    send(missing("1").uncounted());

    assertThat(sent()).isEmpty();
  }

  @Test
  void anEpisodeThatCannotBeReadIsAFailureAndOthersAreSentOn() throws Exception {
    EpisodeObservation usable = missing("1").build();
    operator.processElement(
        new EpisodeObservation(
            "run",
            "2",
            0,
            usable.placement(),
            usable.patching(),
            usable.result(),
            null,
            usable.stamp()),
        0);
    send(missing("1"));

    assertThat(sent()).hasSize(2);
    assertThat(operator.getSideOutput(DeadLetters.FAILURES))
        .singleElement()
        .satisfies(failure -> assertThat(failure.getValue().getEpisodeId()).isEqualTo("2"));
  }
}
