package org.sealflow.model;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.sampling.SamplingSettings;

/** A continuation that is being sampled. */
public final class GenerationRow {
  private static final int ROOM = 64;

  private final int promptLength;
  private final int limit;
  private final SamplingSettings sampling;
  private final Set<Integer> stopTokens;
  private final SplittableRandom random;
  private int[] tokens;
  private float[] logProbs = new float[ROOM];
  private int length;
  private @Nullable FinishReason finished;

  GenerationRow(GenerationRequest request, int contextLength) {
    promptLength = request.prompt().length;
    sampling = request.sampling();
    stopTokens = request.stopTokens();
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

  /** The random number of the next draw, from 0 up to but not 1. */
  double nextUniform() {
    return random.nextDouble();
  }

  void append(int token, float logProb) {
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

  /** Whether it has ended. */
  public boolean isFinished() {
    return finished != null;
  }

  /** The tokens so far, those of the prompt first. */
  int[] tokens() {
    return Arrays.copyOf(tokens, length);
  }

  /** The tokens read so far: all but the last. */
  int[] tokensRead() {
    return Arrays.copyOf(tokens, length - 1);
  }

  /**
   * The completion.
   *
   * @throws IllegalStateException if it has not ended
   */
  public Generation result() {
    if (finished == null) {
      throw new IllegalStateException("the row is not finished");
    }
    return new Generation(
        Arrays.copyOfRange(tokens, promptLength, length),
        Arrays.copyOf(logProbs, length - promptLength),
        finished);
  }
}
