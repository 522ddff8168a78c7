package org.sealflow.serve.session;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Mode;

/**
 * The purpose of an episode, and the patches that it is shown.
 *
 * @param mode EVAL for strict episodes
 * @param arm HOLDOUT where no patch is to be shown, as always in EVAL
 * @param patches the patches shown, none in HOLDOUT
 * @param sample its place among the episodes it is compared with; null if it is compared with none
 */
public record Placement(Mode mode, Arm arm, InterfacePatches patches, @Nullable Sample sample) {
  /** An evaluation: the interface as the benchmark has it. */
  public static final Placement STRICT =
      new Placement(Mode.EVAL, Arm.HOLDOUT, InterfacePatches.NONE, null);

  /**
   * One episode of a group.
   *
   * @param groupId not empty
   * @param index from 0 to {@code size} - 1
   * @param size episodes of the group, at least 1
   */
  public record Sample(String groupId, int index, int size) {}

  /**
   * Checks what must hold of every episode.
   *
   * @throws IllegalArgumentException if a strict episode or one of the holdout is to see a patch
   */
  public Placement {
    if (mode == Mode.EVAL && arm != Arm.HOLDOUT) {
      throw new IllegalArgumentException("a strict episode is in the arm " + arm);
    }
    if (arm == Arm.HOLDOUT && !patches.isEmpty()) {
      throw new IllegalArgumentException("an episode of the holdout is shown " + patches.keys());
    }
  }
}
