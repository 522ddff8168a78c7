package org.sealflow.jobs.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;

class LoopFiguresTest {
  private static final LoopBenchmark.Settings SETTINGS =
      new LoopBenchmark.Settings(
          4, Duration.ZERO, Duration.ZERO, 1, 1, 1, Duration.ZERO, Duration.ZERO);
  private static final long MILLI = 1_000_000;

  private static Activation activation(String key, long patched, @Nullable Long shown) {
    return new Activation(
        key, 0L, 1 * MILLI, patched, shown, new Activation.Manifests(4, shown == null ? 1 : 0));
  }

  private static Map<String, Figure> figures(List<Activation> activations) {
    Map<String, Figure> figures = new HashMap<>();
    LoopFigures.of(
            SETTINGS,
            new PlantedWeakness(List.of(), List.of()),
            new LoopFigures.Measured(activations, 2, 150))
        .figures()
        .forEach(figure -> assertThat(figures.put(figure.key(), figure)).isNull());
    return figures;
  }

  @Test
  void percentilesAreOverTheActivationsThatWereShown() {
    List<Activation> activations = new ArrayList<>();
    for (long i = 1; i <= 100; i++) {
      activations.add(activation("p", 3 * MILLI, (1 + i) * MILLI));
    }
    activations.add(activation("q", 903 * MILLI, null));

    Map<String, Figure> figures = figures(activations);

    assertThat(figures.get("shownP50Milliseconds").value()).isEqualTo(50.0);
    assertThat(figures.get("shownP90Milliseconds").value()).isEqualTo(90.0);
    assertThat(figures.get("shownP99Milliseconds").value()).isEqualTo(99.0);
    assertThat(figures.get("shownMaxMilliseconds").value()).isEqualTo(100.0);
    assertThat(figures.get("evidenceP99Milliseconds").value()).isEqualTo(2.0);
    assertThat(figures.get("evidenceMaxMilliseconds").value()).isEqualTo(902.0);
    assertThat(figures.get("manifests").value()).isEqualTo(404);
    assertThat(figures.get("manifestsWithout").value()).isEqualTo(1);
    assertThat(figures.get("patchP99Milliseconds").value()).isEqualTo(3.0);
    assertThat(figures.get("patchMaxMilliseconds").value()).isEqualTo(903.0);
    assertThat(figures.get("activations").value()).isEqualTo(100L);
    assertThat(figures.get("activationsNotShown").value()).isEqualTo(1L);
    assertThat(figures.get("episodesPerSecond").value()).isEqualTo(75.0);
  }

  @Test
  void theGoalsAreASecondAndAsManyActivationsAsAskedFor() {
    Map<String, Figure> figures = figures(List.of(activation("p", 3 * MILLI, 9 * MILLI)));

    assertThat(figures.get("evidenceP99Milliseconds").goal()).isEqualTo(Goal.atMost(1000));
    assertThat(figures.get("manifestsWithout").goal()).isEqualTo(Goal.atMost(0));
    assertThat(figures.get("shownP99Milliseconds").goal()).isNull();
    assertThat(figures.get("activations").goal()).isEqualTo(Goal.atLeast(4));
    assertThat(figures.get("patchP99Milliseconds").goal()).isNull();
  }
}
