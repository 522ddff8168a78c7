package org.sealflow.learn;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.OptimizerStep;
import org.sealflow.model.Snapshot;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.SafeTensors;
import org.sealflow.schemas.WeightsFormat;

/**
 * The smallest policy that learns: one logit for each token, whatever precedes it, trained by
 * gradient descent with momentum.
 */
public final class TestingPolicy implements TrainablePolicy {
  public static final int VOCABULARY = 8;
  private static final double MOMENTUM = 0.9;

  /** The behaviour that a test asks for. */
  public static final class Hooks {
    public volatile Runnable beforePass = () -> {};
    public volatile Runnable beforeSave = () -> {};
    public volatile boolean overflows;
    public volatile int longest = Integer.MAX_VALUE;
    public final List<Long> restored = new ArrayList<>();
    public final AtomicInteger steps = new AtomicInteger();
    public final AtomicInteger releases = new AtomicInteger();
    public final AtomicInteger learnedRows = new AtomicInteger();
    public final AtomicInteger scoredRows = new AtomicInteger();
    public volatile boolean closed;
  }

  private final Hooks hooks;
  private float[] logits = new float[VOCABULARY];
  private float[] momentum = new float[VOCABULARY];
  private final double[] gradient = new double[VOCABULARY];
  private long updates;

  public TestingPolicy(Hooks hooks) {
    this.hooks = hooks;
  }

  @Override
  public WeightsFormat format() {
    return WeightsFormat.SAFETENSORS;
  }

  @Override
  public Optional<String> problem(TrainingSequence sequence) {
    return sequence.length() > hooks.longest ? Optional.of("too long") : Optional.empty();
  }

  /** The header is the token 0, and a message as many tokens 7 as it has characters. */
  @Override
  public MessageTokens messages() {
    return new MessageTokens() {
      @Override
      public int[] header() {
        return new int[] {0};
      }

      @Override
      public int[] message(String text) {
        int[] ids = new int[text.length()];
        Arrays.fill(ids, 7);
        return ids;
      }
    };
  }

  @Override
  public TokenBatch batch(List<TrainingSequence> rows) {
    return new TokenBatch(rows.stream().map(TrainingSequence::modelSequence).toList());
  }

  @Override
  public float[][] logProbs(List<TrainingSequence> rows) {
    hooks.scoredRows.addAndGet(rows.size());
    return scores(rows, logits);
  }

  @Override
  public float[][] referenceLogProbs(List<TrainingSequence> rows) {
    return scores(rows, new float[VOCABULARY]);
  }

  private static float[][] scores(List<TrainingSequence> rows, float[] logits) {
    double[] probabilities = softmax(logits);
    float[][] scores = new float[rows.size()][];
    for (int row = 0; row < scores.length; row++) {
      TrainingSequence sequence = rows.get(row);
      scores[row] = new float[sequence.length()];
      for (int i = 0; i < sequence.length(); i++) {
        if (sequence.sampled()[i]) {
          scores[row][i] = (float) Math.log(probabilities[sequence.tokens()[i]]);
        }
      }
    }
    return scores;
  }

  private static double[] softmax(float[] logits) {
    double[] shares = new double[logits.length];
    double sum = 0;
    for (int token = 0; token < logits.length; token++) {
      shares[token] = Math.exp(logits[token]);
      sum += shares[token];
    }
    for (int token = 0; token < logits.length; token++) {
      shares[token] /= sum;
    }
    return shares;
  }

  /** Probability of a token, 0 to 1. */
  public double probability(int token) {
    return softmax(logits)[token];
  }

  @Override
  public Pass forward(List<TrainingSequence> rows) {
    hooks.learnedRows.addAndGet(rows.size());
    hooks.beforePass.run();
    return new Pass() {
      @Override
      public float[][] logProbs() {
        return scores(rows, logits);
      }

      @Override
      public void backward(float[][] gradientOfLogProbs) {
        double[] probabilities = softmax(logits);
        for (int row = 0; row < rows.size(); row++) {
          gather(rows.get(row), gradientOfLogProbs[row], probabilities);
        }
      }

      @Override
      public void close() {}
    };
  }

  private void gather(TrainingSequence sequence, float[] slopes, double[] probabilities) {
    for (int i = 0; i < slopes.length; i++) {
      if (sequence.sampled()[i]) {
        for (int token = 0; token < VOCABULARY; token++) {
          double own = token == sequence.tokens()[i] ? 1 : 0;
          gradient[token] += slopes[i] * (own - probabilities[token]);
        }
      }
    }
  }

  @Override
  public OptimizerStep step(double learningRate, double largestNorm) {
    double squares = 0;
    for (double value : gradient) {
      squares += value * value;
    }
    double norm = hooks.overflows ? Double.NaN : Math.sqrt(squares);
    if (!Double.isFinite(norm)) {
      return new OptimizerStep(norm, false);
    }
    double scale = Math.min(1, largestNorm / norm);
    for (int token = 0; token < VOCABULARY; token++) {
      momentum[token] = (float) (MOMENTUM * momentum[token] + scale * gradient[token]);
      logits[token] -= (float) (learningRate * momentum[token]);
      gradient[token] = 0;
    }
    updates++;
    hooks.steps.incrementAndGet();
    return new OptimizerStep(norm, true);
  }

  @Override
  public long updates() {
    return updates;
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(updates, tensor(logits), tensor(momentum), tensor(new float[VOCABULARY]));
  }

  private static List<HostTensor> tensor(float[] values) {
    return List.of(new HostTensor("logits", List.of((long) values.length), values.clone()));
  }

  @Override
  public void restore(Snapshot snapshot) {
    updates = snapshot.steps();
    hooks.restored.add(updates);
    logits = snapshot.weights().get(0).values().clone();
    momentum = snapshot.firstMoments().get(0).values().clone();
    Arrays.fill(gradient, 0);
  }

  @Override
  public void save(Path directory) {
    hooks.beforeSave.run();
    try {
      Files.createDirectory(directory);
      try (OutputStream file = Files.newOutputStream(directory.resolve("model.safetensors"))) {
        SafeTensors.write(file, tensor(logits), Map.of("format", "pt"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void releaseMemory() {
    hooks.releases.incrementAndGet();
  }

  @Override
  public void close() {
    hooks.closed = true;
  }
}
