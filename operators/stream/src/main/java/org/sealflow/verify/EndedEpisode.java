package org.sealflow.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Repair;

/**
 * An attempt that has ended.
 *
 * @param reason why it ended
 * @param message what happened, where the reason does not say it all
 * @param endedAt milliseconds since the epoch
 * @param oldestPolicy the lowest policy version of its steps; null if unknown
 * @param newestPolicy the highest
 * @param calls how many calls the policy made
 * @param repair the smallest change that would have made it pass; null if none was searched for
 * @param turns its turns in order, unreached ones included
 * @param steps the events of the policy's steps in order, where the settings ask for them and the
 *     episode is one to train on; else empty
 */
public record EndedEpisode(
    VerifiedEpisode facts,
    EndReason reason,
    @Nullable String message,
    long endedAt,
    @Nullable Long oldestPolicy,
    @Nullable Long newestPolicy,
    int calls,
    @Nullable Repair repair,
    List<EndedTurn> turns,
    List<ReceivedEvent> steps) {
  /** The same with what the search for a repair came to. */
  EndedEpisode with(@Nullable Repair found) {
    return new EndedEpisode(
        facts, reason, message, endedAt, oldestPolicy, newestPolicy, calls, found, turns, steps);
  }

  /** The same with the events of the policy's steps. */
  EndedEpisode with(List<ReceivedEvent> events) {
    return new EndedEpisode(
        facts, reason, message, endedAt, oldestPolicy, newestPolicy, calls, repair, turns, events);
  }
}
