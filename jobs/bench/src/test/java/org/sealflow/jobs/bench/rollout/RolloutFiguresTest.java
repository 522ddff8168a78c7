package org.sealflow.jobs.bench.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;

class RolloutFiguresTest {
  private static final RolloutBenchmark.Settings SETTINGS =
      new RolloutBenchmark.Settings(
          1001, Duration.ofMillis(500), 2, Duration.ZERO, Duration.ofSeconds(2), 3);

  private static AnswerSpan span(long answers, long millis) {
    AnswerTimes times = new AnswerTimes();
    times.add(millis);
    return new AnswerSpan(answers, 2, answers * 300_000, times);
  }

  private static RolloutRound round(long answers, long bareAnswers, long middle, long end) {
    return new RolloutRound(
        new RolloutRound.Played(span(answers, 510), middle, end, 100), span(bareAnswers, 501));
  }

  private static Map<String, Figure> figures(RolloutRound... rounds) {
    Map<String, Figure> figures = new HashMap<>();
    RolloutFigures.of(SETTINGS, 7, List.of("abc", "abcde"), List.of(rounds))
        .figures()
        .forEach(figure -> assertThat(figures.put(figure.key(), figure)).isNull());
    return figures;
  }

  @Test
  void ratesAreMediansAndTheShareIsTheirs() {
    Map<String, Figure> figures =
        figures(round(1000, 4000, 50, 50), round(3600, 4200, 60, 660), round(3800, 100, 70, 80));

    assertThat(figures.get("answersPerSecond").value()).isEqualTo(1800.0);
    assertThat(figures.get("bareAnswersPerSecond").value()).isEqualTo(2000.0);
    assertThat(figures.get("shareOfBareClient").value()).isEqualTo(0.9);
    assertThat(figures.get("shareOfBareClient").goal()).isEqualTo(Goal.atLeast(0.9));
    assertThat(figures.get("p99Milliseconds").value()).isEqualTo(510.0);
    assertThat(figures.get("bareP50Milliseconds").value()).isEqualTo(501.0);
    assertThat(figures.get("cpuMicrosecondsPerAnswer").value()).isEqualTo(300.0);
  }

  @Test
  void memoryIsWhatEachEpisodeBetweenTheLooksAdds() {
    Map<String, Figure> figures =
        figures(round(1, 1, 500, 400), round(1, 1, 60, 660), round(1, 1, 70, 80));

    assertThat(figures.get("heapAtMiddleBytes").value()).isEqualTo(70.0);
    assertThat(figures.get("heapAtEndBytes").value()).isEqualTo(400.0);
    assertThat(figures.get("bytesPerEpisode").value()).isEqualTo(0.1);
    assertThat(figures.get("episodesBetween").value()).isEqualTo(300L);
  }

  @Test
  void theLoadIsSaidAsItWas() {
    Map<String, Figure> figures = figures(round(1, 1, 1, 1));

    assertThat(figures.get("inFlight").value()).isEqualTo(1000L);
    assertThat(figures.get("mostAnswersPerSecond").value()).isEqualTo(2000.0);
    assertThat(figures.get("tasks").value()).isEqualTo(7L);
    assertThat(figures.get("requests").value()).isEqualTo(2L);
    assertThat(figures.get("charactersPerRequest").value()).isEqualTo(4.0);
  }

  @Test
  void twoStretchesCountAsOne() {
    AnswerSpan both = span(10, 500).plus(span(30, 700));

    assertThat(both.perSecond()).isEqualTo(10);
    assertThat(both.cpuMicrosPerAnswer()).isEqualTo(300);
    assertThat(both.times().count()).isEqualTo(2);
    assertThat(both.times().millis(1)).isEqualTo(700);
  }
}
