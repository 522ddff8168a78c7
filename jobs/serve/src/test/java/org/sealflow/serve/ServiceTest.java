package org.sealflow.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.model.sampling.SamplingSettings;

class ServiceTest {
  private final TestingEngine engine = new TestingEngine();
  private final ServerMetrics metrics = new ServerMetrics();
  private final Service service =
      new Service(
          new Sampler(engine, TestingServer.SETTINGS, TestingServer.CLOCK, metrics),
          TestingServer.text(),
          new ServedModels(
              "nano",
              Path.of("/models/nano"),
              TestingEngine.CONTEXT,
              TestingServer.CLOCK.instant()),
          new RequestIds(0),
          () -> TestingServer.SEED,
          metrics,
          TestingServer.CLOCK);

  private static RequestedSampling sampling(int choices) {
    return new RequestedSampling(
        choices, new SamplingSettings(1, 1, 0, 16, 0), Set.of(), List.of(), true);
  }

  @Test
  void aRequestForTooManyAnswersIsRefusedBeforeAnyOfThemTakesMemory() {
    List<List<Integer>> prompts = Collections.nCopies(20_000_000, List.of(1));
    assertThatThrownBy(() -> service.answers(prompts, sampling(128), null))
        .isInstanceOfSatisfying(
            ApiError.class, refused -> assertThat(refused.status()).isEqualTo(400))
        .hasMessage("the request asks for 2560000000 answers (prompts × n), expected at most 512");
    assertThat(engine.asked).isEmpty();
  }
}
