package org.sealflow.serve;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.sealflow.model.sampling.SamplingSettings;

/**
 * The sampling that a request asks for.
 *
 * @param choices answers to each prompt, at least 1
 * @param settings of the first of them; each further one starts from the next seed, so that a
 *     prompt's answers are the same alone or among others
 * @param stopTokens ids that end an answer
 * @param stopTexts texts that end an answer and are no part of it
 * @param skipSpecial whether special tokens are left out of the text
 */
record RequestedSampling(
    int choices,
    SamplingSettings settings,
    Set<Integer> stopTokens,
    List<String> stopTexts,
    boolean skipSpecial) {
  private static final int MOST_CHOICES = 128;
  private static final int MOST_STOPS = 16;
  private static final double MOST_TEMPERATURE = 10;

  RequestedSampling {
    stopTokens = Set.copyOf(stopTokens);
    stopTexts = List.copyOf(stopTexts);
  }

  /**
   * Reads the fields.
   *
   * @param maxTokens most tokens of an answer
   * @param endOfTurn ids with which the model ends its turn
   * @param seeds gives one where the request has none
   */
  static RequestedSampling read(
      RequestFields fields, int maxTokens, Set<Integer> endOfTurn, LongSupplier seeds) {
    SamplingSettings settings =
        new SamplingSettings(
            fields.number("temperature", 1, 0, false, MOST_TEMPERATURE),
            fields.number("top_p", 1, 0, true, 1),
            topK(fields),
            maxTokens,
            seed(fields, seeds));
    Set<Integer> stops = new HashSet<>(fields.tokenIds("stop_token_ids"));
    if (!fields.flag("ignore_eos", false)) {
      stops.addAll(endOfTurn);
    }
    return new RequestedSampling(
        fields.count("n", 1, 1, MOST_CHOICES),
        settings,
        stops,
        fields.texts("stop", MOST_STOPS),
        fields.flag("skip_special_tokens", true));
  }

  /** Both -1 and 0 are in use for all tokens. */
  private static int topK(RequestFields fields) {
    return Math.max(0, fields.count("top_k", 0, -1, Integer.MAX_VALUE));
  }

  private static long seed(RequestFields fields, LongSupplier seeds) {
    Long seed = fields.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    return seed == null ? seeds.getAsLong() : seed;
  }

  /** The settings of an answer to a prompt, counted from 0. */
  SamplingSettings settings(int choice) {
    return settings.withSeed(settings.seed() + choice);
  }
}
