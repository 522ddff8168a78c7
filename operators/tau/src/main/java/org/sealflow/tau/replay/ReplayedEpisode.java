package org.sealflow.tau.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.world.CallResult;
import org.sealflow.tau.world.TauWorld;

/**
 * The result of an episode.
 *
 * @param domain the domain it was played in
 * @param results one per call
 * @param end the world after the last call
 * @param judgement null without a task
 * @param drift how many recorded results were not found again
 */
public record ReplayedEpisode(
    String id,
    String domain,
    List<CallResult> results,
    TauWorld end,
    @Nullable Judgement judgement,
    int drift) {}
