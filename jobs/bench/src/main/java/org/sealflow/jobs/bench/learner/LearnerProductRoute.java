package org.sealflow.jobs.bench.learner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ForwardPass;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.Generator;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.Optimizer;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.sampling.SamplingSettings;

/** The learner's own way: the hot functions in TorchScript. */
final class LearnerProductRoute implements LearnerRoute {
  private final LearnerLoad load;
  private final PolicyModel model;
  private final Optimizer optimizer;
  private final Generator generator;
  private final TokenBatch batch;
  private final float[][] gradient;
  private final List<GenerationRequest> requests = new ArrayList<>();

  LearnerProductRoute(Path directory, LearnerLoad load, String device) {
    this.load = load;
    LearnerShape shape = load.shape();
    ModelOptions options =
        ModelOptions.onCpu(Math.max(shape.tokens(), 2 * shape.promptTokens() + 1))
            .withDevice(device)
            .withPrecision(shape.precision());
    model =
        shape.adapterRank() == 0
            ? PolicyModel.fullyTrained(directory, options)
            : PolicyModel.withNewAdapters(
                directory, options, LoraConfig.everywhere(shape.adapterRank()), 1);
    optimizer = new Optimizer(model, AdamWSettings.standard());
    generator = new Generator(model, Set.of(), 0);
    batch = new TokenBatch(Arrays.stream(load.rows()).map(TokenSequence::allScored).toList());
    gradient = load.gradient();
    for (int prompt = 0; prompt < shape.prompts(); prompt++) {
      requests.add(
          new GenerationRequest(
              load.prompts()[prompt], new SamplingSettings(1, 1, 0, shape.promptTokens(), prompt)));
    }
  }

  @Override
  public void run(LearnerWork work) {
    switch (work) {
      case FORWARD -> model.logProbs(batch, 1);
      case TRAINING -> train(batch, gradient);
      case GENERATION -> generate();
    }
  }

  private void generate() {
    long sampled =
        generator.generate(requests).stream().mapToLong(row -> row.tokens().length).sum();
    if (sampled != load.shape().tokens(LearnerWork.GENERATION)) {
      throw new IllegalStateException("sampled " + sampled + " tokens");
    }
  }

  /** A step over rows of which every token but the first counts. */
  void train(TokenBatch rows, float[][] gradientOfLogProbs) {
    try (ForwardPass pass = model.forward(rows, 1)) {
      pass.backward(gradientOfLogProbs);
    }
    optimizer.step(LearnerLoad.RATE, LearnerLoad.LARGEST_NORM);
  }

  /** Frees memory as the learner's operator does after each step. */
  void releaseMemory() {
    model.releaseMemory();
  }

  @Override
  public float[][] logProbs() {
    return model.logProbs(batch, 1);
  }

  @Override
  public void close() {
    generator.close();
    optimizer.close();
    model.close();
  }
}
