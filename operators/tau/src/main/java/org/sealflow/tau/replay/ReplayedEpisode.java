package org.sealflow.tau.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.world.TauWorld;
import org.sealflow.tau.world.ToolAnswer;

/**
 * The result of an episode.
 *
 * @param task null if it has none
 * @param results one per call
 * @param end the world after the last call
 * @param judgement null without a task
 * @param drift how many recorded results were not found again
 * @param lenient whether one of those is of a call that can change data: the benchmark's strict
 *     evaluation refuses such an episode, and its lenient one scores it as is done here
 */
public record ReplayedEpisode(
    RecordedConversation recorded,
    @Nullable PreparedTask task,
    List<ToolAnswer> results,
    TauWorld end,
    @Nullable Judgement judgement,
    int drift,
    boolean lenient) {
  public String id() {
    return recorded.id();
  }

  /** The domain it was played in. */
  public String domain() {
    return recorded.domain();
  }

  /** The same under another id. */
  public ReplayedEpisode as(String id) {
    RecordedConversation renamed =
        new RecordedConversation(id, recorded.domain(), recorded.task(), recorded.conversation());
    return new ReplayedEpisode(renamed, task, results, end, judgement, drift, lenient);
  }

  ReplayedEpisode judged(PreparedTask of, Judgement verdict) {
    return new ReplayedEpisode(recorded, of, results, end, verdict, drift, lenient);
  }
}
