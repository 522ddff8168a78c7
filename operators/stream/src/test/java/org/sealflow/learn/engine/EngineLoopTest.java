package org.sealflow.learn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.model.GenerationModel;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.sampling.SamplingSettings;

final class EngineLoopTest {
  @TempDir private Path folder;

  /** One is under way, one waits for a place, one comes in behind: nobody is left waiting. */
  @Test
  void aFailureIsToldToAllWhoWait() throws IOException {
    Path directory = TestingModelDirectory.write(folder.resolve("model"), 1);
    EngineSettings settings = EngineSettings.onCpu(100).withLimits(1, 10);
    GenerationModel model = GenerationModel.open(directory, settings.modelOptions());
    EngineLoop loop = new EngineLoop(model, settings);
    List<PendingAnswer> answers = List.of(answer(), answer(), answer());
    loop.order(taking(loop, answers.get(0), false));
    loop.order(taking(loop, answers.get(1), true));
    loop.run();
    loop.order(taking(loop, answers.get(2), false));
    for (PendingAnswer answer : answers) {
      assertThat(answer.future())
          .failsWithin(Duration.ofMinutes(1))
          .withThrowableThat()
          .withMessageContaining(
              "the policy engine failed: java.lang.IllegalStateException: out of memory");
    }
    assertThat(loop.failure()).contains("out of memory");
  }

  @Test
  void anErrorIsToldToWhoWaitsForTheOrderAndEndsTheLoop() throws IOException {
    Path directory = TestingModelDirectory.write(folder.resolve("model"), 1);
    EngineSettings settings = EngineSettings.onCpu(100);
    GenerationModel model = GenerationModel.open(directory, settings.modelOptions());
    EngineLoop loop = new EngineLoop(model, settings);
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    CompletableFuture<Void> done = new CompletableFuture<>();
    CompletableFuture<Void> behind = new CompletableFuture<>();
    loop.order(
        EngineLoop.command(
            () -> {
              throw error;
            },
            done));
    loop.order(EngineLoop.command(() -> {}, behind));
    loop.run();
    assertThat(done).failsWithin(Duration.ZERO).withThrowableThat().withCause(error);
    assertThat(behind)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("OutOfMemoryError: Java heap space");
    assertThat(loop.failure()).contains("Java heap space");
  }

  private static PendingAnswer answer() {
    SamplingSettings sampling = new SamplingSettings(1, 1, 0, 50, 1);
    return new PendingAnswer(
        new GenerationRequest(new int[] {1, 2, 3}, sampling), null, Runnable::run);
  }

  /** Takes a request in, and breaks the loop a round later where asked to. */
  private static EngineLoop.Order taking(EngineLoop loop, PendingAnswer answer, boolean thenBreak) {
    return new EngineLoop.Order() {
      @Override
      public void carryOut() {
        loop.accept(answer);
        if (thenBreak) {
          loop.order(breaking(loop));
        }
      }

      @Override
      public void refuse(String reason) {
        answer.fail(PolicyException.Cause.ENGINE, reason);
      }
    };
  }

  /** Breaks the loop once an answer is under way. */
  private static EngineLoop.Order breaking(EngineLoop loop) {
    return new EngineLoop.Order() {
      @Override
      public void carryOut() {
        if (loop.statistics().rows() > 0) {
          throw new IllegalStateException("out of\n memory");
        }
        loop.order(this);
      }

      @Override
      public void refuse(String reason) {}
    };
  }
}
