package org.sealflow.jobs.bench.attribution;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.check.EpisodePass;
import org.sealflow.bfcl.check.TaskProgram;
import org.sealflow.bfcl.check.TurnPass;
import org.sealflow.bfcl.verify.BfclTask;
import org.sealflow.generate.GeneratedTask;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.verify.PlayedCalls;

/**
 * An episode that passes the official check, and what is made of it: the calls of each turn, one
 * per step.
 *
 * @param asOf today, where known
 */
record PassingEpisode(
    BfclTask task, String modelName, @Nullable LocalDate asOf, List<List<String>> turns) {
  private static final String MODEL = "oracle";

  /** Today in generated episodes: a planted call may ask for it, the ground truth never does. */
  private static final LocalDate TODAY = LocalDate.of(2026, 1, 15);

  PassingEpisode {
    turns = turns.stream().map(List::copyOf).toList();
  }

  /** A generated task as a policy plays it that makes the ground truth's calls. */
  static PassingEpisode of(GeneratedTask generated, GeneratorSources sources) {
    BfclTask task =
        new BfclTask(
            new TaskProgram(generated.task(), sources.longContext()), generated.documents());
    return new PassingEpisode(task, MODEL, TODAY, generated.task().groundTruth());
  }

  /** A recorded trajectory, steps taken apart; null if it does not pass. */
  static @Nullable PassingEpisode of(Trajectory trajectory) {
    List<List<String>> turns = new ArrayList<>();
    for (List<List<String>> steps : trajectory.executed()) {
      turns.add(steps.stream().flatMap(List::stream).toList());
    }
    PassingEpisode episode =
        new PassingEpisode(trajectory.task(), trajectory.modelName(), trajectory.asOf(), turns);
    return episode.passes() ? episode : null;
  }

  /** The same with other calls. */
  PassingEpisode with(List<List<String>> otherTurns) {
    return new PassingEpisode(task, modelName, asOf, otherTurns);
  }

  /** Whether the official check passes. */
  boolean passes() {
    EpisodePass pass = new EpisodePass(task.program(), modelName, asOf);
    for (int turn = 0; turn < Math.min(turns.size(), pass.turnCount()); turn++) {
      TurnPass unused = pass.turn(steps(turns.get(turn)));
      if (pass.lastTurnFails()) {
        return false;
      }
    }
    return turns.size() == pass.turnCount();
  }

  /** The executed calls, in the form that a search for repairs takes. */
  PlayedCalls played() {
    return new PlayedCalls(
        task, modelName, asOf, turns.stream().map(PassingEpisode::steps).toList());
  }

  private static List<List<String>> steps(List<String> calls) {
    return calls.stream().map(List::of).toList();
  }
}
