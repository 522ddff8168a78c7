package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Repair;

/**
 * An attempt that has ended.
 *
 * @param reason why it ended
 * @param message what happened, where the reason does not say it all
 * @param endedAt milliseconds since the epoch
 * @param oldestPolicy the lowest policy version of its steps; null where unknown
 * @param newestPolicy the highest
 * @param calls how many calls the policy made
 * @param repair the smallest change that would have made it pass; null where none was searched for
 */
public record EndedEpisode(
    VerifiedEpisode facts,
    EndReason reason,
    @Nullable String message,
    long endedAt,
    @Nullable Long oldestPolicy,
    @Nullable Long newestPolicy,
    int calls,
    @Nullable Repair repair) {
  /** The same with what the search for a repair came to. */
  EndedEpisode with(@Nullable Repair found) {
    return new EndedEpisode(
        facts, reason, message, endedAt, oldestPolicy, newestPolicy, calls, found);
  }
}
