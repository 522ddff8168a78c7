package org.sealflow.jobs.files;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded trajectory.
 *
 * @param id its own id
 * @param taskId the task
 * @param asOfDate the date it carries, or null
 * @param modelName the model it names, or null
 * @param turns its turns of steps; empty if there is an inference error
 * @param inferenceError the error text it holds instead of turns, or null
 */
public record RecordedEpisode(
    String id,
    String taskId,
    @Nullable String asOfDate,
    @Nullable String modelName,
    List<List<Step>> turns,
    @Nullable String inferenceError) {
  /**
   * One step.
   *
   * @param calls the calls to execute
   * @param text the reply where it holds no call, else null
   * @param undecodable whether the reply tried to call something and decodes to nothing
   */
  public record Step(List<String> calls, @Nullable String text, boolean undecodable) {
    static Step of(List<String> calls) {
      return new Step(calls, null, false);
    }

    static Step reply(String text) {
      return new Step(List.of(), text, false);
    }

    static Step undecodable(String text) {
      return new Step(List.of(), text, true);
    }
  }
}
