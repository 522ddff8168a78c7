package org.sealflow.learn.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.schemas.Mode;

/**
 * The episode a session is opened for.
 *
 * @param runId the run it belongs to
 * @param episodeId its name
 * @param attempt which attempt at it, from 0
 * @param taskId the task played
 * @param mode training episodes ask for token ids, where the policy has them
 * @param tools the docs of the tools shown at the start, each a JSON object as shown
 * @param sampling how to sample
 * @param instructions what the system prompt says besides the tools; null if nothing
 */
public record EpisodeContext(
    String runId,
    String episodeId,
    int attempt,
    String taskId,
    Mode mode,
    List<String> tools,
    SamplingSettings sampling,
    @Nullable String instructions) {
  /** Copies the list. */
  public EpisodeContext {
    tools = List.copyOf(tools);
  }

  /** An episode of which the tools are all that the system prompt says. */
  public EpisodeContext(
      String runId,
      String episodeId,
      int attempt,
      String taskId,
      Mode mode,
      List<String> tools,
      SamplingSettings sampling) {
    this(runId, episodeId, attempt, taskId, mode, tools, sampling, null);
  }
}
