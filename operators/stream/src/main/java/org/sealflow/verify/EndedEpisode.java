package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EndReason;

/**
 * An attempt that has ended.
 *
 * @param reason why it ended
 * @param message what happened, where the reason does not say it all
 * @param endedAt milliseconds since the epoch
 * @param oldestPolicy the lowest policy version of its steps; null where unknown
 * @param newestPolicy the highest
 * @param calls how many calls the policy made
 */
public record EndedEpisode(
    VerifiedEpisode facts,
    EndReason reason,
    @Nullable String message,
    long endedAt,
    @Nullable Long oldestPolicy,
    @Nullable Long newestPolicy,
    int calls) {}
