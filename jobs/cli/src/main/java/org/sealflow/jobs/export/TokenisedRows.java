package org.sealflow.jobs.export;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.schemas.TrainingSample;

/**
 * Episodes as rows of a tokenised data set of TRL, for training on the good turns alone: a token is
 * a label where its advantage is above 0. Such a data set has no weights, so how good a turn was is
 * not in it.
 */
final class TokenisedRows {
  /** The label of tokens without loss. */
  private static final int NO_LOSS = -100;

  private TokenisedRows() {}

  /** The row of an episode as a line; empty if nothing in it is better than its group. */
  static Optional<String> line(TrainingSample sample) {
    List<Integer> labels =
        IntStream.range(0, sample.getTokens().size())
            .mapToObj(token -> label(sample, token))
            .toList();
    return labels.stream().allMatch(label -> label == NO_LOSS)
        ? Optional.empty()
        : Optional.of(
            PlainJson.line(
                json -> {
                  json.writeStartObject();
                  json.writeFieldName("input_ids");
                  PlainJson.write(sample.getTokens(), json);
                  json.writeFieldName("labels");
                  PlainJson.write(labels, json);
                  json.writeEndObject();
                }));
  }

  private static int label(TrainingSample sample, int token) {
    return sample.getSampled().get(token) && sample.getAdvantages().get(token) > 0
        ? sample.getTokens().get(token)
        : NO_LOSS;
  }
}
