package org.sealflow.rollout.plan;

import java.io.Serializable;
import java.util.List;
import org.sealflow.rollout.branch.Branching;

/**
 * The settings of a run that follow its diagnoses; without effect in EVAL.
 *
 * @param tasks which tasks are played
 * @param stages the stages of its curriculum, in order; empty for none
 * @param branching which new samples start from failures
 */
public record Steering(TaskChoice tasks, List<Stage> stages, Branching branching)
    implements Serializable {
  /** Nothing. */
  public static final Steering NONE = new Steering(TaskChoice.EPOCHS, Branching.NONE);

  /** Copies the stages. */
  public Steering {
    stages = List.copyOf(stages);
  }

  /** Without a curriculum. */
  public Steering(TaskChoice tasks, Branching branching) {
    this(tasks, List.of(), branching);
  }

  /** Whether diagnoses are read at all. */
  boolean isOn() {
    return followsOutcomes() || branching.isOn();
  }

  /** Whether the outcomes of settled batches say what is played. */
  boolean followsOutcomes() {
    return tasks == TaskChoice.LEARNABILITY || !stages.isEmpty();
  }
}
