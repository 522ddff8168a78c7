package org.sealflow.tau.judge;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.task.Action;
import org.sealflow.tau.task.TauTask;
import org.sealflow.tau.world.Domain;
import org.sealflow.tau.world.TauWorld;

/**
 * A task with its worlds: the initial state and the one after the reference solution are made once
 * and copied.
 */
public final class PreparedTask {
  /** Where the drawn ids of the reference solution start: they never equal a conversation's. */
  private static final long REFERENCE_NUMBERS = 5_000_000;

  private enum Kind {
    PLAYED,
    SOLO,
    REFERENCE
  }

  private final Domain domain;
  private final TauTask task;
  private final Map<Kind, TauWorld> worlds = new EnumMap<>(Kind.class);

  public PreparedTask(Domain domain, TauTask task) {
    this.domain = domain;
    this.task = task;
  }

  public Domain domain() {
    return domain;
  }

  public TauTask task() {
    return task;
  }

  /**
   * A world in the initial state.
   *
   * @throws CallException if the state cannot be reached
   */
  public TauWorld open(boolean solo) {
    return copyOf(solo ? Kind.SOLO : Kind.PLAYED);
  }

  /** The world after the reference solution. */
  TauWorld reference() {
    return copyOf(Kind.REFERENCE);
  }

  private synchronized TauWorld copyOf(Kind kind) {
    @Nullable TauWorld world = worlds.get(kind);
    if (world == null) {
      world = make(kind);
      worlds.put(kind, world);
    }
    return world.copy();
  }

  private TauWorld make(Kind kind) {
    if (kind != Kind.REFERENCE) {
      return task.open(domain, kind == Kind.SOLO, 0);
    }
    TauWorld world = task.open(domain, false, REFERENCE_NUMBERS);
    if (task.criteria() != null) {
      for (Action action : task.criteria().actionList()) {
        runIgnoringFailure(world, action);
      }
    }
    return world;
  }

  /** A reference call that fails leaves what it changed before, and is otherwise ignored. */
  private static void runIgnoringFailure(TauWorld world, Action action) {
    try {
      world.run(action.call());
    } catch (CallException failure) {
      // The benchmark only logs it: 15 retail tasks contain such calls on purpose or by mistake.
      return;
    }
  }
}
