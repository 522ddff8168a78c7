package org.sealflow.jobs.bench.verify;

import java.util.List;
import org.sealflow.environment.CallResult;
import org.sealflow.environment.World;
import org.sealflow.tau.judge.PreparedTask;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.TauWorld;

/** A world after the calls of an episode, and the two ways to have another one like it. */
interface PlayedWorld {
  /** Copies it. */
  boolean copy();

  /** Opens a new one and executes the calls. */
  boolean executeAgain();

  /** How many calls those are. */
  int calls();

  /** The world that the executed calls of a trajectory of BFCL leave. */
  static PlayedWorld of(Trajectory trajectory) {
    List<String> calls =
        trajectory.executed().stream().flatMap(List::stream).flatMap(List::stream).toList();
    World played = played(trajectory, calls);
    return new PlayedWorld() {
      @Override
      public boolean copy() {
        return played.copy() != played;
      }

      @Override
      public boolean executeAgain() {
        return played(trajectory, calls) != played;
      }

      @Override
      public int calls() {
        return calls.size();
      }
    };
  }

  private static World played(Trajectory trajectory, List<String> calls) {
    World world = trajectory.task().world(trajectory.modelName(), trajectory.asOf());
    for (String call : calls) {
      CallResult unused = world.execute(call);
    }
    return world;
  }

  /** The world that the calls of a conversation of tau2-bench leave. */
  static PlayedWorld of(TauWorkload.Episode episode) {
    List<Call> calls =
        episode.recorded().conversation().steps().stream()
            .map(Step::calls)
            .flatMap(List::stream)
            .toList();
    boolean solo = episode.recorded().conversation().solo();
    TauWorld played = played(episode.task(), solo, calls);
    return new PlayedWorld() {
      @Override
      public boolean copy() {
        return played.copy() != played;
      }

      @Override
      public boolean executeAgain() {
        return played(episode.task(), solo, calls) != played;
      }

      @Override
      public int calls() {
        return calls.size();
      }
    };
  }

  private static TauWorld played(PreparedTask task, boolean solo, List<Call> calls) {
    TauWorld world = task.open(solo);
    for (Call call : calls) {
      var unused = world.call(call);
    }
    return world;
  }
}
