package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * An evaluation of a span.
 *
 * @param trace the judged span's trace
 * @param span the judged span
 * @param name what was evaluated
 * @param score its value; null if there is none
 */
record OtelEvaluation(String trace, String span, String name, @Nullable Double score) {
  static OtelEvaluation of(OtelSpan event) {
    JsonNode score = event.attributes().get("gen_ai.evaluation.score.value");
    return new OtelEvaluation(
        event.trace(),
        event.id(),
        event.text("gen_ai.evaluation.name"),
        score != null && score.isNumber() ? Double.valueOf(score.doubleValue()) : null);
  }
}
