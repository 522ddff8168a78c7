package org.sealflow.rollout;

import java.io.Serializable;
import org.sealflow.rollout.branch.Branching;

/**
 * The settings of a run that follow its diagnoses; without effect in EVAL.
 *
 * @param tasks which tasks are played
 * @param branching which new samples start from failures
 */
public record Steering(TaskChoice tasks, Branching branching) implements Serializable {
  /** Nothing. */
  public static final Steering NONE = new Steering(TaskChoice.EPOCHS, Branching.NONE);

  /** Whether diagnoses are read at all. */
  boolean isOn() {
    return tasks != TaskChoice.EPOCHS || branching.isOn();
  }
}
