package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.environment.VerifiedTurn;

/**
 * A turn of an attempt, over.
 *
 * @param facts its facts
 * @param endedAt event time of what ended it, milliseconds since the epoch; null for a turn never
 *     reached
 */
public record EndedTurn(VerifiedTurn facts, @Nullable Long endedAt) {
  static EndedTurn of(VerifiedTurn facts, long endedAt) {
    return new EndedTurn(facts, facts.reached() ? endedAt : null);
  }
}
