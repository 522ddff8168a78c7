package org.sealflow.learn.model;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SamplingSettings;

/** A continuation that is being sampled. */
final class GenerationRow {
  private static final int ROOM = 64;

  private final int promptLength;
  private final int limit;
  private final SamplingSettings sampling;
  private final SplittableRandom random;
  private int[] tokens;
  private float[] logProbs = new float[ROOM];
  private int length;
  private @Nullable FinishReason finished;

  GenerationRow(GenerationRequest request, int contextLength) {
    promptLength = request.prompt().length;
    sampling = request.sampling();
    limit = (int) Math.min(contextLength, (long) promptLength + sampling.maxTokens());
    random = new SplittableRandom(sampling.seed());
    tokens = Arrays.copyOf(request.prompt(), promptLength + ROOM);
    length = promptLength;
  }

  SamplingSettings sampling() {
    return sampling;
  }

  /** The token to be read next. */
  int lastToken() {
    return tokens[length - 1];
  }

  /** The position of the token to be read next. */
  int position() {
    return length - 1;
  }

  /** What decides the next draw, from 0 up to but not 1. */
  double nextUniform() {
    return random.nextDouble();
  }

  void append(int token, float logProb, Set<Integer> stopTokens) {
    if (length == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * length);
    }
    int sampled = length - promptLength;
    if (sampled == logProbs.length) {
      logProbs = Arrays.copyOf(logProbs, 2 * sampled);
    }
    tokens[length++] = token;
    logProbs[sampled] = logProb;
    if (stopTokens.contains(token)) {
      finished = FinishReason.STOP_TOKEN;
    } else if (length == limit) {
      finished = FinishReason.LENGTH;
    }
  }

  boolean isFinished() {
    return finished != null;
  }

  /** The tokens read so far: all but the last. */
  int[] tokensRead() {
    return Arrays.copyOf(tokens, length - 1);
  }

  Generation result() {
    if (finished == null) {
      throw new IllegalStateException("the row is not finished");
    }
    return new Generation(
        Arrays.copyOfRange(tokens, promptLength, length),
        Arrays.copyOf(logProbs, length - promptLength),
        finished);
  }
}
